"""The games that have a score pad of their own beside the knockout's, and the papers their rules come from."""

from enum import StrEnum


class Game(StrEnum):
    """A game that friends sit down to; the value names it in files and addresses."""

    RUBBER = "rubber"
    DUPLICATE = "duplicate"
    CHICAGO = "chicago"
    SINGLES = "singles"
    NULLOS = "nullos"

    __hash__ = str.__hash__

    @property
    def word(self) -> str:
        """As it is said: rubber bridge, Chicago."""
        return _WORDS[self]


_WORDS = dict(zip(Game, ("rubber bridge", "duplicate", "Chicago", "singles", "nullos"), strict=True))


class Paper(StrEnum):
    """A paper that rules what the Laws of rubber bridge do not, by its own title."""

    DUPLICATE = "Duplicate Bridge Scoring"
    CHICAGO = "Chicago"
    SINGLES = "Singles Scoring System"
    NULLOS = "Nullos"
