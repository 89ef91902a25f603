"""What must hold before the site serves."""

from django.conf import settings
from django.core.checks import CheckMessage, Error

MEANING = "50 or more random characters, kept secret"
_LENGTH, _VARIETY = 50, 10


def is_weak(key: str) -> bool:
    """Whether a key could be guessed: it is short, or has few different characters."""
    return len(key) < _LENGTH or len(set(key)) < _VARIETY


def secret_key(**given: object) -> list[CheckMessage]:
    """Django's check of the key, for every command."""
    make = 'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
    said = Error(f"SECRET_KEY is too easy to guess: it must be {MEANING}.", hint=f"Make one: {make}", id="site.E001")
    return [said] if is_weak(settings.SECRET_KEY) else []
