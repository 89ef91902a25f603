"""How mail leaves the site, as EMAIL_URL says it."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# Each kind of address with its usual port: encrypted from the start, encrypted by STARTTLS, not at all.
PORTS = {"smtps": 465, "submission": 587, "smtp": 25}
_MEANT = "write smtps://user:password@host, submission://user:password@host or smtp://host"


class MailServer(NamedTuple):
    """Where mail is handed over, and how; no host where none ever is."""

    host: str
    port: int
    user: str
    password: str
    ssl: bool
    starttls: bool


def server(url: str, sender: str) -> MailServer:
    """The mail server of this address; a sentence says what is wrong with one, or with whom mail is to come from."""
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        raise ImproperlyConfigured(f"EMAIL_URL is no address: {_MEANT}.") from None
    if url and (parts.scheme not in PORTS or not parts.hostname):
        raise ImproperlyConfigured(f"EMAIL_URL is not understood: {_MEANT}.")
    if url and "@" not in sender:
        raise ImproperlyConfigured("EMAIL_URL is set, so EMAIL_FROM must be too: the address that mail comes from.")
    return MailServer(
        host=parts.hostname or "",
        port=port or PORTS.get(parts.scheme, 25),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        ssl=parts.scheme == "smtps",
        starttls=parts.scheme == "submission",
    )
