"""One rubber of a singles evening: as in rubber bridge, but for doubled contracts, penalties and two doors.

The paper is the Singles Scoring System, "Scoring the Rubbers".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.pads import solo, tariff
from scoring.pads.game import Paper
from scoring.pads.line import Extra, PadEntry, PadLine, by_law
from scoring.pads.rubber import NEW
from scoring.pads.seating import Player, partners, round_of, seats
from scoring.pads.solo import Award, Ending, How, Points, Slam
from scoring.rules.contract import Contract
from scoring.rules.deal import Deal, Line, Reason, points
from scoring.rules.price import price, trick_points
from scoring.rules.rubber import Rubber, Step, carry_on
from scoring.rules.sides import NOTHING, BySide, Seat, Side, Tally


def entries(deal: Deal, vulnerable: tuple[Side, ...]) -> tuple[PadEntry, ...]:
    """What a deal writes, all of it for declarer's side: tricks short of the contract count against that side."""
    written = [_against_declarer(entry) for entry in by_law(price(deal, vulnerable).entries)]
    return (*written, *_excess(deal))


def _against_declarer(entry: PadEntry) -> PadEntry:
    if entry.reason is not Reason.UNDERTRICKS:
        return entry
    source = f"{Paper.SINGLES}, {entry.source}"
    return entry._replace(side=entry.side.other, points=-entry.points, source=source)


def _excess(deal: Deal) -> Iterator[PadEntry]:
    """What doubling adds to the trick points stands below the line with them, and once more above it."""
    if deal.contract is None or deal.side is None or deal.over < 0:
        return
    undoubled = Contract(deal.contract.level, deal.contract.denomination)
    if excess := trick_points(deal.contract) - trick_points(undoubled):
        yield PadEntry(deal.side, Line.ABOVE, excess, Extra.EXCESS, Paper.SINGLES)


@dataclass(frozen=True, slots=True)
class SinglesRubber:
    """A rubber as far as it has been played: games and part-scores, points above the line, and how it ended."""

    number: int
    lines: tuple[PadLine[Seat, Deal], ...] = ()
    so_far: Rubber = NEW
    above: Tally = NOTHING
    ending: Ending | None = None

    def after(self, deal: Deal, dealer: Seat) -> "SinglesRubber":
        """The rubber with one more deal, while it is not over."""
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
        """The round it belongs to."""
        return round_of(self.number)

    @property
    def seats(self) -> Mapping[Seat, Player]:
        """Who sits where."""
        return seats(self.number)

    @property
    def sides(self) -> BySide[tuple[Player, ...]]:
        """Who plays with whom, the scorer's side as North-South."""
        return partners(self.number)

    @property
    def games(self) -> Tally:
        """The games of each side."""
        return self.so_far.games

    @property
    def written(self) -> Tally:
        """All that is written for each side, in points: it decides nothing, what stands above the line may."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def slams(self) -> tuple[Slam, ...]:
        """The slams bid and made."""
        return tuple(
            Slam(line.number, line.deal.side, line.deal.slam)
            for line in self.lines
            if line.deal.side and line.deal.slam
        )

    @property
    def awards(self) -> tuple[Award, ...]:
        """The solo points it gives; none until it is over."""
        return solo.awards(self.sides, self.ending, self.slams) if self.ending else ()

    @property
    def points(self) -> Points:
        """The solo points of every player."""
        return solo.tally(self.awards)


def _ending(side: Side | None, step: Step, above: Tally) -> Ending | None:
    """How the deal that this side declared ended the rubber; a door comes before a second game."""
    if side is None:
        return None
    if above[side] > tariff.FRONT_DOOR:
        return Ending(side, How.FRONT_DOOR)
    if above[side] < tariff.BACK_DOOR:
        return Ending(side.other, How.BACK_DOOR)
    if step.bonus is None:
        return None
    return Ending(side, How.TWO_ONE if step.rubber.games[side.other] else How.TWO_NIL)
