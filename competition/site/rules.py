"""Checks of the site's health, as values."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The result of a check."""

    OK = "ok"
    WARNING = "warning"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """A point that was checked: what the site found, and what to do unless it is in order."""

    title: str
    state: State
    sentence: str
    remedy: str = ""


def ok(title: str, sentence: str) -> Check:
    """Return a point that is in order."""
    return Check(title, State.OK, sentence)


def warning(title: str, sentence: str, remedy: str) -> Check:
    """Return a point that the owner should look at."""
    return Check(title, State.WARNING, sentence, remedy)


def bad(title: str, sentence: str, remedy: str) -> Check:
    """Return a point that needs the owner now."""
    return Check(title, State.BAD, sentence, remedy)


def summary(checks: Iterable[Check]) -> str:
    """Return how many points need somebody, in a sentence."""
    states = [check.state for check in checks]
    faults, warnings = states.count(State.BAD), states.count(State.WARNING)
    parts = [
        f"{number} {noun}{'s' * (number != 1)}" for number, noun in ((faults, "fault"), (warnings, "warning")) if number
    ]
    return f"{' and '.join(parts)}." if parts else "Everything is in order."


def size(number: float) -> str:
    """Return a number of bytes for a reader, such as 23 GB."""
    for unit in ("KB", "MB", "GB"):
        number /= 1000
        if number < 1000:
            return f"{number:.1f} {unit}" if number < 10 else f"{number:.0f} {unit}"
    return f"{number / 1000:.1f} TB"
