"""What a draw should keep in round 1 if it can, and how far a match goes against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

# More than a draw has matches, so that no number of lesser breaches outweighs a greater one.
_STEP = 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair to be drawn; `seed` is its rank, 1 the strongest."""

    number: int
    attending: bool = False
    club: str = ""
    area: str = ""
    seed: int | None = None
    given_bye: bool = False


@dataclass(frozen=True, slots=True)
class Preferences:
    """Which preferences are switched on; seeds and given byes speak for themselves."""

    opening_day: bool = False
    clubs: bool = False
    areas: bool = False

    def kind(self, entry: Entry) -> Kind:
        """All of a pair that matters for whom it meets; capitals and spaces in names do not."""
        comes = self.opening_day and entry.attending
        return Kind(bool(entry.seed), comes, _spelt(entry.club, self.clubs), _spelt(entry.area, self.areas))


class Kind(NamedTuple):
    """Pairs of one kind could change places and no preference would notice."""

    seeded: bool
    comes: bool
    club: str
    area: str


def _spelt(name: str, matters: bool) -> str:
    return " ".join(name.casefold().split()) if matters else ""


def cost(one: Kind, other: Kind) -> int:
    """How far a match between two such pairs goes against the preferences: the less the better.

    Two seeds who meet weigh more than all that follows; then two pairs at the opening day, who lighten it; then
    two pairs of one club; then two of one area, who lighten it again.
    """
    weight = 0
    if one.seeded and other.seeded:
        weight += _STEP**3
    if one.comes and other.comes:
        weight -= _STEP**2
    if one.club and one.club == other.club:
        weight += _STEP
    if one.area and one.area == other.area:
        weight -= 1
    return weight
