"""Games with their own score pad, the papers with their rules, and the prices in these papers.

`scoring.rules.tariff` has the prices from the Laws. A pair of prices is (not vulnerable, vulnerable).
"""

from enum import StrEnum


class PadGame(StrEnum):
    """A kind of friendly game. Files and URLs contain its value."""

    RUBBER = "rubber"
    DUPLICATE = "duplicate"
    CHICAGO = "chicago"
    SINGLES = "singles"
    NULLOS = "nullos"

    __hash__ = str.__hash__

    @property
    def word(self) -> str:
        """Name of the game for use within a sentence, such as "rubber bridge" or "Chicago"."""
        return _WORDS[self]


_WORDS = dict(zip(PadGame, ("rubber bridge", "duplicate", "Chicago", "singles", "nullos"), strict=True))


class SourcePaper(StrEnum):
    """A paper with rules that are not in the Laws of rubber bridge. The value is its title."""

    DUPLICATE = "Duplicate Bridge Scoring"
    CHICAGO = "Chicago"
    SINGLES = "Singles Scoring System"
    NULLOS = "Nullos"


# Bonuses for a game and for a part-score in the table of "Duplicate Bridge Scoring". Chicago pays the same for a game.
GAME = (300, 500)
PART_SCORE = 50

# Bonus in Chicago for a part-score made on the last deal of a chukker.
LAST_PART_SCORE = 100

# Limits for points above the line: a rubber ends when a side passes one (Singles Scoring System, "Scoring the
# Rubbers").
FRONT_DOOR = 1000
BACK_DOOR = -1000

# Points for each player on a side (Singles Scoring System, "The Solo Scoring System").
RUBBER_2_1 = 2
RUBBER_2_0 = 4
RUBBER_BY_A_DOOR = 6
# Points for a slam, by its level: (rubber not won, rubber won).
SLAM = {6: (1, 5), 7: (3, 7)}
