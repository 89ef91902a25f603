"""What organisers decided beside the results: time, conditions, withdrawals, late pairs; one list of it all."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from competition.decisions.formats import conditions, placings
from competition.knockout.formats import words
from competition.knockout.queries.draw import PublishedDraw
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


def decisions(draw: PublishedDraw) -> Iterator[Decision]:
    """Every one of them, those that were taken back too."""
    yield from _extensions(draw)
    yield from _conditions(draw)
    yield from _withdrawals(draw)
    yield from _placings(draw)


def _extensions(draw: PublishedDraw) -> Iterator[Decision]:
    for row in draw.extensions:
        states = [draw.matches[row.code]] if row.code else draw.rounds[row.round.number - 1].matches
        counts = _codes(state for state in states if state.deadline.extension == row)
        yield Decision(row, row.code, words.extension(row), _codes(states), counts)


def _conditions(draw: PublishedDraw) -> Iterator[Decision]:
    for round in draw.rounds:
        matches = _codes(round.matches)
        for row in round.terms.rows:
            counts = matches if row == round.terms.correction else frozenset[str]()
            yield Decision(row, "", conditions.correction(row, round.terms.published), matches, counts)


def _withdrawals(draw: PublishedDraw) -> Iterator[Decision]:
    for pair in draw.everybody.values():
        for row in pair.withdrawals.all():
            matches = frozenset(draw.codes_of(pair))
            counts = matches if row == pair.withdrawal else frozenset[str]()
            yield Decision(row, "", f"{pair.name} {row}.", matches, counts)


def _placings(draw: PublishedDraw) -> Iterator[Decision]:
    stand = not_revoked(draw.placings)
    for row in draw.placings:
        code = placings.code_of(draw, row)
        counts = frozenset({code} if row in stand else ())
        yield Decision(row, code, placings.sentence(draw, row), frozenset({code}), counts)


def _codes(states: Iterable[MatchState]) -> frozenset[str]:
    return frozenset(state.code for state in states)
