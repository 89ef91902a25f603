"""Games that have their own score pad, and the papers with their rules."""

from enum import StrEnum


class Game(StrEnum):
    """A kind of friendly game. Files and URLs contain its value."""

    RUBBER = "rubber"
    DUPLICATE = "duplicate"
    CHICAGO = "chicago"
    SINGLES = "singles"
    NULLOS = "nullos"

    __hash__ = str.__hash__

    @property
    def word(self) -> str:
        """Name of the game in a sentence, as in "rubber bridge" or "Chicago"."""
        return _WORDS[self]


_WORDS = dict(zip(Game, ("rubber bridge", "duplicate", "Chicago", "singles", "nullos"), strict=True))


class Paper(StrEnum):
    """A paper with rules that the Laws of rubber bridge lack. The value is its title."""

    DUPLICATE = "Duplicate Bridge Scoring"
    CHICAGO = "Chicago"
    SINGLES = "Singles Scoring System"
    NULLOS = "Nullos"
