"""Value of one result in rubber bridge, at duplicate and in Chicago, item by item."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.pads import chicago, duplicate
from scoring.pads.line import PadEntry, by_law
from scoring.pads.papers import PadGame
from scoring.pads.rubber import NEW
from scoring.rules import tariff
from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, PointsReason, points, price
from scoring.rules.rubber import Rubber, carry_on
from scoring.rules.sides import NS, Seat, Side, Tally

# The calculator makes North the declarer.
_DECLARER = Seat.N
_FOURTH_DEAL = "on the fourth deal of a chukker"
_IF = {
    PointsReason.ONLY_GAME: "for the only game, if the rubber is unfinished",
    PointsReason.ONLY_PART_SCORE: "for the only part-score, if the rubber is unfinished",
}
_RUBBER_IF = ("for the rubber, if the opponents have won no game", "for the rubber, if the opponents have won a game")


class Further(NamedTuple):
    """Points added under a condition that does not follow from the result alone."""

    when: str
    entry: PadEntry


class Worth(NamedTuple):
    """Value of a result in one game. Declarer's side is North-South."""

    game: PadGame
    entries: tuple[PadEntry, ...]
    further: tuple[Further, ...] = ()

    @property
    def points(self) -> int:
        """Points to declarer's side. Negative if they go to the defenders."""
        ns, ew = points(self.entries)
        return ns - ew


def worth(contract: Contract, tricks: int, vulnerable: bool) -> tuple[Worth, Worth, Worth]:
    """Return the value of this result in each game. Raises Refused if the number of tricks is impossible."""
    deal = DealResult(_DECLARER, contract, tricks)
    sides = (NS,) if vulnerable else ()
    return _rubber(deal, sides), Worth(PadGame.DUPLICATE, duplicate.entries(deal, sides)), _chicago(deal, sides)


def _rubber(deal: DealResult, vulnerable: tuple[Side, ...]) -> Worth:
    worth = price(deal, vulnerable)
    further = _bonuses(worth.below) if vulnerable else _credits(NEW, worth.below)
    return Worth(PadGame.RUBBER, by_law(worth.entries), tuple(further))


def _bonuses(below: Tally) -> Iterator[Further]:
    """Yield a vulnerable side's further points: the rubber bonus, or credits if the rubber stays unfinished."""
    for lost, when in enumerate(_RUBBER_IF):
        if bonus := carry_on(Rubber(Tally(1, lost)), below).bonus:
            yield Further(when, *by_law([bonus]))
    yield from _credits(Rubber(Tally(1, 1)), below)


def _credits(before: Rubber, below: Tally) -> Iterator[Further]:
    for entry in carry_on(before, below).rubber.credits(tariff.ONLY_PART_SCORE):
        yield Further(_IF[entry.reason], *by_law([entry]))


def _chicago(deal: DealResult, vulnerable: tuple[Side, ...]) -> Worth:
    game = carry_on(NEW, price(deal, vulnerable).below).game
    alone, last = (chicago.entries(deal, vulnerable, game=game, is_last=is_last) for is_last in (False, True))
    # Both sides are vulnerable on a fourth deal, so its bonus needs a vulnerable declarer.
    further = [Further(_FOURTH_DEAL, entry) for entry in last if vulnerable and entry not in alone]
    return Worth(PadGame.CHICAGO, alone, tuple(further))
