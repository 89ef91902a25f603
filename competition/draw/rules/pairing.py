"""Rules that compare first rounds by their preferences, improve them by exchanges, and explain the outcome."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from competition.draw.rules.layout import CODE, code, in_words

# Weight of a rule relative to the next. It exceeds the number of matches, so minor breaches never outweigh a major one.
_STEP = 1024
_NEVER = 1 << 60


class PairKind(NamedTuple):
    """The facts of a pair that preferences use. Pairs of the same kind are interchangeable."""

    seeded: bool
    comes: bool
    club: str
    area: str


@dataclass(frozen=True, slots=True)
class DrawnEntry:
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

    def kind(self, entry: DrawnEntry) -> PairKind:
        """Return the facts of a pair that matter here. Case and spacing of names are ignored."""
        comes = self.opening_day and entry.attending
        return PairKind(bool(entry.seed), comes, _normalise(entry.club, self.clubs), _normalise(entry.area, self.areas))


def _normalise(name: str, matters: bool) -> str:
    return " ".join(name.casefold().split()) if matters else ""


def cost(first: PairKind, second: PairKind) -> int:
    """Return the cost of a match between two such pairs. A lower cost is better.

    The heaviest rule comes first. Two seeds add cost. Two attending pairs reduce it. Two pairs of one club add cost.
    Two pairs of one area reduce it.
    """
    weight = 0
    if first.seeded and second.seeded:
        weight += _STEP**3
    if first.comes and second.comes:
        weight -= _STEP**2
    if first.club and first.club == second.club:
        weight += _STEP
    if first.area and first.area == second.area:
        weight -= 1
    return weight


class Costs:
    """The costs of matches between all kinds of pairs. A bye is the last kind."""

    def __init__(self, entries: Sequence[DrawnEntry], preferences: Preferences) -> None:
        kinds: dict[PairKind, int] = {}
        self.kind = {entry.number: kinds.setdefault(preferences.kind(entry), len(kinds)) for entry in entries}
        self.bye = len(kinds)
        self.between = [[*(cost(first, second) for second in kinds), 0] for first in kinds]
        self.between.append([*(0 for _ in kinds), _NEVER])


class Pairing:
    """A first round that exchanges can improve. Places 0 and 1 form a match, then 2 and 3, and so on. None is a bye."""

    def __init__(self, order: Sequence[DrawnEntry | None], costs: Costs) -> None:
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

    def exchange(self, first: int, second: int) -> None:
        """Exchange the pairs at two places."""
        order, kinds = self.order, self._kinds
        order[first], order[second] = order[second], order[first]
        kinds[first], kinds[second] = kinds[second], kinds[first]

    def gain(self, first: int, second: int) -> int:
        """Return the reduction in cost if the pairs at these places of two matches are exchanged."""
        kinds = self._kinds
        by_one = self._kinds[first ^ 1]
        by_other = self._kinds[second ^ 1]
        row, column = self._between[kinds[first]], self._between[kinds[second]]
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
        for first, second, gain in self._promising_places():
            left = self._kinds[first ^ 1], self._kinds[second ^ 1]
            if left not in thirds:
                thirds[left] = self._best_thirds(*left)
            for more, third in thirds[left]:
                if gain + more > 0 and third >> 1 not in (first >> 1, second >> 1):
                    self.exchange(first ^ 1, second)
                    self.exchange(second ^ 1, third)
                    return True
        return False

    def _promising_places(self) -> Iterator[tuple[int, int, int]]:
        """Yield two places whose pairs would cost less in one match, and the gain from joining them."""
        costs = [self._cost_at(place) for place in range(len(self._kinds))]
        for second in range(len(self._kinds)):
            row = self._between[self._kinds[second]]
            at_other = costs[second]
            for first in range(second & ~1):
                apart = costs[first] + at_other
                together = row[self._kinds[first]]
                if 2 * together < apart:
                    yield first, second, apart - together

    def _best_thirds(self, left: int, other: int) -> list[tuple[int, int]]:
        """Return the matches that are best split between two pairs of these kinds, as (gain, place)."""
        row = self._between[left]
        column = self._between[other]
        kinds = self._kinds
        gains = ((self._cost_at(at) - row[kinds[at]] - column[kinds[at ^ 1]], at) for at in range(len(kinds)))
        # Five, because up to four of these places may belong to the matches of the two remaining pairs.
        return nlargest(5, gains)


@dataclass(frozen=True, slots=True)
class PreferenceReason:
    """A sentence about one preference, and True if the draw keeps it everywhere."""

    about: str
    is_kept: bool
    text: str

    @property
    def sentence(self) -> str:
        """The text with its match codes in words, as pages show it."""
        return re.sub(CODE, lambda match: in_words(match[0]), self.text)


@dataclass(frozen=True, slots=True)
class _Meeting:
    code: str
    one: DrawnEntry
    other: DrawnEntry

    def __str__(self) -> str:
        return f"{self.code} (pairs {self.one.number} and {self.other.number})"


class Reasons:
    """The explanations of a first round, which may include swaps."""

    def __init__(self, entries: Sequence[DrawnEntry], places: Sequence[int | None], preferences: Preferences) -> None:
        by_number = {entry.number: entry for entry in entries}
        self._entries = sorted(entries, key=lambda entry: entry.number)
        self._preferences = preferences
        self._places = [by_number[number] if number else None for number in places]
        matches = enumerate(zip(self._places[::2], self._places[1::2], strict=True), start=1)
        self._meetings = [_Meeting(code(1, at), first, second) for at, (first, second) in matches if first and second]
        playing = {pair.number for meeting in self._meetings for pair in (meeting.one, meeting.other)}
        self._with_bye = {number for number in by_number if number not in playing}

    def __iter__(self) -> Iterator[PreferenceReason]:
        """Yield the explanations in the order of priority."""
        yield self._byes()
        if any(entry.given_bye for entry in self._entries):
            yield self._given_byes()
        if any(entry.seed for entry in self._entries):
            yield self._seeds()
        if self._preferences.opening_day and any(entry.attending for entry in self._entries):
            yield self._opening_day()
        if self._preferences.clubs:
            yield self._clubs()
        if self._preferences.areas:
            yield self._areas()

    def _byes(self) -> PreferenceReason:
        pairs, places = len(self._entries), len(self._places)
        if pairs == places:
            return PreferenceReason("Byes", True, f"{pairs} pairs fill the {places} places: no byes.")
        byes = _count(places - pairs, "bye", "byes")
        return PreferenceReason("Byes", True, f"{pairs} pairs in {places} places: {byes}, placed evenly at random.")

    def _given_byes(self) -> PreferenceReason:
        awarded = [entry.number for entry in self._entries if entry.given_bye]
        without = [number for number in awarded if number not in self._with_bye]
        if not without:
            return PreferenceReason("Awarded byes", True, f"{_pairs(awarded).capitalize()} had to have a bye: kept.")
        verb = "has" if len(without) == 1 else "have"
        text = f"Gave way: {_pairs(without)} had to have a bye and {verb} none."
        return PreferenceReason("Awarded byes", False, text)

    def _seeds(self) -> PreferenceReason:
        seeds = sorted((entry.seed, at) for at, entry in enumerate(self._places) if entry and entry.seed)
        near = list(_close_seeds(seeds, len(self._places)))
        if near:
            return PreferenceReason("Seeds apart", False, f"Gave way: {_join(near)}.")
        number = _count(len(seeds), "seed", "seeds")
        return PreferenceReason("Seeds apart", True, f"{number}, the first two in different halves, and so on: kept.")

    def _opening_day(self) -> PreferenceReason:
        coming = [entry for entry in self._entries if entry.attending]
        if len(coming) < 2:
            text = "Fewer than two pairs come to the opening day, so no two could be drawn together."
            return PreferenceReason("Opening day", True, text)
        together = sum(meeting.one.attending and meeting.other.attending for meeting in self._meetings)
        is_kept = together == min(len(self._meetings), len(coming) // 2)
        verb = "is" if together == 1 else "are"
        text = f"{together} of {_matches(len(self._meetings))} to play in round 1 {verb}"
        text += " between pairs who come to the opening day"
        return PreferenceReason("Opening day", is_kept, f"{text}{self._rest(coming, together)}.")

    def _rest(self, coming: Sequence[DrawnEntry], together: int) -> str:
        byes = sum(entry.number in self._with_bye for entry in coming)
        others = len(coming) - 2 * together - byes
        text = f"; {_count(byes, 'more pair who comes has', 'more pairs who come have')} a bye" if byes else ""
        if others:
            text += f"; {_count(others, 'more pair who comes meets', 'more pairs who come meet')} one who does not"
        return text

    def _clubs(self) -> PreferenceReason:
        club = Preferences(clubs=True).kind
        same = [meeting for meeting in self._meetings if meeting.one.club and club(meeting.one) == club(meeting.other)]
        if not same:
            return PreferenceReason("Clubs apart", True, "No two pairs of one club meet in round 1: kept.")
        text = f"Gave way in {_join(f'{meeting}, {meeting.one.club}' for meeting in same)}."
        return PreferenceReason("Clubs apart", False, text)

    def _areas(self) -> PreferenceReason:
        area = Preferences(areas=True).kind
        far = [
            meeting for meeting in self._meetings if not meeting.one.area or area(meeting.one) != area(meeting.other)
        ]
        near = len(self._meetings) - len(far)
        verb = "is" if near == 1 else "are"
        text = f"{near} of {_matches(len(self._meetings))} to play in round 1 {verb}"
        text += " between pairs of one area"
        return PreferenceReason(
            "Short journeys", not far, text + (f". Gave way in {_join(far)}." if far else ": kept.")
        )


def _close_seeds(seeds: Sequence[tuple[int | None, int]], places: int) -> Iterator[str]:
    for rank, (seed, place) in enumerate(seeds):
        section = places >> rank.bit_length()
        for earlier, at in seeds[:rank]:
            if at // section == place // section:
                where = "meet in round 1" if at // 2 == place // 2 else f"stand in the same {_SECTIONS[rank]}"
                yield f"seeds {earlier} and {seed} {where}"


_SECTIONS = ("", "half", *["quarter"] * 2, *["eighth"] * 4, *["sixteenth"] * 8)


def _pairs(numbers: Sequence[int]) -> str:
    noun = "pair" if len(numbers) == 1 else "pairs"
    return f"{noun} {_join(map(str, numbers))}"


def _matches(number: int) -> str:
    return _count(number, "match", "matches")


def _count(number: int, singular: str, plural: str) -> str:
    noun = singular if number == 1 else plural
    return f"{number} {noun}"


def _join(parts: Iterable[object]) -> str:
    *most, last = map(str, parts)
    return f"{', '.join(most)} and {last}" if most else last
