"""The rubber as it runs: games, part-scores, vulnerability (Laws 73, 74, 80)."""

from functools import cache
from typing import NamedTuple

from scoring.rules import tariff
from scoring.rules.deal import ABOVE, Entry, Reason
from scoring.rules.sides import EW, NOTHING, NS, Side, Tally

# By the games of North-South and of East-West in a rubber that still runs: nobody has more than one.
_VULNERABLE: tuple[tuple[tuple[Side, ...], ...], ...] = (((), (EW,)), ((NS,), (NS, EW)))


class Rubber(NamedTuple):
    """Games won, and the trick points of each side that count towards the next game."""

    games: Tally = NOTHING
    part_scores: Tally = NOTHING

    @property
    def vulnerable(self) -> tuple[Side, ...]:
        """The sides that have won a game of this rubber, while it runs."""
        return _VULNERABLE[self.games.ns][self.games.ew]

    def credits(self, only_part_score: int) -> tuple[Entry, ...]:
        """What is credited if play stops here: two clauses, each apart from the other (Law 80)."""
        due = (
            (self.games.only, tariff.ONLY_GAME, Reason.ONLY_GAME),
            (self.part_scores.only, only_part_score, Reason.ONLY_PART_SCORE),
        )
        return tuple(
            Entry(side, ABOVE, points, reason, tariff.UNFINISHED_LAW) for side, points, reason in due if side and points
        )


class Step(NamedTuple):
    """A rubber after one more deal, the side that won a game by it, and the bonus if that was the rubber."""

    rubber: Rubber
    game: Side | None = None
    bonus: Entry | None = None


# An unfinished rubber can stand in 400 ways; the sheets of a season pass through them again and again.
@cache
def carry_on(rubber: Rubber, trick_points: Tally) -> Step:
    """The rubber after a deal's trick points; a game wipes out both part-scores (Law 73)."""
    part_scores = rubber.part_scores + trick_points
    if max(part_scores) < tariff.GAME:
        return Step(Rubber(rubber.games, part_scores))
    game = NS if part_scores.ns >= tariff.GAME else EW
    games = rubber.games.plus(game, 1)
    return Step(Rubber(games), game, _bonus(game, games))


def _bonus(side: Side, games: Tally) -> Entry | None:
    """The premium for the rubber, once the side has won it (Law 74)."""
    if games[side] < tariff.GAMES_OF_A_RUBBER:
        return None
    points = tariff.RUBBER[games[side.other]]
    return Entry(side, ABOVE, points, Reason.RUBBER, tariff.RUBBER_LAW)
