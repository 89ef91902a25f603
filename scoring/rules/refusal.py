"""Exceptions for actions that a rule forbids, and fingerprints for detecting outdated pages."""

from hashlib import sha256


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """Refusal of an action. The message is a sentence for players."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "That cannot be done."


class Stale(Refused):
    """Refusal because the data has changed since the page was shown. A second attempt may succeed."""


def quoted(typed: str) -> str:
    """Return user input in quotation marks, on one line and shortened to 20 characters, for use in a sentence."""
    line = "".join(letter if letter.isprintable() else " " for letter in typed).strip()
    return f"“{line[:20]}…”" if len(line) > 20 else f"“{line}”"


def fingerprint(*seen: object) -> str:
    """Return 16 hexadecimal digits that depend on all arguments."""
    return sha256(repr(seen).encode()).hexdigest()[:16]
