"""Nullos: a rubber between two players, with contracts to lose tricks among the others (paper "Nullos").

Such a contract stands between diamonds and hearts and has their price a trick, 30: it is scored as the same contract
in hearts would be if the tricks lost had been won, overtricks, undertricks and slams included. The paper says both
"at the same value as hearts and spades" and "above the line"; its trick points go below, like those of hearts.
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.pads.game import Game, Paper
from scoring.pads.line import Next, PadEntry, PadLine, by_law
from scoring.pads.rubber import Rubbers
from scoring.rules import deal as rules
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.refusal import Refused, quoted
from scoring.rules.sheet import PlayedRubber, ScoredDeal
from scoring.rules.sides import Seat, Side, Tally

# Two players stand where two sides do: the dealer of the first deal, and the other.
DEALER, OPPONENT = Side
SEATS = {DEALER: Seat.N, OPPONENT: Seat.E}
TRICKS = 13
LOSING = "N0"
# In the order of bidding.
DENOMINATIONS = ("C", "D", LOSING, "H", "S", "NT")
# The letter O is taken for the figure: they look alike, and neither is anything else here.
_WRITTEN = re.compile(r"([0-9])(C|D|N[0O]|H|S|NT?)(X{0,2})", re.ASCII | re.IGNORECASE)
_BEGUN = Rubbers()


@dataclass(frozen=True, slots=True)
class NullosContract:
    """A contract to lose six tricks and as many more as its level says, without trumps."""

    level: int
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        self.in_hearts()

    def __str__(self) -> str:
        return f"{self.level}{LOSING}{self.doubling.mark}"

    def in_hearts(self) -> Contract:
        """The contract that has its price; Refused when there is no such level."""
        return Contract(self.level, Denomination.H, self.doubling)


def parse(text: str) -> Contract | NullosContract:
    """The contract written as 1N0, 1N0X or, as in rubber bridge, 2H; Refused when it cannot be read as one."""
    if not (written := _WRITTEN.fullmatch(text.strip())):
        raise Refused(
            f"{quoted(text)} is not a contract: write the level, then C, D, N0 for nullos, H, S or NT, "
            "then X if doubled or XX if redoubled, as in 3N0X."
        )
    level, denomination, crosses = written.groups()
    if denomination.upper() in (LOSING, "NO"):
        return NullosContract(int(level), Doubling(2 ** len(crosses)))
    return Contract.parse(text)


@dataclass(frozen=True, slots=True)
class Deal:
    """Declarer, contract and the tricks declarer won, at nullos too; nothing at all when passed in."""

    declarer: Side | None
    contract: Contract | NullosContract | None
    tricks: int | None

    def __post_init__(self) -> None:
        self.seated()

    @classmethod
    def passed_in(cls) -> "Deal":
        """A deal on which both players passed: it counts as a deal and scores nothing."""
        return cls(None, None, None)

    def priced(self) -> rules.Deal:
        """The deal of rubber bridge that has its price."""
        if isinstance(self.contract, NullosContract) and self.tricks is not None:
            return replace(self.seated(), tricks=TRICKS - self.tricks)
        return self.seated()

    def seated(self) -> rules.Deal:
        """The deal with declarer in a seat and a contract to lose tricks as that in hearts; Refused if it cannot be."""
        seat = SEATS[self.declarer] if self.declarer else None
        contract = self.contract.in_hearts() if isinstance(self.contract, NullosContract) else self.contract
        return rules.Deal(seat, contract, self.tricks)


@dataclass(frozen=True, slots=True)
class Nullos:
    """An evening of rubbers between two, as far as it has been played."""

    game: ClassVar[Game] = Game.NULLOS

    deals: tuple[Deal, ...] = ()
    priced: Rubbers = _BEGUN

    @property
    def next(self) -> Next[Side]:
        """The deal to be played next; the two deal in turn."""
        number, dealer, vulnerable = self.priced.next
        return Next(number, dealer.side, vulnerable)

    def after(self, deal: Deal) -> "Nullos":
        """The evening with one more deal."""
        return Nullos((*self.deals, deal), self.priced.after(deal.priced()))

    @property
    def lines(self) -> tuple[PadLine[Side, Deal], ...]:
        """The deals with what they wrote, the bonus of a rubber included."""
        return tuple(_line(deal, scored) for deal, scored in zip(self.deals, self.priced.lines, strict=True))

    @property
    def rubbers(self) -> tuple[PlayedRubber, ...]:
        """Every rubber that has a deal, first one first; the last may be unfinished."""
        return self.priced.rubbers

    @property
    def credits(self) -> Tally:
        """What the unfinished rubber is worth if play stops here (Law 80), in points."""
        return self.priced.credits

    @property
    def total(self) -> Tally:
        """Each player's points if play stops here, credits included."""
        return self.priced.total

    @property
    def unfinished(self) -> str:
        """What is left half played, in one sentence; empty when nothing is."""
        return self.priced.unfinished


def _line(deal: Deal, scored: ScoredDeal) -> PadLine[Side, Deal]:
    entries = by_law(scored.entries)
    if isinstance(deal.contract, NullosContract):
        entries = tuple(map(_by_the_paper, entries))
    number, dealer, vulnerable = scored.number, scored.dealer.side, scored.vulnerable
    return PadLine(number, dealer, deal, vulnerable, entries, scored.cumulative, scored.game)


def _by_the_paper(entry: PadEntry) -> PadEntry:
    if entry.reason is rules.Reason.RUBBER:
        return entry
    return entry._replace(source=f"{Paper.NULLOS}, {entry.source}")
