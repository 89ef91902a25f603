"""One rubber of singles. It differs from rubber bridge in doubled contracts, penalties and two "doors".

The source is the paper "Singles Scoring System", section "Scoring the Rubbers". A door ends a rubber early at a limit
of points.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.pads import papers, solo
from scoring.pads.line import Extra, PadEntry, PadLine, by_law
from scoring.pads.papers import Paper
from scoring.pads.rubber import NEW
from scoring.pads.seating import Player, partners, round_of, seats
from scoring.pads.solo import Award, Ending, How, Points, Slam
from scoring.rules.contract import Contract
from scoring.rules.deal import Deal, Line, Reason, points
from scoring.rules.deal_value import price, trick_points
from scoring.rules.rubber import Rubber, Step, carry_on
from scoring.rules.sides import NOTHING, BySide, Seat, Side, Tally


def entries(deal: Deal, vulnerable: tuple[Side, ...]) -> tuple[PadEntry, ...]:
    """Return the entries of a deal, all for declarer's side. Penalties are negative."""
    written = [_against_declarer(entry) for entry in by_law(price(deal, vulnerable).entries)]
    return (*written, *_excess(deal))


def _against_declarer(entry: PadEntry) -> PadEntry:
    if entry.reason is not Reason.UNDERTRICKS:
        return entry
    source = f"{Paper.SINGLES}, {entry.source}"
    return entry._replace(side=entry.side.other, points=-entry.points, source=source)


def _excess(deal: Deal) -> Iterator[PadEntry]:
    """Yield the extra trick points of a doubled contract a second time, above the line."""
    if deal.contract is None or deal.side is None or deal.over < 0:
        return
    undoubled = Contract(deal.contract.level, deal.contract.denomination)
    if excess := trick_points(deal.contract) - trick_points(undoubled):
        yield PadEntry(deal.side, Line.ABOVE, excess, Extra.EXCESS, Paper.SINGLES)


@dataclass(frozen=True, slots=True)
class SinglesRubber:
    """A rubber of singles. `ending` is None while it is in play."""

    number: int
    lines: tuple[PadLine[Seat, Deal], ...] = ()
    so_far: Rubber = NEW
    above: Tally = NOTHING
    ending: Ending | None = None

    def after(self, deal: Deal, dealer: Seat) -> "SinglesRubber":
        """Return the rubber with one more deal."""
        vulnerable = self.so_far.vulnerable
        written = entries(deal, vulnerable)
        step = carry_on(self.so_far, price(deal, vulnerable).below)
        line = PadLine(
            len(self.lines) + 1, dealer, deal, vulnerable, written, self.written + points(written), step.game
        )
        above = self.above + line.above
        return SinglesRubber(self.number, (*self.lines, line), step.rubber, above, _ending(deal.side, step, above))

    @property
    def round(self) -> int:
        """Number of the round that includes this rubber."""
        return round_of(self.number)

    @property
    def seats(self) -> Mapping[Seat, Player]:
        """Player in each seat."""
        return seats(self.number)

    @property
    def sides(self) -> BySide[tuple[Player, ...]]:
        """Partners of each side. The scorer's side is North-South."""
        return partners(self.number)

    @property
    def games(self) -> Tally:
        """Games won by each side."""
        return self.so_far.games

    @property
    def written(self) -> Tally:
        """All points written for each side. Only the points above the line can end a rubber."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def slams(self) -> tuple[Slam, ...]:
        """Slams bid and made."""
        return tuple(
            Slam(line.number, line.deal.side, line.deal.slam)
            for line in self.lines
            if line.deal.side and line.deal.slam
        )

    @property
    def awards(self) -> tuple[Award, ...]:
        """Solo points for this rubber. Empty until it ends."""
        return solo.awards(self.sides, self.ending, self.slams) if self.ending else ()

    @property
    def points(self) -> Points:
        """Solo points of each player."""
        return solo.tally(self.awards)


def _ending(side: Side | None, step: Step, above: Tally) -> Ending | None:
    """Return the ending that a deal declared by `side` brings, if any. A door takes precedence over the second game."""
    if side is None:
        return None
    if above[side] > papers.FRONT_DOOR:
        return Ending(side, How.FRONT_DOOR)
    if above[side] < papers.BACK_DOOR:
        return Ending(side.other, How.BACK_DOOR)
    if step.bonus is None:
        return None
    return Ending(side, How.TWO_ONE if step.rubber.games[side.other] else How.TWO_NIL)
