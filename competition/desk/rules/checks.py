"""Results of the site's health checks."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scoring.rules.words import quantity


@dataclass(frozen=True, slots=True)
class LastingSettings:
    """The settings on which stored data depends. An empty value is unknown."""

    key_fingerprint: str = ""
    time_zone: str = ""

    def has_other_key(self, now: "LastingSettings") -> bool:
        """Return True if private links made with these settings do not work with the settings in `now`."""
        return self.key_fingerprint not in {"", now.key_fingerprint}

    def has_other_zone(self, now: "LastingSettings") -> bool:
        """Return True if dates stored with these settings mean different times with the settings in `now`."""
        return self.time_zone not in {"", now.time_zone}


class CheckState(StrEnum):
    """State of one checked item."""

    OK = "ok"
    WARNING = "warning"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check. `remedy` is empty if nothing is wrong."""

    title: str
    state: CheckState
    sentence: str
    remedy: str = ""


def ok(title: str, sentence: str) -> Check:
    """Return a check without a problem."""
    return Check(title, CheckState.OK, sentence)


def warning(title: str, sentence: str, remedy: str) -> Check:
    """Return a check that the owner should read."""
    return Check(title, CheckState.WARNING, sentence, remedy)


def bad(title: str, sentence: str, remedy: str) -> Check:
    """Return a check that needs the owner's action now."""
    return Check(title, CheckState.BAD, sentence, remedy)


def worst_first(checks: Iterable[Check]) -> list[Check]:
    """Return the checks, faults first and then warnings."""
    order = [CheckState.BAD, CheckState.WARNING, CheckState.OK]
    return sorted(checks, key=lambda check: order.index(check.state))


def summary(checks: Iterable[Check]) -> str:
    """Return the numbers of faults and warnings as a sentence."""
    states = [check.state for check in checks]
    faults, warnings = states.count(CheckState.BAD), states.count(CheckState.WARNING)
    parts = [quantity(number, noun) for number, noun in ((faults, "fault"), (warnings, "warning")) if number]
    return f"{' and '.join(parts)}." if parts else "Everything is in order."


def size(number: float) -> str:
    """Return a number of bytes in a readable unit, such as 23 GB."""
    for unit in ("KB", "MB", "GB"):
        number /= 1000
        if number < 1000:
            return f"{number:.1f} {unit}" if number < 10 else f"{number:.0f} {unit}"
    return f"{number / 1000:.1f} TB"
