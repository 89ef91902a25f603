"""Any number of friendly rubbers, one after another (Laws 72 to 81)."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from scoring.pads.line import Next
from scoring.pads.papers import PadGame
from scoring.rules import tariff
from scoring.rules.deal import DealResult, PointsReason, ScoreEntry, points, price
from scoring.rules.rubber import Rubber, carry_on
from scoring.rules.sheet import PlayedRubber, ScoredDeal
from scoring.rules.sides import NOTHING, Seat, Tally

NEW = Rubber()


@dataclass(frozen=True, slots=True)
class Rubbers:
    """A rubber bridge score pad. `running` is the rubber in play."""

    game: ClassVar[PadGame] = PadGame.RUBBER

    first_dealer: Seat = Seat.N
    lines: tuple[ScoredDeal, ...] = ()
    running: Rubber = NEW

    @property
    def next(self) -> Next[Seat]:
        """The next deal. The deal passes clockwise, even after a passed-in deal and between rubbers."""
        played = len(self.lines)
        return Next(played + 1, self.first_dealer.after(played), self.running.vulnerable)

    def after(self, deal: DealResult) -> "Rubbers":
        """Return the pad with one more deal."""
        number, dealer, vulnerable = self.next
        worth = price(deal, vulnerable)
        running, game, bonus = carry_on(self.running, worth.below)
        if bonus:
            worth = worth.plus(bonus)
            running = NEW
        cumulative = self.written + worth.score
        line = ScoredDeal(number, dealer, deal, vulnerable, *worth, cumulative, game, bonus and game)
        return replace(self, lines=(*self.lines, line), running=running)

    @property
    def written(self) -> Tally:
        """Each side's points written so far, without credits."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def credit_entries(self) -> tuple[ScoreEntry, ...]:
        """Credits for the unfinished rubber if play stopped now (Law 80), as entries."""
        return self.running.credits(tariff.ONLY_PART_SCORE)

    @property
    def credits(self) -> Tally:
        """Credits for the unfinished rubber if play stopped now (Law 80), in points."""
        return points(self.credit_entries)

    @property
    def total(self) -> Tally:
        """Each side's total points if play stopped now, with credits."""
        return self.written + self.credits

    @property
    def rubbers(self) -> tuple[PlayedRubber, ...]:
        """The rubbers with a deal, in order. The last may be unfinished."""
        ends = [line.number for line in self.lines if line.rubber]
        bounds = pairwise(sorted({0, *ends, len(self.lines)}))
        return tuple(self._rubber(number, *between) for number, between in enumerate(bounds, start=1))

    @property
    def complete(self) -> bool:
        """True if no rubber is unfinished."""
        return not self.lines or self.lines[-1].rubber is not None

    @property
    def unfinished(self) -> str:
        """Sentence about an unfinished rubber, or ""."""
        if self.complete:
            return ""
        return f"Rubber {len(self.rubbers)} is unfinished. If play stops now, Law 80 applies."

    def _rubber(self, number: int, before: int, last_deal: int) -> PlayedRubber:
        lines = self.lines[before:last_deal]
        games = sum((NOTHING.plus(line.game, 1) for line in lines if line.game), start=NOTHING)
        bonus = points(entry for entry in lines[-1].entries if entry.reason is PointsReason.RUBBER)
        return PlayedRubber(number, before + 1, last_deal, games, bonus != NOTHING, bonus)
