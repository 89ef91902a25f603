"""Rules that compare first rounds by their preferences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

# Weight of a fault relative to the next less important kind. It exceeds the number of matches and byes.
_STEP = 1024
# Names of the faults that are counted, most important first.
FAULTS = ("second byes", "met before", "two seeds", "not both at the opening day", "one club", "not one area")
_NEVER = _STEP ** len(FAULTS)


@dataclass(frozen=True, slots=True)
class DrawnEntry:
    """A pair in the draw. `seed` is its rank (1 is the strongest).

    `had_bye` and `met` come from earlier rounds: True if it had a bye, and the numbers of the pairs it has met.
    """

    number: int
    attending: bool = False
    club: str = ""
    area: str = ""
    seed: int | None = None
    given_bye: bool = False
    had_bye: bool = False
    met: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences in use. Seeds and awarded byes always count."""

    opening_day: bool = False
    clubs: bool = False
    areas: bool = False


class _Kind(NamedTuple):
    """The facts of a pair that matter in a draw. Pairs of the same kind are interchangeable."""

    seeded: bool
    comes: bool
    club: str
    area: str
    had_bye: bool
    # The number of a pair that has met other pairs, otherwise 0.
    number: int


def folded(name: str) -> str:
    """Return the name of a club or area for comparison: in lower case, with single spaces."""
    return " ".join(name.lower().split())


def same_name(one: str, other: str) -> bool:
    """Return True if two pairs have the same club or area. An empty name never matches."""
    return bool(one) and folded(one) == folded(other)


class Costs:
    """The costs of matches between all pairs of a draw. A lower cost is better.

    The digits of a cost in base 1024 are the counts of FAULTS.
    """

    def __init__(self, entries: Sequence[DrawnEntry], preferences: Preferences) -> None:
        self._preferences = preferences
        self._met = {frozenset((entry.number, other)) for entry in entries for other in entry.met}
        with_past = {number for two in self._met for number in two}
        kinds: dict[_Kind, int] = {}
        self.kind = {
            entry.number: kinds.setdefault(self._kind_of(entry, entry.number in with_past), len(kinds))
            for entry in entries
        }
        self.bye = len(kinds)
        byes = [kind.had_bye * _STEP**5 for kind in kinds]
        self.between = [[*(self._cost(one, other) for other in kinds), byes[at]] for at, one in enumerate(kinds)]
        self.between.append([*byes, _NEVER])

    def _kind_of(self, entry: DrawnEntry, has_past: bool) -> _Kind:
        rules = self._preferences
        return _Kind(
            seeded=bool(entry.seed),
            comes=rules.opening_day and entry.attending,
            club=folded(entry.club) if rules.clubs else "",
            area=folded(entry.area) if rules.areas else "",
            had_bye=entry.had_bye,
            number=entry.number if has_past else 0,
        )

    def _cost(self, one: _Kind, other: _Kind) -> int:
        rules = self._preferences
        faults = (
            frozenset((one.number, other.number)) in self._met,
            one.seeded and other.seeded,
            rules.opening_day and not (one.comes and other.comes),
            bool(one.club) and one.club == other.club,
            rules.areas and not (one.area and one.area == other.area),
        )
        return sum(_STEP ** (4 - at) for at, fault in enumerate(faults) if fault)


def counts(cost: int) -> list[int]:
    """Return the number of faults of each kind in a cost, in the order of FAULTS."""
    return [cost // _STEP ** (len(FAULTS) - 1 - at) % _STEP for at in range(len(FAULTS))]


def cost_of(faults: Sequence[int]) -> int:
    """Return the cost with these numbers of faults, in the order of FAULTS."""
    return sum(number * _STEP ** (len(FAULTS) - 1 - at) for at, number in enumerate(faults))


class Pairing:
    """A first round. Places 0 and 1 form a match, then 2 and 3, and so on. None is a bye."""

    def __init__(self, order: Sequence[DrawnEntry | None], costs: Costs) -> None:
        self.order = list(order)
        self._between = costs.between
        self._kinds = [costs.kind[entry.number] if entry else costs.bye for entry in order]

    @property
    def cost(self) -> int:
        """The total cost of all matches and byes."""
        return sum(self._cost_at(place) for place in range(0, len(self._kinds), 2))

    def exchange(self, first: int, second: int) -> None:
        """Exchange the pairs at two places, unless the cost would rise or the places are in one match."""
        if first >> 1 == second >> 1:
            return
        kinds, between = self._kinds, self._between
        one, other = between[kinds[first]], between[kinds[second]]
        by_one, by_other = kinds[first ^ 1], kinds[second ^ 1]
        if other[by_one] + one[by_other] <= one[by_one] + other[by_other]:
            self._rotate(first, second)

    def rotate(self, first: int, second: int, third: int) -> None:
        """Move the pair at each of three places to the next, unless the cost would rise or two are in one match."""
        if first >> 1 == second >> 1 or second >> 1 == third >> 1 or third >> 1 == first >> 1:
            return
        kinds, between = self._kinds, self._between
        one, two, three = between[kinds[first]], between[kinds[second]], between[kinds[third]]
        by_one, by_two, by_three = kinds[first ^ 1], kinds[second ^ 1], kinds[third ^ 1]
        if three[by_one] + one[by_two] + two[by_three] <= one[by_one] + two[by_two] + three[by_three]:
            self._rotate(first, second, third)

    def _rotate(self, *places: int) -> None:
        both: tuple[list[Any], list[Any]] = self.order, self._kinds
        for items in both:
            moved = [items[place] for place in places]
            for place, item in zip((*places[1:], places[0]), moved, strict=True):
                items[place] = item

    def _cost_at(self, place: int) -> int:
        return self._between[self._kinds[place]][self._kinds[place ^ 1]]
