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

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(StrEnum):
    """One of the four seats, clockwise from North."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def side(self) -> Side:
        """The side that sits here."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    def after(self, deals: int) -> Seat:
        """The seat that deals when the deal has passed clockwise this many times."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + deals) % 4]


_CLOCKWISE = tuple(Seat)


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side, before anyone says "we"."""

    ns: T
    ew: T

    def __getitem__(self, side: Side) -> T:
        return self.ns if side is Side.NS else self.ew

    def seen_from(self, side: Side) -> tuple[T, T]:
        """We and They, as the given side reads them."""
        return (self.ns, self.ew) if side is Side.NS else (self.ew, self.ns)
