"""Queries for score sheets kept on paper, and for the matches of a round with results to enter together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import prefetch_related_objects

import scoring.queries
from competition.draw.models.rounds import Slot
from competition.draw.presenters.match_line import match_line
from competition.draw.presenters.words import to_organiser
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import result_by
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.result import Result, Stage
from competition.entries.models import Pair
from competition.match.models import OwnSheet
from competition.match.queries.play import PairView
from competition.match.rules.match_result import Names, RoundFixture
from competition.rulings.queries import seen_in
from scoring import models
from scoring.paper.compare import Comparison, compare
from scoring.rules.conditions import ScoringConditions
from scoring.rules.deal import DealResult
from scoring.rules.refusal import fingerprint
from scoring.rules.sides import Seat, Side


class PaperContext(NamedTuple):
    """The recorded deals and the settings for reading typed deals. `first_dealer` is None until it is known."""

    we: Side
    first_dealer: Seat | None
    conditions: ScoringConditions
    recorded: tuple[DealResult, ...] = ()


def context_of_sheet(match: PairView) -> PaperContext:
    """Return the settings and recorded deals of the match. Raises Refused if it has no score sheet."""
    return empty_context(match)._replace(recorded=tuple(row.facts() for row in match.opened.deals))


def empty_context(match: PairView) -> PaperContext:
    """Return the settings of the match without its deals. Raises Refused if it has no score sheet."""
    return PaperContext(match.opened.side, Seat(match.opened.row.first_dealer), match.opened.row.rules())


@dataclass
class TwoSheets:
    """The score sheet of a match and a pair's own score sheet, as one of the two pairs sees them."""

    match: PairView
    own: OwnSheet

    @property
    def keeper(self) -> Pair:
        """The pair that kept its own score sheet."""
        return self.match.state.pairs[self.own.kept_by == Slot.LOWER]

    @property
    def is_ours(self) -> bool:
        """True if this pair kept its own score sheet."""
        return self.keeper == self.match.pair

    @cached_property
    def deals(self) -> list[models.Deal]:
        """The stored deals of the pair's own score sheet."""
        return scoring.queries.deals(self.own.sheet)

    @cached_property
    def comparison(self) -> Comparison:
        """The comparison of both score sheets, deal by deal."""
        return compare(self.match.opened.scored, scoring.queries.read(self.own.sheet, self.deals))

    @cached_property
    def upheld(self) -> set[int]:
        """The numbers of the deals for which the other pair defends the score sheet of the match (one query)."""
        return set(self.own.sheet.corrections.values_list("number", flat=True))

    @property
    def results(self) -> tuple[Result | None, Result | None]:
        """The results according to both score sheets. The result is None if a sheet is not decided."""
        return self.match.result, result_by(self.match.state, self.comparison.other)


def two_sheets(match: PairView) -> TwoSheets | None:
    """Return both score sheets of the match, or None if neither pair has typed in its own sheet."""
    if match.sheet is None:
        return None
    own = OwnSheet.objects.filter(meeting=match.state.meeting).select_related("sheet").first()
    if own is None:
        return None
    # Fetch the deals of both sheets in one query.
    prefetch_related_objects([match.sheet.row, own.sheet], "rows")
    return TwoSheets(match, own)


def has_two_sheets(state: PublishedMatch) -> bool:
    """Return True if a pair has typed in its own score sheet."""
    return state.meeting is not None and OwnSheet.objects.filter(meeting=state.meeting).exists()


def fixture(draw: PublishedDraw, state: PublishedMatch) -> RoundFixture:
    """Return a match with two known pairs as a row for the page."""
    upper, lower = (draw.forms[number].short for number in state.numbers)
    note = (
        to_organiser(match_line(state).sentence)
        if state.stage in (Stage.SUBMITTED, Stage.DISPUTED, Stage.IN_PLAY)
        else ""
    )
    upper_players, lower_players = (_players(draw, number) for number in state.numbers)
    players = upper_players, lower_players
    own = state.conditions.deals if state.has_own_conditions else None
    return RoundFixture(
        state.code,
        state.numbers,
        (upper, lower),
        players,
        match_mark(state),
        note,
        deals=own,
        is_disputed=state.stage is Stage.DISPUTED,
        name=name_in_round(state),
    )


def name_in_round(state: PublishedMatch) -> str:
    """Return the name of a match in its round: "Match 8", or its table on one day, such as "Table 8"."""
    if state.is_repechage:
        return f"Repechage, table {state.table}"
    return f"Table {state.table}" if state.table else f"Match {state.position}"


def match_mark(state: PublishedMatch) -> str:
    """Return a text that changes if the pairs of a match change, or with each new result or reply."""
    return fingerprint(state.numbers, state.stage is Stage.OFFICIAL, seen_in(state))


def fixtures(draw: PublishedDraw, round: PublishedRound) -> list[RoundFixture]:
    """Return a fixture for each match of a round that needs a result and has two known pairs (no query)."""
    return [fixture(draw, state) for state in open_matches(round)]


def open_matches(round: PublishedRound) -> Sequence[PublishedMatch]:
    """Return the matches of a round that need a result and have two known pairs."""
    return [state for state in round.matches if state.is_open]


def rounds_to_enter(draw: PublishedDraw) -> list[tuple[PublishedRound, int, int]]:
    """Return the rounds with a match between two known pairs, each with its matches to enter and disputes."""
    rounds = [round for round in draw.rounds if any(state.has_two_pairs for state in round.matches)]
    stages = [(round, [state.stage for state in open_matches(round)]) for round in rounds]
    return [(round, len(of) - of.count(Stage.DISPUTED), of.count(Stage.DISPUTED)) for round, of in stages]


def next_round(draw: PublishedDraw, after: int = 0) -> PublishedRound | None:
    """Return the next round after `after` that has matches to enter, or else the first such round, or None."""
    open_rounds = [round for round in draw.rounds if open_matches(round)]
    return next((round for round in open_rounds if round.number > after), open_rounds[0] if open_rounds else None)


def _players(draw: PublishedDraw, number: int) -> Names:
    first, second = (player.name for player in draw.everybody[number].present)
    return first, second
