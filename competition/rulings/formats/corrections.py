"""Corrections after the draw in words, one line each for the public record."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import NamedTuple

from competition.contest.models import Competition
from competition.rulings.models import Particulars, Respelling
from competition.rulings.queries import corrections, respellings
from scoring.templatetags.bridge import day

LABELS = {
    "name": "Name",
    "region": "Region",
    "opening_day": "Opening day",
    "opening_hour": "Beginning of the opening day",
    "opening_place": "Place of the opening day",
}


class Corrected(NamedTuple):
    """When something was put right, what, and why."""

    at: datetime
    text: str
    reason: str


def corrected(competition: Competition) -> Iterator[Corrected]:
    """All that was put right since the draw (two queries)."""
    for spelt in respellings(competition):
        yield Corrected(spelt.at, f"Pair {spelt.player.pair.number}: {spelling(spelt)}", spelt.reason)
    for row in corrections(competition):
        yield Corrected(row.at, particulars_sentence(row.before, row.after), row.reason)


def spelling(row: Respelling) -> str:
    """A name that is spelt otherwise: the same person."""
    return f"“{row.after}” is how the name is written, not “{row.before}”."


def particulars_sentence(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """What of a competition is otherwise, in a line for each."""
    return " ".join(f"{LABELS[name]}: {_in_words(name, after)} instead of {_in_words(name, before)}." for name in after)


def way_back(row: Particulars) -> str:
    """What taking it back is called."""
    return f"Take back: {', '.join(LABELS[name].lower() for name in row.after)}"


def _in_words(name: str, values: Mapping[str, str]) -> str:
    value = values[name]
    if not value:
        return "none"
    if name == "opening_day":
        return day(date.fromisoformat(value))
    return f"{time.fromisoformat(value):%H:%M}" if name == "opening_hour" else f"“{value}”"
