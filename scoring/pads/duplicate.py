"""Duplicate: each deal is worth what it is worth by itself, to one side and against the other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from scoring.pads import tariff
from scoring.pads.game import Game, Paper
from scoring.pads.line import Extra, Next, PadEntry, by_law
from scoring.rules.deal import Deal, Line, points
from scoring.rules.price import price
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NOTHING, NS, Seat, Side, Tally
from scoring.rules.tariff import GAME

_VULNERABLE: tuple[tuple[Side, ...], ...] = ((), (NS,), (EW,), (NS, EW))


def vulnerable_on(number: int) -> tuple[Side, ...]:
    """Who is vulnerable on the deal of this number, in the usual cycle of sixteen."""
    # Nobody, North-South, East-West, both; every four deals it begins one further on.
    before = number - 1
    return _VULNERABLE[(before + before // 4) % 4]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as it was played, and who was vulnerable; None: as its number says."""

    deal: Deal
    vulnerable: tuple[Side, ...] | None = None

    def __post_init__(self) -> None:
        if self.deal.honours:
            raise Refused("Honours are not scored at duplicate.")


def entries(deal: Deal, vulnerable: tuple[Side, ...]) -> tuple[PadEntry, ...]:
    """What a deal is worth at duplicate, item by item, to the side that scores."""
    worth = price(deal, vulnerable)
    return (*by_law(worth.entries), *_bonus(deal, sum(worth.below), vulnerable))


def _bonus(deal: Deal, trick_points: int, vulnerable: tuple[Side, ...]) -> Iterator[PadEntry]:
    if deal.side is None or deal.over < 0:
        return
    if trick_points >= GAME:
        yield PadEntry(deal.side, Line.ABOVE, tariff.GAME[deal.side in vulnerable], Extra.GAME, Paper.DUPLICATE)
    else:
        yield PadEntry(deal.side, Line.ABOVE, tariff.PART_SCORE, Extra.PART_SCORE, Paper.DUPLICATE)


def score(deal: Deal, vulnerable: tuple[Side, ...]) -> Tally:
    """What a deal is worth at duplicate: points to one side, and as many against the other."""
    ns, ew = points(entries(deal, vulnerable))
    return Tally(ns - ew, ew - ns)


class DuplicateLine(NamedTuple):
    """One deal of an evening; a side's points are counted against the other, so that one of `score` is below zero."""

    number: int
    dealer: Seat
    deal: Deal
    vulnerable: tuple[Side, ...]
    score: Tally
    cumulative: Tally


@dataclass(frozen=True, slots=True)
class Duplicate:
    """An evening of duplicate deals as far as it has been played; no deal bears on another."""

    game: ClassVar[Game] = Game.DUPLICATE

    lines: tuple[DuplicateLine, ...] = ()

    @property
    def next(self) -> Next[Seat]:
        """The deal to be played next, North dealing the first."""
        number = len(self.lines) + 1
        return Next(number, Seat.N.after(number - 1), vulnerable_on(number))

    def after(self, played: Played) -> "Duplicate":
        """The evening with one more deal."""
        number, dealer, vulnerable = self.next
        if played.vulnerable is not None:
            vulnerable = played.vulnerable
        deal = played.deal
        worth = score(deal, vulnerable)
        line = DuplicateLine(number, dealer, deal, vulnerable, worth, self.total + worth)
        return replace(self, lines=(*self.lines, line))

    @property
    def total(self) -> Tally:
        """Each side's points, of which one is the other's with the sign changed."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def unfinished(self) -> str:
        """Empty: nothing is ever left half played."""
        return ""
