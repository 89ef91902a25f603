"""Sides and seats."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Side(StrEnum):
    """One of the two sides."""

    NS = "ns"
    EW = "ew"

    # Use the hash of str, which is written in C. An enum's hash is slower, and every deal looks up sides.
    __hash__ = str.__hash__

    @property
    def other(self) -> "Side":
        """The opponents."""
        return EW if self is NS else NS

    @property
    def word(self) -> str:
        """The name for use within a sentence, such as "North-South"."""
        return "North-South" if self is NS else "East-West"


# In Python 3.11, a module variable is ten times as fast as access to an enum member.
NS, EW = Side


class Seat(StrEnum):
    """One of the four seats, clockwise from North, with its side."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    __hash__ = str.__hash__

    def __init__(self, letter: str) -> None:
        self.side = NS if letter in "NS" else EW

    @property
    def word(self) -> str:
        """The name for use within a sentence, such as "North"."""
        return _WORDS[self]

    def after(self, deals: int) -> "Seat":
        """Return the dealer after this many more deals, clockwise."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + deals) % 4]


_CLOCKWISE = tuple(Seat)
_WORDS = dict(zip(Seat, ("North", "East", "South", "West"), strict=True))


class BySide(NamedTuple, Generic[T]):
    """A value for each side."""

    ns: T
    ew: T

    def __getitem__(self, side: Side | str) -> T:  # type: ignore[override]
        # Templates pass plain text. They also try each attribute name as a key first.
        if side == NS:
            return self.ns
        if side == EW:
            return self.ew
        raise KeyError(side)

    def seen_from(self, side: Side) -> tuple[T, T]:
        """Return the given side's value, followed by the other side's value."""
        return (self.ns, self.ew) if side == NS else (self.ew, self.ns)


class Tally(BySide[int]):
    """Each side's points or games, with addition."""

    __slots__ = ()

    def __add__(self, other: BySide[int]) -> "Tally":  # type: ignore[override]
        return Tally(self.ns + other.ns, self.ew + other.ew)

    def plus(self, side: Side, more: int) -> "Tally":
        """Return the tally with `more` added to one side."""
        return Tally(self.ns + more, self.ew) if side is NS else Tally(self.ns, self.ew + more)

    @property
    def only(self) -> Side | None:
        """The only side with a value above zero, or None."""
        if bool(self.ns) is bool(self.ew):
            return None
        return NS if self.ns else EW

    @property
    def ahead(self) -> Side | None:
        """The side with the higher value, or None if they are equal."""
        if self.ns == self.ew:
            return None
        return NS if self.ns > self.ew else EW


NOTHING = Tally(0, 0)


class Reader(NamedTuple):
    """The reader of a score sheet: the side in the left column, and the names of both columns."""

    side: Side = Side.NS
    names: tuple[str, str] = ("N-S", "E-W")

    @classmethod
    def at_the_table(cls, side: Side) -> "Reader":
        """Return the reader who sits on this side."""
        return cls(side, ("We", "They"))

    def name(self, side: Side) -> str:
        """Return the reader's name for a side."""
        return self.names[side is not self.side]

    def called(self, sides: tuple[Side, ...]) -> str:
        """Return the reader's name for these sides together: We, They, both or nobody."""
        return "both" if len(sides) > 1 else self.name(sides[0]) if sides else "nobody"


def first_names(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the players' first names, such as "Flora", or "John A." and "John B." if two share a first name."""
    ways = [[_short(name, initial=initial) for name in names.values()] for initial in (False, True)]
    return {
        seat: next((way[place] for way in ways if way.count(way[place]) == 1), names[seat])
        for place, seat in enumerate(names)
    }


def _short(name: str, *, initial: bool) -> str:
    first, *others = name.split() or [""]
    return f"{first} {others[-1][0]}." if initial and others else first
