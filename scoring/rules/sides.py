"""The two sides and the four seats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Side(StrEnum):
    """North-South or East-West."""

    NS = "ns"
    EW = "ew"

    # An enum hashes its name in Python; text hashes in C, and sides are looked up for every deal there is.
    __hash__ = str.__hash__

    @property
    def other(self) -> Side:
        """The opponents."""
        return EW if self is NS else NS

    @property
    def word(self) -> str:
        """As it is said: North-South."""
        return "North-South" if self is NS else "East-West"


# A member asked of its class takes Python 3.11 ten times as long as a name of this module.
NS, EW = Side


class Seat(StrEnum):
    """One of the four seats, clockwise from North, and the side that sits there."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    __hash__ = str.__hash__

    def __init__(self, letter: str) -> None:
        self.side = NS if letter in "NS" else EW

    @property
    def word(self) -> str:
        """As it is said: North."""
        return _WORDS[self]

    def after(self, deals: int) -> Seat:
        """The seat that deals when the deal has passed clockwise this many times."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + deals) % 4]


_CLOCKWISE = tuple(Seat)
_WORDS = dict(zip(Seat, ("North", "East", "South", "West"), strict=True))


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side, before anyone says "we"."""

    ns: T
    ew: T

    def __getitem__(self, side: Side | str) -> T:
        # Templates ask with plain text, and ask for method names first as if they were sides.
        if side == NS:
            return self.ns
        if side == EW:
            return self.ew
        raise KeyError(side)

    def __add__(self: BySide[int], other: BySide[int]) -> BySide[int]:
        return BySide(self.ns + other.ns, self.ew + other.ew)

    @property
    def only(self: BySide[int]) -> Side | None:
        """The one side that has something while the other has nothing, if there is one."""
        if bool(self.ns) is bool(self.ew):
            return None
        return NS if self.ns else EW

    @property
    def ahead(self: BySide[int]) -> Side | None:
        """The side that has more; None when they are level."""
        if self.ns == self.ew:
            return None
        return NS if self.ns > self.ew else EW

    def plus(self: BySide[int], side: Side, points: int) -> BySide[int]:
        """The same with so many more for one side."""
        return BySide(self.ns + points, self.ew) if side is NS else BySide(self.ns, self.ew + points)

    def seen_from(self, side: Side) -> tuple[T, T]:
        """We and They, as the given side reads them."""
        return (self.ns, self.ew) if side is NS else (self.ew, self.ns)


NOTHING: BySide[int] = BySide(0, 0)
