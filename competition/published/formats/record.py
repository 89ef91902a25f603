"""How a draw was made and what was decided since, for everybody to check."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from competition.entries.formats.substitutes import changes
from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.lots import queries as drawing
from competition.lots.models import Draw
from competition.lots.rules import lots
from competition.lots.rules.reasons import Reason


@dataclass(frozen=True, slots=True)
class Decision:
    """Something the organiser decided: when, about which match if any, what, and why."""

    at: datetime
    code: str
    text: str
    reason: str


def decisions(snapshot: Snapshot) -> list[Decision]:
    """What the organiser has decided so far, the latest first."""
    found = [*_rulings(snapshot), *_extensions(snapshot), *_withdrawals(snapshot), *_substitutes(snapshot)]
    return sorted(found, key=lambda decision: decision.at, reverse=True)


def _rulings(snapshot: Snapshot) -> Iterator[Decision]:
    names = {pair.pk: pair.name for pair in snapshot.pairs.values()}
    for meeting in snapshot.meetings:
        for outcome in meeting.outcomes.all():
            if outcome.decided_by_id:
                said = words.decision(meeting, outcome, names)
                yield Decision(outcome.at, meeting.match.code, said, outcome.reason)


def _extensions(snapshot: Snapshot) -> Iterator[Decision]:
    for extension in snapshot.extensions:
        yield Decision(extension.at, extension.code, words.extension(extension), extension.reason)


def _withdrawals(snapshot: Snapshot) -> Iterator[Decision]:
    for pair in snapshot.pairs.values():
        for row in pair.withdrawals.all():
            yield Decision(row.at, "", f"{pair.name} {row}.", row.reason)


def _substitutes(snapshot: Snapshot) -> Iterator[Decision]:
    for pair in snapshot.pairs.values():
        for change in changes(pair):
            yield Decision(change.at, "", f"Pair {pair.number}: {change.text}", change.reason)


@dataclass(frozen=True, slots=True)
class Making:
    """How the published draw came about: what it was drawn from, and whether the leanings were kept."""

    draw: Draw
    seed: str
    tries: int
    reasons: list[Reason]


def making(draw: Draw) -> Making:
    """How a drawing came about, worked out again."""
    return Making(draw, drawing.seed_of(draw), drawing.lots_of(draw).tries, drawing.reasons_of(draw))


@dataclass(frozen=True, slots=True)
class Method:
    """How the lots are cast, as the rules tell it: what was promised, the steps, and what the words mean."""

    promise: str
    steps: list[str]
    terms: list[str]


def method() -> Method:
    """How the lots are cast, word for word as it is written above the rules that cast them."""
    promise, _, steps, *terms = (lots.__doc__ or "").split("\n\n")
    numbered = re.split(r"^\d\. ", steps, flags=re.MULTILINE)[1:]
    return Method(promise, _unwrapped(numbered), _unwrapped(terms))


def _unwrapped(parts: list[str]) -> list[str]:
    return [" ".join(part.replace("*", "").split()) for part in parts]
