"""Parsers for the values of settings. Each returns the parsed value or raises SettingError."""

import re
from difflib import get_close_matches
from email.utils import getaddresses
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import dj_database_url
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

MAKE_A_KEY = 'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
_KEY_LENGTH, _KEY_VARIETY = 50, 10
# Words from example keys. A random key contains one of them less than once in a million times.
_PLACEHOLDERS = re.compile(
    r"change(me|this)|replace(me|this)|(your|the|my)secret|secretkey|placeholder|djangoinsecure|tokenurlsafe"
)
_YES, _NO = {"1", "true", "t", "yes", "y", "on"}, {"0", "false", "f", "no", "n", "off"}
_HOST = re.compile(r"\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_SHOWN = 60
_DATABASES = "sqlite:////folder/db.sqlite3 or postgres://user:password@host/name"
_ESCAPES = "In a password, write %40 for @, %3A for :, %2F for /, %23 for #, %3F for ? and %25 for %."


class SettingError(ValueError):
    """Error for a value that the site cannot use. The message states the problem, followed by its remedy."""


def quoted(text: str) -> str:
    """Return the text in quotation marks, shortened, and with question marks for control characters."""
    printable = "".join(character if character.isprintable() else "?" for character in text)
    return f'"{printable[:_SHOWN]}…"' if len(printable) > _SHOWN else f'"{printable}"'


def cleaned(text: str) -> str:
    """Return the text without surrounding spaces and without the quotation marks that `docker --env-file` keeps."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    return text


def flag(text: str) -> bool:
    """Return True for 1 and False for 0. Words such as "yes" and "no" also work."""
    if text.lower() not in _YES | _NO:
        raise SettingError(f"is {quoted(text)}, which is neither 1 nor 0. Write 1 for yes or 0 for no.")
    return text.lower() in _YES


def secret_key(text: str) -> str:
    """Return the key. Raises SettingError if it is short, repetitive or an example."""
    remedy = f"Use 50 or more random characters, and keep them secret. This command makes them: {MAKE_A_KEY}"
    if _PLACEHOLDERS.search(re.sub(r"[\W_]", "", text.lower())):
        raise SettingError(f"is an example, not a key of your own. {remedy}")
    if len(text) < _KEY_LENGTH or len(set(text)) < _KEY_VARIETY:
        raise SettingError(f"is too easy to guess. {remedy}")
    return text


def hosts(text: str) -> list[str]:
    """Return the host names in a list separated by commas or spaces."""
    names = [_parse_host(name) for name in re.split(r"[,\s]+", text) if name]
    if not names:
        raise SettingError("names no host. Write the host names of the site, such as bridge.example.org.")
    return names


def _parse_host(text: str) -> str:
    name = re.sub(r"^https?://", "", cleaned(text).lower()).removesuffix("/").removesuffix(".")
    if "*" in name:
        instead = "." + name.removeprefix("*.") if name.startswith("*.") else "bridge.example.org"
        raise SettingError(f"contains {quoted(text)}, which is not a host name. Write each name, such as {instead}.")
    try:
        return f"[{ip_address(name.strip('[]')).compressed}]" if ":" in name else _encode_host(name)
    except ValueError:
        pass
    bare = re.sub(r"(:\d*)?([/?#].*)?$", "", name)
    instead = bare if bare != name and _HOST.fullmatch(bare) else "bridge.example.org"
    raise SettingError(f"contains {quoted(text)}, which is not a host name. Write only the name, such as {instead}.")


def _encode_host(name: str) -> str:
    """Return the name as browsers send it. Raises ValueError if it is not a host name."""
    encoded = name if name.isascii() else name.encode("idna").decode()
    if not _HOST.fullmatch(encoded) or len(encoded) > 254:
        raise ValueError(name)
    return encoded


def proxies(text: str) -> list[str]:
    """Return the IP addresses and networks in a list separated by commas or spaces."""
    return [_parse_proxy(part) for part in re.split(r"[,\s]+", text) if part]


def _parse_proxy(text: str) -> str:
    remedy = "Write the addresses or networks of your proxies, such as 127.0.0.1 or 10.0.0.0/24."
    try:
        network = ip_network(text.strip("[]\"'"), strict=False)
    except ValueError:
        raise SettingError(f"contains {quoted(text)}, which is not an IP address or network. {remedy}") from None
    if network.prefixlen == 0:
        raise SettingError(f"contains {quoted(text)}, which trusts every address. {remedy}")
    return str(network) if "/" in text else str(network.network_address)


def time_zone(text: str) -> str:
    """Return the name of a time zone that is installed on this machine."""
    if _is_zone(text):
        return text
    if not _is_zone("Europe/London"):
        raise SettingError("cannot be looked up, because this machine has no time zones. Install the package tzdata.")
    zones = {name.lower(): name for name in available_timezones()}
    cities = {name.rpartition("/")[2]: name for name in zones}
    typed = re.sub(r"\s+", "_", text.lower())
    close = get_close_matches(typed, zones, n=1) or [
        cities[city] for city in get_close_matches(typed.rpartition("/")[2], cities, n=1)
    ]
    example = zones[close[0]] if close else "Europe/London"
    raise SettingError(f"is {quoted(text)}, which is not a time zone. Write a name such as {example}.")


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return False
    return True


def folder(text: str) -> Path:
    """Return an absolute path."""
    if not Path(text).is_absolute():
        raise SettingError(f"is {quoted(text)}, which is not an absolute path. Begin it with /.")
    return Path(text)


def database(text: str) -> dict[str, Any]:
    """Return Django's configuration for this database URL.

    Errors never repeat the URL, because it may contain a password.
    """
    scheme, _, rest = text.partition("://")
    if not rest and scheme.lower() != "sqlite":
        raise SettingError(f"is not the address of a database. Write {_DATABASES}.")
    if scheme.lower() == "sqlite":
        return _parse_sqlite(scheme.lower() + text[len(scheme) :])
    if scheme.lower() in {"postgres", "postgresql"}:
        return _parse_postgresql(text)
    raise SettingError(f"begins with {quoted(scheme)}, but the site needs SQLite or PostgreSQL. Write {_DATABASES}.")


def _parse_sqlite(text: str) -> dict[str, Any]:
    if ":memory:" in text or text in {"sqlite", "sqlite:", "sqlite://", "sqlite:///", "sqlite:////"}:
        raise SettingError("names no file. Write the absolute path, with four slashes: sqlite:////folder/db.sqlite3.")
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(text))
    except ValueError:
        raise SettingError(f"cannot be read. Write {_DATABASES}.") from None
    host = urlsplit(text).netloc
    name = str(config["NAME"])
    if host or not Path(name).is_absolute():
        path = unquote(host) + (f"/{name}" if host else name)
        raise SettingError(
            f"names {quoted(path)}, which is not an absolute path. Write four slashes: sqlite:////folder/db.sqlite3."
        )
    return config


def _parse_postgresql(text: str) -> dict[str, Any]:
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(text))
    except ValueError:
        raise SettingError(f"cannot be read. Write postgres://user:password@host/name. {_ESCAPES}") from None
    rest = text.partition("://")[2]
    if "@" in rest[len(urlsplit(text).netloc) :]:
        raise SettingError(f"has a password with a special character, which must be percent-encoded. {_ESCAPES}")
    if not config["NAME"]:
        raise SettingError(f"names no database. Write postgres://user:password@host/name. {_ESCAPES}")
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise SettingError(
            "names PostgreSQL, but its driver psycopg is not installed. Install it: pip install 'psycopg[binary]'"
        ) from None
    return config


_SCHEMES = ("https", "mailto", "tel")


def contact_addresses(text: str) -> list[str]:
    """Return the comma-separated addresses as URLs for security.txt (RFC 9116).

    Raises SettingError if an address is not an email address, a web page or a phone number.
    """
    return [_parse_contact(part.strip()) for part in text.split(",") if part.strip()]


def _parse_contact(text: str) -> str:
    parts = urlsplit(text if ":" in text else f"mailto:{text}")
    is_whole = bool(parts.netloc) if parts.scheme == "https" else bool(parts.path)
    if parts.scheme not in _SCHEMES or not is_whole or not text.isprintable() or " " in text:
        raise _contact_error(text)
    if parts.scheme == "mailto":
        try:
            EmailValidator()(parts.path)
        except ValidationError:
            raise _contact_error(text) from None
    return parts.geturl()


def _contact_error(text: str) -> SettingError:
    return SettingError(
        f"contains {quoted(text)}, which is not a contact address. Write an email address, or an address that "
        "begins with https:, mailto: or tel:."
    )


# The usual port for each scheme: encrypted from the start, encrypted by STARTTLS, and unencrypted.
_PORTS = {"smtps": 465, "submission": 587, "smtp": 25}
_EMAIL_URLS = "Write smtps://user:password@host, submission://user:password@host or smtp://host."


class MailServer(NamedTuple):
    """Outgoing mail server. `host` is empty if the site sends no email."""

    host: str
    port: int
    user: str
    password: str
    ssl: bool
    starttls: bool


def mail_server(url: str) -> MailServer:
    """Return the mail server for this URL.

    Raises SettingError, which never repeats the password.
    """
    try:
        parts = urlsplit(url)
        port = urlsplit(url).port
    except ValueError:
        raise SettingError(f"cannot be read. {_EMAIL_URLS} {_ESCAPES}") from None
    if url and parts.scheme not in _PORTS:
        raise SettingError(f"does not begin with smtps://, submission:// or smtp://. {_EMAIL_URLS}")
    if url and (not parts.hostname or any(character.isspace() for character in parts.hostname) or port == 0):
        raise SettingError(f"names no mail server. {_EMAIL_URLS}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise SettingError(f"has more after the host name. {_EMAIL_URLS} {_ESCAPES}")
    if parts.username and not parts.password:
        raise SettingError(f"names a user without a password. {_EMAIL_URLS}")
    return MailServer(
        host=parts.hostname or "",
        port=port or _PORTS.get(parts.scheme, 25),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        ssl=parts.scheme == "smtps",
        starttls=parts.scheme == "submission",
    )


def email_sender(text: str) -> str:
    """Return the sender of emails, an address with an optional name. Raises SettingError."""
    addresses = getaddresses([text])
    try:
        if len(addresses) != 1 or not text.isprintable():
            raise ValidationError(text)
        EmailValidator(allowlist=["localhost"])(addresses[0][1])
    except ValidationError:
        example = "Write one address, such as desk@example.org or Bridge <desk@example.org>."
        raise SettingError(f"is {quoted(text)}, which is not an email address. {example}") from None
    return text
