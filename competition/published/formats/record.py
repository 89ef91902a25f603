"""How a draw was made and what was decided since, for everybody to check."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from competition.contest.queries import cancellations
from competition.correcting.formats import corrected
from competition.decisions.formats import decisions
from competition.entries.formats.substitutes import changes
from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.lots import queries as lots
from competition.lots.models import Draw
from competition.lots.rules.methods import Method, Reason


@dataclass(frozen=True, slots=True)
class Decision:
    """Something the organiser decided: when, about which match if any, what, and why."""

    at: datetime
    code: str
    text: str
    reason: str


def decided(snapshot: Snapshot) -> list[Decision]:
    """What the organiser has decided so far, the latest first."""
    beside = [Decision(one.row.at, one.code, one.text, one.row.reason) for one in decisions.decisions(snapshot)]
    found = [*_rulings(snapshot), *beside, *_substitutes(snapshot), *_cancellations(snapshot), *_corrected(snapshot)]
    return sorted(found, key=lambda decision: decision.at, reverse=True)


def _rulings(snapshot: Snapshot) -> Iterator[Decision]:
    names = {pair.pk: pair.name for pair in snapshot.everybody.values()}
    for meeting in snapshot.meetings:
        for outcome in meeting.outcomes.all():
            # Who keys in what a pair reported decides nothing.
            if outcome.decided_by_id and (outcome.let_stand or not outcome.source):
                said = words.decision(meeting, outcome, names)
                yield Decision(outcome.at, meeting.match.code, said, outcome.reason)


def _substitutes(snapshot: Snapshot) -> Iterator[Decision]:
    for pair in snapshot.everybody.values():
        for change in changes(pair):
            yield Decision(change.at, "", f"Pair {pair.number}: {change.text}", change.reason)


def _cancellations(snapshot: Snapshot) -> Iterator[Decision]:
    for row in cancellations(snapshot.competition):
        yield Decision(row.at, "", f"The competition {row}.", row.reason)


def _corrected(snapshot: Snapshot) -> Iterator[Decision]:
    for one in corrected(snapshot.competition):
        yield Decision(one.at, "", one.text, one.reason)


@dataclass(frozen=True, slots=True)
class Making:
    """How the published draw came about: what it was drawn from, by which method, and what it could keep."""

    draw: Draw
    method: Method
    seed: str
    likelihood: str
    reasons: Sequence[Reason]


def making(draw: Draw) -> Making:
    """How a drawing came about, worked out again."""
    return Making(draw, lots.method_of(draw), lots.seed_of(draw), lots.likelihood_of(draw), lots.reasons_of(draw))
