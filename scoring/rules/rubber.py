"""The rubber as it runs: games, part-scores, vulnerability (Laws 73, 74, 80)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules import tariff
from scoring.rules.deal import Entry, Line, Reason
from scoring.rules.sides import EW, NOTHING, NS, BySide, Side

# By the games of North-South and of East-West in a rubber that still runs: nobody has more than one.
_VULNERABLE: tuple[tuple[tuple[Side, ...], ...], ...] = (((), (EW,)), ((NS,), (NS, EW)))


@dataclass(frozen=True, slots=True)
class Rubber:
    """Games won, and the trick points of each side that count towards the next game."""

    games: BySide[int] = NOTHING
    part_scores: BySide[int] = NOTHING

    @property
    def vulnerable(self) -> tuple[Side, ...]:
        """The sides that have won a game of this rubber, while it runs."""
        return _VULNERABLE[self.games.ns][self.games.ew]

    def after(self, side: Side, trick_points: int) -> Rubber:
        """The rubber after a side has scored below the line; a game wipes out both part-scores (Law 73)."""
        if self.part_scores[side] + trick_points < tariff.GAME:
            return Rubber(self.games, self.part_scores.plus(side, trick_points))
        return Rubber(self.games.plus(side, 1))

    def bonus(self, side: Side) -> Entry | None:
        """The premium of a side that has won two games; None while it has not (Law 74)."""
        if self.games[side] < tariff.GAMES_OF_A_RUBBER:
            return None
        points = tariff.RUBBER[self.games[side.other]]
        return Entry(side, Line.ABOVE, points, Reason.RUBBER, tariff.RUBBER_LAW)

    def credits(self, only_part_score: int) -> tuple[Entry, ...]:
        """What is credited if play stops here: two clauses, each apart from the other (Law 80)."""
        due = (
            (self.games.only, tariff.ONLY_GAME, Reason.ONLY_GAME),
            (self.part_scores.only, only_part_score, Reason.ONLY_PART_SCORE),
        )
        return tuple(
            Entry(side, Line.ABOVE, points, reason, tariff.UNFINISHED_LAW)
            for side, points, reason in due
            if side and points
        )
