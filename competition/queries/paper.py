"""What a paper sheet is keyed in upon: the deals that stand, the dealer and who We are."""

from typing import NamedTuple

from competition.queries.table import Table
from competition.rules.stages import Stage
from scoring.rules.conditions import Conditions
from scoring.rules.deal import Deal
from scoring.rules.sides import Seat, Side


class Ground(NamedTuple):
    """The deals that may not be written over, and what the typed ones are read by; the dealer may not be known yet."""

    we: Side
    first_dealer: Seat | None
    conditions: Conditions
    recorded: tuple[Deal, ...] = ()


def takes_paper(table: Table) -> bool:
    """Whether a sheet may be keyed in: two pairs are known and no result is on the table."""
    return table.state.is_open and table.state.stage is not Stage.SUBMITTED


def ground(table: Table) -> Ground:
    """The match's own sheet, once it is open."""
    return Ground(
        table.side, Seat(table.row.first_dealer), table.row.rules(), tuple(row.facts() for row in table.deals)
    )


def blank(table: Table, we: Side = Side.NS, first_dealer: Seat | None = None) -> Ground:
    """A sheet that is still to be opened, if this pair sits here and this seat deals first."""
    return Ground(we, first_dealer, table.knockout.competition.conditions.rules())
