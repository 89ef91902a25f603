"""Friendly rubbers, one after the other, of any number of deals (Laws 72 to 81)."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from scoring.pads.game import Game
from scoring.pads.line import Next
from scoring.rules import tariff
from scoring.rules.deal import Deal, Entry, Reason, points
from scoring.rules.price import price
from scoring.rules.rubber import Rubber, carry_on
from scoring.rules.sheet import PlayedRubber, ScoredDeal
from scoring.rules.sides import NOTHING, Seat, Tally

NEW = Rubber()


@dataclass(frozen=True, slots=True)
class Rubbers:
    """An evening of rubbers as far as it has been played, and the rubber that is running."""

    game: ClassVar[Game] = Game.RUBBER

    first_dealer: Seat = Seat.N
    lines: tuple[ScoredDeal, ...] = ()
    running: Rubber = NEW

    @property
    def next(self) -> Next[Seat]:
        """The deal to be played next; the deal passes clockwise, through passed-in deals and from rubber to rubber."""
        played = len(self.lines)
        return Next(played + 1, self.first_dealer.after(played), self.running.vulnerable)

    def after(self, deal: Deal) -> "Rubbers":
        """The evening with one more deal."""
        number, dealer, vulnerable = self.next
        worth = price(deal, vulnerable)
        running, game, bonus = carry_on(self.running, worth.below)
        if bonus:
            worth, running = worth.plus(bonus), NEW
        cumulative = self.written + worth.score
        line = ScoredDeal(number, dealer, deal, vulnerable, *worth, cumulative, game, bonus and game)
        return replace(self, lines=(*self.lines, line), running=running)

    @property
    def written(self) -> Tally:
        """What is written for each side so far, in points, without credits."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def credit_entries(self) -> tuple[Entry, ...]:
        """What the unfinished rubber is worth if play stops here (Law 80)."""
        return self.running.credits(tariff.ONLY_PART_SCORE)

    @property
    def credits(self) -> Tally:
        """The same in points."""
        return points(self.credit_entries)

    @property
    def total(self) -> Tally:
        """Each side's points if play stops here, credits included."""
        return self.written + self.credits

    @property
    def rubbers(self) -> tuple[PlayedRubber, ...]:
        """Every rubber that has a deal, first one first; the last may be unfinished."""
        ends = [line.number for line in self.lines if line.rubber]
        bounds = pairwise(sorted({0, *ends, len(self.lines)}))
        return tuple(self._rubber(number, *between) for number, between in enumerate(bounds, start=1))

    @property
    def complete(self) -> bool:
        """Whether no rubber is unfinished."""
        return not self.lines or self.lines[-1].rubber is not None

    @property
    def unfinished(self) -> str:
        """What is left half played, in one sentence; empty when nothing is."""
        if self.complete:
            return ""
        return f"Rubber {len(self.rubbers)} is unfinished: if play stops here, Law 80 settles it."

    def _rubber(self, number: int, before: int, last_deal: int) -> PlayedRubber:
        lines = self.lines[before:last_deal]
        games = sum((NOTHING.plus(line.game, 1) for line in lines if line.game), start=NOTHING)
        bonus = points(entry for entry in lines[-1].entries if entry.reason is Reason.RUBBER)
        return PlayedRubber(number, before + 1, last_deal, games, bonus != NOTHING, bonus)
