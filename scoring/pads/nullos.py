"""Nullos: rubbers between two players, with extra contracts to lose tricks (paper "Nullos").

Such a contract ranks between diamonds and hearts. It has the same prices as hearts, 30 a trick, with lost tricks
counted as won. This includes overtricks, undertricks and slams. The paper says both "at the same value as hearts and
spades" and "above the line". Here its trick points go below the line, as in hearts.
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.pads.line import Next, PadEntry, PadLine, by_law
from scoring.pads.papers import PadGame, SourcePaper
from scoring.pads.rubber import Rubbers
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, PointsReason
from scoring.rules.refusal import Refused, quoted
from scoring.rules.sheet import PlayedRubber, ScoredDeal
from scoring.rules.sides import Seat, Side, Tally

# In the rubber rules, each side represents one player: the first dealer and the opponent.
DEALER, OPPONENT = Side
SEATS = {DEALER: Seat.N, OPPONENT: Seat.E}
TRICKS = 13
LOSING = "N0"
# The denominations in bidding order.
DENOMINATIONS = ("C", "D", LOSING, "H", "S", "NT")
# Accept the letter O for zero, because the two look alike and no other contract contains either.
_WRITTEN = re.compile(r"([0-9])(C|D|N[0O]|H|S|NT?)(X{0,2})", re.ASCII | re.IGNORECASE)
_BEGUN = Rubbers()


@dataclass(frozen=True, slots=True)
class NullosContract:
    """A contract to lose six tricks plus its level, without trumps."""

    level: int
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        self.in_hearts()

    def __str__(self) -> str:
        return f"{self.level}{LOSING}{self.doubling.mark}"

    def in_hearts(self) -> Contract:
        """Return the contract in hearts with the same price. Raises Refused if there is no such level."""
        return Contract(self.level, Denomination.H, self.doubling)


def parse_nullos(text: str) -> Contract | NullosContract:
    """Return the contract written as "1N0", "1N0X" or "2H". Raises Refused if it is unreadable."""
    if not (bid := _WRITTEN.fullmatch(text.strip())):
        raise Refused(
            f"{quoted(text)} is not a contract: write the level, then C, D, N0 for nullos, H, S or NT, "
            "then X if doubled or XX if redoubled, as in 3N0X."
        )
    level, denomination, crosses = bid.groups()
    if denomination.upper() in (LOSING, "NO"):
        return NullosContract(int(level), Doubling(2 ** len(crosses)))
    return Contract.parse(text)


@dataclass(frozen=True, slots=True)
class NullosDeal:
    """A deal in nullos: declarer, contract and tricks won by declarer. All are None if it was passed in."""

    declarer: Side | None
    contract: Contract | NullosContract | None
    tricks: int | None

    def __post_init__(self) -> None:
        self.seated()

    @classmethod
    def passed_in(cls) -> "NullosDeal":
        """Return a passed-in deal. It uses up a number and scores nothing."""
        return cls(None, None, None)

    def priced(self) -> DealResult:
        """Return the rubber bridge deal with the same price."""
        if isinstance(self.contract, NullosContract) and self.tricks is not None:
            return replace(self.seated(), tricks=TRICKS - self.tricks)
        return self.seated()

    def seated(self) -> DealResult:
        """Return the rubber bridge deal with nullos replaced by hearts. Raises Refused if it is impossible."""
        seat = SEATS[self.declarer] if self.declarer else None
        contract = self.contract.in_hearts() if isinstance(self.contract, NullosContract) else self.contract
        return DealResult(seat, contract, self.tricks)


@dataclass(frozen=True, slots=True)
class Nullos:
    """A nullos score pad. `priced` is the rubber bridge pad with the same points."""

    game: ClassVar[PadGame] = PadGame.NULLOS

    deals: tuple[NullosDeal, ...] = ()
    priced: Rubbers = _BEGUN

    @property
    def next(self) -> Next[Side]:
        """The next deal. The two players take turns to deal."""
        number, dealer, vulnerable = self.priced.next
        return Next(number, dealer.side, vulnerable)

    def after(self, deal: NullosDeal) -> "Nullos":
        """Return the pad with one more deal."""
        return Nullos((*self.deals, deal), self.priced.after(deal.priced()))

    @property
    def lines(self) -> tuple[PadLine[Side, NullosDeal], ...]:
        """The deals with their entries, including rubber bonuses."""
        return tuple(_line(deal, scored) for deal, scored in zip(self.deals, self.priced.lines, strict=True))

    @property
    def rubbers(self) -> tuple[PlayedRubber, ...]:
        """The rubbers with a deal, in order. The last may be unfinished."""
        return self.priced.rubbers

    @property
    def credits(self) -> Tally:
        """Credits for the unfinished rubber if play stopped now (Law 80), in points."""
        return self.priced.credits

    @property
    def total(self) -> Tally:
        """Each player's total points if play stopped now, with credits."""
        return self.priced.total

    @property
    def unfinished(self) -> str:
        """Sentence about an unfinished rubber, or ""."""
        return self.priced.unfinished


def _line(deal: NullosDeal, scored: ScoredDeal) -> PadLine[Side, NullosDeal]:
    entries = by_law(scored.entries)
    if isinstance(deal.contract, NullosContract):
        entries = tuple(map(_by_the_paper, entries))
    number = scored.number
    dealer = scored.dealer.side
    vulnerable = scored.vulnerable
    return PadLine(number, dealer, deal, vulnerable, entries, scored.cumulative, scored.game)


def _by_the_paper(entry: PadEntry) -> PadEntry:
    if entry.reason is PointsReason.RUBBER:
        return entry
    return entry._replace(source=f"{SourcePaper.NULLOS}, {entry.source}")
