"""Sheets kept on paper: what one is keyed in upon, and the one a pair kept for itself beside the match's."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import prefetch_related_objects

from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Slot
from competition.knockout.queries.results import result_by
from competition.knockout.rules.result import Result
from competition.match.models import OwnSheet
from competition.match.queries.pair_match import PairMatch
from scoring import queries as sheets
from scoring.models import Deal as Row
from scoring.paper.compare import Comparison, compare
from scoring.rules.conditions import Conditions
from scoring.rules.deal import Deal
from scoring.rules.sides import Seat, Side


class PaperContext(NamedTuple):
    """The deals that may not be written over, and what the typed ones are read by; the dealer may not be known yet."""

    we: Side
    first_dealer: Seat | None
    conditions: Conditions
    recorded: tuple[Deal, ...] = ()


def context_of_sheet(match: PairMatch) -> PaperContext:
    """The match's own sheet, once it is open."""
    return empty_context(match)._replace(recorded=tuple(row.facts() for row in match.deals))


def empty_context(match: PairMatch) -> PaperContext:
    """A sheet like the match's, without its deals."""
    return PaperContext(match.side, Seat(match.opened.first_dealer), match.opened.rules())


@dataclass
class TwoSheets:
    """The sheet of a match and the one a pair kept for itself, as one of the pairs sees them."""

    match: PairMatch
    own: OwnSheet

    @property
    def keeper(self) -> Pair:
        """The pair that kept a sheet for itself."""
        return self.match.state.pairs[self.own.kept_by == Slot.LOWER]

    @property
    def is_ours(self) -> bool:
        """Whether it is this pair's own."""
        return self.keeper == self.match.pair

    @cached_property
    def deals(self) -> list[Row]:
        """The deals on the pair's own sheet, as stored."""
        return sheets.deals(self.own.sheet)

    @cached_property
    def comparison(self) -> Comparison:
        """The match's sheet and the pair's own, deal by deal."""
        return compare(self.match.scored, sheets.read(self.own.sheet, self.deals))

    @cached_property
    def upheld(self) -> set[int]:
        """The numbers of the deals on which the other pair says that the match's sheet is right (one query)."""
        return set(self.own.sheet.amendments.values_list("number", flat=True))

    @property
    def results(self) -> tuple[Result | None, Result | None]:
        """The result by either sheet, where it is decided."""
        return self.match.result, result_by(self.match.state, self.comparison.other)


def two_sheets(match: PairMatch) -> TwoSheets | None:
    """Both sheets of the match, once a pair has keyed in its own."""
    if match.row is None:
        return None
    own = OwnSheet.objects.filter(meeting=match.meeting).select_related("sheet").first()
    if own is None:
        return None
    # The deals of both at once.
    prefetch_related_objects([match.row, own.sheet], "rows")
    return TwoSheets(match, own)
