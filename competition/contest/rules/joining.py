"""Rules for the number of pairs that join a later round."""

from typing import NamedTuple

# The possible numbers of pairs left when others join.
JOIN_LEFT = (2, 4, 8, 16, 32, 64)


class Joining(NamedTuple):
    """The number of places kept for pairs that join later, and the number of pairs left when they join.

    `left` is a power of two that includes the pairs that join. `places` is at most half of it, so two of these pairs
    never meet in their first match. The draw has `left` sections, and one pair comes out of each: the winner of its
    matches, or the pair that joins.
    """

    places: int = 0
    left: int = 1

    @property
    def sections(self) -> int:
        """The number of sections with matches."""
        return self.left - self.places

    @property
    def is_possible(self) -> bool:
        """True if a draw can have these places."""
        return self == NOBODY_JOINS or (self.left in JOIN_LEFT and 1 <= self.places <= self.left // 2)


NOBODY_JOINS = Joining()
