"""What organisers decided beside the results: time, conditions, withdrawals, late pairs; one list of it all."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from competition.decisions.formats import conditions, placings
from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.log.models import OrganisersDecision
from competition.log.rules import not_revoked


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, about which match if one alone, and what it says.

    It bears on `matches`, by their codes, and still `counts` in some of them.
    """

    row: OrganisersDecision
    code: str
    text: str
    matches: frozenset[str]
    counts: frozenset[str]


def decisions(snapshot: Snapshot) -> Iterator[Decision]:
    """Every one of them, those that were taken back too."""
    yield from _extensions(snapshot)
    yield from _conditions(snapshot)
    yield from _withdrawals(snapshot)
    yield from _placings(snapshot)


def _extensions(snapshot: Snapshot) -> Iterator[Decision]:
    for row in snapshot.extensions:
        states = [snapshot.matches[row.code]] if row.code else snapshot.rounds[row.round.number - 1].matches
        counts = _codes(state for state in states if state.deadline.extension == row)
        yield Decision(row, row.code, words.extension(row), _codes(states), counts)


def _conditions(snapshot: Snapshot) -> Iterator[Decision]:
    for round in snapshot.rounds:
        matches = _codes(round.matches)
        for row in round.terms.rows:
            counts = matches if row == round.terms.correction else frozenset[str]()
            yield Decision(row, "", conditions.correction(row, round.terms.published), matches, counts)


def _withdrawals(snapshot: Snapshot) -> Iterator[Decision]:
    for pair in snapshot.everybody.values():
        for row in pair.withdrawals.all():
            matches = frozenset(snapshot.codes_of(pair))
            counts = matches if row == pair.withdrawal else frozenset[str]()
            yield Decision(row, "", f"{pair.name} {row}.", matches, counts)


def _placings(snapshot: Snapshot) -> Iterator[Decision]:
    stand = not_revoked(snapshot.placings)
    for row in snapshot.placings:
        code = placings.code_of(snapshot, row)
        counts = frozenset({code} if row in stand else ())
        yield Decision(row, code, placings.sentence(snapshot, row), frozenset({code}), counts)


def _codes(states: Iterable[MatchState]) -> frozenset[str]:
    return frozenset(state.code for state in states)
