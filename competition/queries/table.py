"""One match as one of its two pairs sees it."""

from dataclasses import dataclass
from functools import cached_property

from competition.models import Meeting, Pair
from competition.queries.knockout import Knockout, knockout, published
from competition.queries.states import MatchState
from scoring import queries as sheets
from scoring.models import Amendment, Deal, SummarySheet
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Side


@dataclass
class Table:
    """A pair's own match: the match, the opponents, the sheet and what may be done next."""

    knockout: Knockout
    state: MatchState
    pair: Pair

    @property
    def meeting(self) -> Meeting | None:
        """What the two pairs have on record in this match, once there is anything."""
        return self.state.meeting

    @property
    def opponents(self) -> Pair | None:
        """The other pair, once it is known."""
        return next((pair for pair in self.state.pairs if pair != self.pair), None)

    @property
    def row(self) -> SummarySheet | None:
        """The sheet as stored, once it has been opened."""
        return self.meeting.sheet if self.meeting else None

    @property
    def side(self) -> Side:
        """The side of the sheet this pair sits on; only with an open sheet."""
        if self.meeting is None:
            raise Refused("Open the sheet first: say who sits where and who deals first.")
        return self.meeting.side_of(self.pair)

    @cached_property
    def deals(self) -> list[Deal]:
        """The deals on the sheet, as stored."""
        return sheets.deals(self.row) if self.row else []

    @cached_property
    def sheet(self) -> Sheet | None:
        """The sheet with every point worked out."""
        return sheets.read(self.row, self.deals) if self.row else None

    @cached_property
    def amendments(self) -> list[Amendment]:
        """Changes that wait for one pair's consent."""
        return list(self.row.amendments.filter(answer="").order_by("number")) if self.row else []

    @property
    def sent_by_us(self) -> bool:
        """Whether the result that is on the table is this pair's own."""
        return bool(self.state.last and self.state.last.by_id == self.pair.pk)


def tables_of(pair: Pair) -> list[Table]:
    """Every match the draw has given this pair, first round first; none before the draw is published."""
    draw = published(pair.competition.slug)
    if draw is None:
        return []
    now = knockout(draw)
    mine = now.pairs.get(pair.number, pair)
    return [Table(now, state, mine) for state in now.matches_of(mine)]


def table(pair: Pair, code: str) -> Table | None:
    """The match of this code if this pair is in it."""
    return next((table for table in tables_of(pair) if table.state.code == code), None)
