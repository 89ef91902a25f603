"""Rules for the division of a draw into sections or single rounds.

Sections are for pairs that join a later round, and for winners that do not meet in a final.
"""

from typing import NamedTuple

# The possible numbers of pairs left when others join.
JOIN_LEFT = (2, 4, 8, 16, 32, 64)
# The possible numbers of sections whose winners qualify for another event without a final between them.
SECTIONS = (2, 16)
# The fewest pairs for each of these sections.
FEWEST_IN_SECTION = 4


class Division(NamedTuple):
    """The sections of a draw, or its rounds if they are drawn one by one.

    One pair comes out of each section: the winner of its matches, or a pair that joins later. `kept` is the number of
    sections that stay empty, each with a place kept for a pair that joins later. `left` is the number of all sections,
    and so the number of pairs left then. If `has_final`, the winners of the sections play on, and `left` is a power of
    two. `kept` is at most half of it, so two pairs that join never meet in their first match. Otherwise the winners of
    the sections never meet.

    If `is_by_round`, only round 1 is drawn at first. The winners of each round are drawn against each other in a later
    draw, and one of them has a bye if their number is odd.
    """

    kept: int = 0
    left: int = 1
    has_final: bool = True
    is_by_round: bool = False

    @property
    def sections(self) -> int:
        """The number of sections with matches."""
        return self.left - self.kept

    @property
    def apart(self) -> int:
        """The number of sections whose winners never meet, or 1 if there is one final."""
        return 1 if self.has_final else self.left

    @property
    def is_possible(self) -> bool:
        """True if a draw can have these sections."""
        if self.is_by_round:
            return self == BY_ROUND
        if not self.has_final:
            return self.kept == 0 and SECTIONS[0] <= self.left <= SECTIONS[1]
        return self == WHOLE or (self.left in JOIN_LEFT and 1 <= self.kept <= self.left // 2)


# A draw that is not divided.
WHOLE = Division()
# A draw of one round at a time.
BY_ROUND = Division(is_by_round=True)
