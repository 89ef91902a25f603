"""The rubber in play: games, part-scores and vulnerability (Laws 73, 74 and 80)."""

from functools import cache
from typing import NamedTuple

from scoring.rules import tariff
from scoring.rules.deal import ABOVE, PointsReason, ScoreEntry
from scoring.rules.sides import EW, NOTHING, NS, Side, Tally

# Vulnerable sides by games won: `_VULNERABLE[ns][ew]`. No side has won two games in an unfinished rubber.
_VULNERABLE: tuple[tuple[tuple[Side, ...], ...], ...] = (((), (EW,)), ((NS,), (NS, EW)))


class Rubber(NamedTuple):
    """The games won, and each side's trick points towards the next game."""

    games: Tally = NOTHING
    part_scores: Tally = NOTHING

    @property
    def vulnerable(self) -> tuple[Side, ...]:
        """The sides that have won a game in this unfinished rubber."""
        return _VULNERABLE[self.games.ns][self.games.ew]

    def credits(self, only_part_score: int) -> tuple[ScoreEntry, ...]:
        """Return the credits if play stopped now.

        The only game and the only part-score get separate credits (Law 80).
        """
        due = (
            (self.games.only, tariff.ONLY_GAME, PointsReason.ONLY_GAME),
            (self.part_scores.only, only_part_score, PointsReason.ONLY_PART_SCORE),
        )
        return tuple(
            ScoreEntry(side, ABOVE, points, reason, tariff.UNFINISHED_LAW)
            for side, points, reason in due
            if side and points
        )


class RubberStep(NamedTuple):
    """A rubber after one more deal, with the side that won a game, if any, and the bonus if the rubber ended."""

    rubber: Rubber
    game: Side | None = None
    bonus: ScoreEntry | None = None


# An unfinished rubber has 400 possible states, and they often repeat on score sheets.
@cache
def carry_on(rubber: Rubber, trick_points: Tally) -> RubberStep:
    """Return the rubber after these trick points. A game resets both part-scores (Law 73)."""
    part_scores = rubber.part_scores + trick_points
    if max(part_scores) < tariff.GAME:
        return RubberStep(Rubber(rubber.games, part_scores))
    game = NS if part_scores.ns >= tariff.GAME else EW
    games = rubber.games.plus(game, 1)
    return RubberStep(Rubber(games), game, _bonus(game, games))


def _bonus(side: Side, games: Tally) -> ScoreEntry | None:
    """Return the premium for the rubber if the side has won it (Law 74)."""
    if games[side] < tariff.GAMES_OF_A_RUBBER:
        return None
    points = tariff.RUBBER[games[side.other]]
    return ScoreEntry(side, ABOVE, points, PointsReason.RUBBER, tariff.RUBBER_LAW)
