"""Parser for SECURITY_CONTACT, the addresses that security problems are reported to."""

from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

from competition.config.parsing import SettingError, quoted

_SCHEMES = ("https", "mailto", "tel")


def read(text: str) -> list[str]:
    """Return the comma-separated addresses as URLs for security.txt (RFC 9116).

    Raises SettingError if an address is not an email address, a web page or a phone number.
    """
    return [_parse_address(part.strip()) for part in text.split(",") if part.strip()]


def _parse_address(text: str) -> str:
    parts = urlsplit(text if ":" in text else f"mailto:{text}")
    is_whole = bool(parts.netloc) if parts.scheme == "https" else bool(parts.path)
    if parts.scheme not in _SCHEMES or not is_whole or not text.isprintable() or " " in text:
        raise _make_error(text)
    if parts.scheme == "mailto":
        try:
            EmailValidator()(parts.path)
        except ValidationError:
            raise _make_error(text) from None
    return parts.geturl()


def _make_error(text: str) -> SettingError:
    return SettingError(
        f"contains {quoted(text)}, which is not a contact address. Write an email address, or an address that "
        f"begins with https:, "
        "mailto: or tel:."
    )
