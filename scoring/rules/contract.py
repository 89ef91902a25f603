"""Contracts: level, denomination and doubling."""

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from scoring.rules.refusal import Refused, quoted


class Denomination(StrEnum):
    """The suit of a contract, or no-trump."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"
    NT = "NT"

    __hash__ = str.__hash__

    @property
    def symbol(self) -> str:
        """The printed symbol: ♣ ♦ ♥ ♠ NT."""
        return _SYMBOLS[self]

    @property
    def word(self) -> str:
        """The name for use within a sentence, from "clubs" to "no-trump"."""
        return _WORDS[self]


_SYMBOLS = dict(zip(Denomination, ("♣", "♦", "♥", "♠", "NT"), strict=True))
_WORDS = dict(zip(Denomination, ("clubs", "diamonds", "hearts", "spades", "no-trump"), strict=True))


class Doubling(IntEnum):
    """The doubling of a contract. The value multiplies the trick points (Law 81)."""

    UNDOUBLED = 1
    DOUBLED = 2
    REDOUBLED = 4

    __hash__ = int.__hash__

    @property
    def mark(self) -> str:
        """Mark after the contract: "", "X" or "XX"."""
        return {1: "", 2: "X", 4: "XX"}[self]

    @property
    def word(self) -> str:
        """The name for use within a sentence: undoubled, doubled or redoubled."""
        return self.name.lower()


_WRITTEN = re.compile(r"([0-9])(C|D|H|S|NT?)(X{0,2})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract to win six tricks plus its level."""

    level: int
    denomination: Denomination
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise Refused(f"A contract is at level 1 to 7, not {self.level}.")

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{self.doubling.mark}"

    @classmethod
    def parse(cls, text: str) -> "Contract":
        """Return the contract written as "2H", "3ntx" or "6NXX". Raises Refused if it is unreadable."""
        if not (parts := _WRITTEN.fullmatch(text.strip())):
            raise Refused(
                f"{quoted(text)} is not a contract: write the level, then C, D, H, S or NT, "
                "then X if doubled or XX if redoubled, as in 3NTX."
            )
        level, denomination, crosses = parts.groups()
        name = denomination.upper().replace("NT", "N").replace("N", "NT")
        return cls(int(level), Denomination(name), Doubling(2 ** len(crosses)))

    @property
    def tricks(self) -> int:
        """The number of tricks that declarer's side needs."""
        return 6 + self.level
