"""The two sides and the four seats."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Side(StrEnum):
    """North-South or East-West."""

    NS = "ns"
    EW = "ew"

    # An enum hashes its name in Python; text hashes in C, and sides are looked up for every deal there is.
    __hash__ = str.__hash__

    @property
    def other(self) -> "Side":
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

    def after(self, deals: int) -> "Seat":
        """The seat that deals when the deal has passed clockwise this many times."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + deals) % 4]


_CLOCKWISE = tuple(Seat)
_WORDS = dict(zip(Seat, ("North", "East", "South", "West"), strict=True))


class BySide(NamedTuple, Generic[T]):
    """One value for each side, before anyone says "we"."""

    ns: T
    ew: T

    def __getitem__(self, side: Side | str) -> T:  # type: ignore[override]
        # Templates ask with plain text, and ask for every name as if it were a side before they try attributes.
        if side == NS:
            return self.ns
        if side == EW:
            return self.ew
        raise KeyError(side)

    def seen_from(self, side: Side) -> tuple[T, T]:
        """We and They, as the given side reads them."""
        return (self.ns, self.ew) if side == NS else (self.ew, self.ns)


class Tally(BySide[int]):
    """A number for each side, of points or of games, that can be added to."""

    __slots__ = ()

    def __add__(self, other: BySide[int]) -> "Tally":  # type: ignore[override]
        return Tally(self.ns + other.ns, self.ew + other.ew)

    def plus(self, side: Side, more: int) -> "Tally":
        """The same with so many more for one side."""
        return Tally(self.ns + more, self.ew) if side is NS else Tally(self.ns, self.ew + more)

    @property
    def only(self) -> Side | None:
        """The one side that has something while the other has nothing, if there is one."""
        if bool(self.ns) is bool(self.ew):
            return None
        return NS if self.ns else EW

    @property
    def ahead(self) -> Side | None:
        """The side that has more; None when they are level."""
        if self.ns == self.ew:
            return None
        return NS if self.ns > self.ew else EW


NOTHING = Tally(0, 0)


class Reader(NamedTuple):
    """Whose column is on the left, and what the two columns are called."""

    side: Side = Side.NS
    names: tuple[str, str] = ("N-S", "E-W")

    @classmethod
    def at_the_table(cls, side: Side) -> "Reader":
        """The reader who sits on this side."""
        return cls(side, ("We", "They"))

    def name(self, side: Side) -> str:
        """What this reader calls a side."""
        return self.names[side is not self.side]

    def called(self, sides: tuple[Side, ...]) -> str:
        """What this reader calls these sides together: We, They, both, nobody."""
        return "both" if len(sides) > 1 else self.name(sides[0]) if sides else "nobody"


def first_names(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """What the players are called at the table: Flora; John A. and John B. where two bear one name."""
    ways = [[_short(name, initial=initial) for name in names.values()] for initial in (False, True)]
    return {
        seat: next((way[place] for way in ways if way.count(way[place]) == 1), names[seat])
        for place, seat in enumerate(names)
    }


def _short(name: str, *, initial: bool) -> str:
    first, *others = name.split() or [""]
    return f"{first} {others[-1][0]}." if initial and others else first
