"""Parsers for EMAIL_URL and EMAIL_FROM."""

from email.utils import getaddresses
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

from competition.config.parsing import SettingError, quoted

# The usual port of each scheme: encrypted from the start, encrypted by STARTTLS, not encrypted.
PORTS = {"smtps": 465, "submission": 587, "smtp": 25}
_ESCAPES = "In a password, write %40 for @, %2F for /, %3F for ? and %23 for #."
_REMEDY = "Write smtps://user:password@host, submission://user:password@host or smtp://host."


class MailServer(NamedTuple):
    """Outgoing mail server. `host` is empty if the site sends no email."""

    host: str
    port: int
    user: str
    password: str
    ssl: bool
    starttls: bool


def server(url: str) -> MailServer:
    """Return the mail server of this URL.

    Raises SettingError. The error never repeats the password.
    """
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        raise SettingError(f"cannot be read. {_REMEDY} {_ESCAPES}") from None
    if url and parts.scheme not in PORTS:
        raise SettingError(f"does not begin with smtps://, submission:// or smtp://. {_REMEDY}")
    if url and (not parts.hostname or any(character.isspace() for character in parts.hostname) or port == 0):
        raise SettingError(f"names no mail server. {_REMEDY}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise SettingError(f"has more after the host name. {_REMEDY} {_ESCAPES}")
    if parts.username and not parts.password:
        raise SettingError(f"names a user without a password. {_REMEDY}")
    return MailServer(
        host=parts.hostname or "",
        port=port or PORTS.get(parts.scheme, 25),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        ssl=parts.scheme == "smtps",
        starttls=parts.scheme == "submission",
    )


def sender(text: str) -> str:
    """Return the sender of emails, an address with an optional name. Raises SettingError."""
    found = getaddresses([text])
    try:
        if len(found) != 1 or not text.isprintable():
            raise ValidationError(text)
        EmailValidator(allowlist=["localhost"])(found[0][1])
    except ValidationError:
        example = "Write one address, such as desk@example.org or Bridge <desk@example.org>."
        raise SettingError(f"is {quoted(text)}, which is not an email address. {example}") from None
    return text
