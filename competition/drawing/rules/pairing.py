"""Rules that compare first rounds by their preferences and improve them by exchanges."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

# Weight of a rule relative to the next. It exceeds the number of matches, so minor breaches never outweigh a major one.
_STEP = 1024
_NEVER = 1 << 60


class Kind(NamedTuple):
    """The facts of a pair that preferences use. Pairs of the same kind are interchangeable."""

    seeded: bool
    comes: bool
    club: str
    area: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair in the draw. `seed` is its rank (1 is the strongest)."""

    number: int
    attending: bool = False
    club: str = ""
    area: str = ""
    seed: int | None = None
    given_bye: bool = False


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences in use. Seeds and awarded byes always count."""

    opening_day: bool = False
    clubs: bool = False
    areas: bool = False

    def kind(self, entry: Entry) -> Kind:
        """Return the facts of a pair that matter here. Case and spacing of names are ignored."""
        comes = self.opening_day and entry.attending
        return Kind(bool(entry.seed), comes, _normalise(entry.club, self.clubs), _normalise(entry.area, self.areas))


def _normalise(name: str, matters: bool) -> str:
    return " ".join(name.casefold().split()) if matters else ""


def cost(one: Kind, other: Kind) -> int:
    """Return the cost of a match between two such pairs. A lower cost is better.

    The heaviest rule comes first. Two seeds add cost. Two attending pairs reduce it. Two pairs of one club add cost.
    Two pairs of one area reduce it.
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


class Costs:
    """The costs of matches between all kinds of pairs. A bye is the last kind."""

    def __init__(self, entries: Sequence[Entry], preferences: Preferences) -> None:
        kinds: dict[Kind, int] = {}
        self.kind = {entry.number: kinds.setdefault(preferences.kind(entry), len(kinds)) for entry in entries}
        self.bye = len(kinds)
        self.between = [[*(cost(one, other) for other in kinds), 0] for one in kinds]
        self.between.append([*(0 for _ in kinds), _NEVER])


class Pairing:
    """A first round that exchanges can improve. Places 0 and 1 form a match, then 2 and 3, and so on. None is a bye."""

    def __init__(self, order: Sequence[Entry | None], costs: Costs) -> None:
        self.order = list(order)
        self._between = costs.between
        self._kinds = [costs.kind[entry.number] if entry else costs.bye for entry in order]

    @property
    def cost(self) -> int:
        """The total cost of all matches."""
        return sum(self._cost_at(place) for place in range(0, len(self._kinds), 2))

    def improve(self) -> None:
        """Exchange pairs within two or three matches until no exchange reduces the cost."""
        self._improve_two()
        while self._improve_three():
            self._improve_two()

    def exchange(self, one: int, other: int) -> None:
        """Exchange the pairs at two places."""
        order, kinds = self.order, self._kinds
        order[one], order[other] = order[other], order[one]
        kinds[one], kinds[other] = kinds[other], kinds[one]

    def gain(self, one: int, other: int) -> int:
        """Return the reduction in cost if the pairs at these places of two matches are exchanged."""
        kinds, by_one, by_other = self._kinds, self._kinds[one ^ 1], self._kinds[other ^ 1]
        row, column = self._between[kinds[one]], self._between[kinds[other]]
        return row[by_one] + column[by_other] - row[by_other] - column[by_one]

    def _cost_at(self, place: int) -> int:
        return self._between[self._kinds[place]][self._kinds[place ^ 1]]

    def _improve_two(self) -> None:
        better = True
        while better:
            better = False
            for later in range(2, len(self._kinds), 2):
                for place in range(later):
                    if self.gain(place, later) > 0:
                        self.exchange(place, later)
                        better = True

    def _improve_three(self) -> bool:
        """Make the first exchange among three matches that reduces the cost. Return True if there is one."""
        thirds: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for one, other, gain in self._promising_places():
            left = self._kinds[one ^ 1], self._kinds[other ^ 1]
            if left not in thirds:
                thirds[left] = self._best_thirds(*left)
            for more, third in thirds[left]:
                if gain + more > 0 and third >> 1 not in (one >> 1, other >> 1):
                    self.exchange(one ^ 1, other)
                    self.exchange(other ^ 1, third)
                    return True
        return False

    def _promising_places(self) -> Iterator[tuple[int, int, int]]:
        """Yield two places whose pairs would cost less in one match, and the gain from joining them."""
        costs = [self._cost_at(place) for place in range(len(self._kinds))]
        for other in range(len(self._kinds)):
            row, at_other = self._between[self._kinds[other]], costs[other]
            for one in range(other & ~1):
                apart, together = costs[one] + at_other, row[self._kinds[one]]
                if 2 * together < apart:
                    yield one, other, apart - together

    def _best_thirds(self, left: int, other: int) -> list[tuple[int, int]]:
        """Return the matches that are best split between two pairs of these kinds, as (gain, place)."""
        row, column, kinds = self._between[left], self._between[other], self._kinds
        gains = ((self._cost_at(at) - row[kinds[at]] - column[kinds[at ^ 1]], at) for at in range(len(kinds)))
        # Five, because up to four of these places may belong to the matches of the two remaining pairs.
        return nlargest(5, gains)
