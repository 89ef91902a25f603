"""All that was ever sent in or decided in one match, as its organiser reads it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from competition.formats import words
from competition.queries import Knockout, MatchState, desk
from competition.models import Outcome


@dataclass(frozen=True, slots=True)
class Chapter:
    """One thing sent in or decided: which pairs it was about, the other pair's answer, whether it counts now."""

    at: datetime
    pairs: str
    who: str
    what: str
    reason: str
    answer: str
    counts: bool


def history(now: Knockout, state: MatchState) -> list[Chapter]:
    """Everything sent in or decided in a match, first thing first, also between pairs who no longer meet in it."""
    ...
