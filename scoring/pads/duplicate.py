"""Duplicate: each deal scores separately. The points of one side count against the other side."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from scoring.pads import papers
from scoring.pads.line import Extra, Next, PadEntry, by_law
from scoring.pads.papers import Game, Paper
from scoring.rules.deal import Deal, Line, points
from scoring.rules.deal_value import price
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NOTHING, NS, Seat, Side, Tally
from scoring.rules.tariff import GAME

_VULNERABLE: tuple[tuple[Side, ...], ...] = ((), (NS,), (EW,), (NS, EW))


def vulnerable_on(number: int) -> tuple[Side, ...]:
    """Return the vulnerable sides for the deal with this number, in the usual cycle of sixteen deals."""
    # The order is none, North-South, East-West, both. Every four deals it starts one step later.
    before = number - 1
    return _VULNERABLE[(before + before // 4) % 4]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as played, with its vulnerable sides. None means the vulnerability of the deal's number."""

    deal: Deal
    vulnerable: tuple[Side, ...] | None = None

    def __post_init__(self) -> None:
        if self.deal.honours:
            raise Refused("Honours are not scored at duplicate. Leave them out.")


def entries(deal: Deal, vulnerable: tuple[Side, ...]) -> tuple[PadEntry, ...]:
    """Return the value of a deal at duplicate as entries for the side that scores."""
    worth = price(deal, vulnerable)
    return (*by_law(worth.entries), *_bonus(deal, sum(worth.below), vulnerable))


def _bonus(deal: Deal, trick_points: int, vulnerable: tuple[Side, ...]) -> Iterator[PadEntry]:
    if deal.side is None or deal.over < 0:
        return
    if trick_points >= GAME:
        yield PadEntry(deal.side, Line.ABOVE, papers.GAME[deal.side in vulnerable], Extra.GAME, Paper.DUPLICATE)
    else:
        yield PadEntry(deal.side, Line.ABOVE, papers.PART_SCORE, Extra.PART_SCORE, Paper.DUPLICATE)


def score(deal: Deal, vulnerable: tuple[Side, ...]) -> Tally:
    """Return the value of a deal at duplicate: points for one side, and their negative for the other."""
    ns, ew = points(entries(deal, vulnerable))
    return Tally(ns - ew, ew - ns)


class DuplicateLine(NamedTuple):
    """One deal on a pad of duplicate. Each side's points count against the other side, so one score is negative."""

    number: int
    dealer: Seat
    deal: Deal
    vulnerable: tuple[Side, ...]
    score: Tally
    cumulative: Tally


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A score pad of duplicate. No deal affects another."""

    game: ClassVar[Game] = Game.DUPLICATE

    lines: tuple[DuplicateLine, ...] = ()

    @property
    def next(self) -> Next[Seat]:
        """The next deal. North deals the first."""
        number = len(self.lines) + 1
        return Next(number, Seat.N.after(number - 1), vulnerable_on(number))

    def after(self, played: Played) -> "Duplicate":
        """Return the pad with one more deal."""
        number, dealer, vulnerable = self.next
        if played.vulnerable is not None:
            vulnerable = played.vulnerable
        deal = played.deal
        worth = score(deal, vulnerable)
        line = DuplicateLine(number, dealer, deal, vulnerable, worth, self.total + worth)
        return replace(self, lines=(*self.lines, line))

    @property
    def total(self) -> Tally:
        """Total points of each side. One total is the negative of the other."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def unfinished(self) -> str:
        """Always "", because a pad of duplicate is never unfinished."""
        return ""
