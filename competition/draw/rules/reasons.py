"""Rules that explain how well a first round keeps its preferences."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from competition.contest.rules.division import WHOLE, Division
from competition.draw.rules.drawing import part_size
from competition.draw.rules.layout import CODE, code, in_words
from competition.draw.rules.pairing import DrawnEntry, Preferences, same_name
from competition.draw.rules.sections import kept_places


@dataclass(frozen=True, slots=True)
class PreferenceReason:
    """A sentence about one preference. `kept` is True if the draw keeps it everywhere."""

    about: str
    is_kept: bool
    text: str

    @property
    def sentence(self) -> str:
        """The sentence with match codes in words, for pages."""
        return re.sub(CODE, lambda match: in_words(match[0]), self.text)


@dataclass(frozen=True, slots=True)
class _Meeting:
    code: str
    one: DrawnEntry
    other: DrawnEntry

    def __str__(self) -> str:
        return f"{self.code} (pairs {self.one.number} and {self.other.number})"


class Reasons:
    """The explanations of a first round, which may include swaps.

    In a draw round by round, they can also be those of a later round. `name` is its name within a sentence.
    """

    def __init__(
        self,
        entries: Sequence[DrawnEntry],
        places: Sequence[int | None],
        preferences: Preferences,
        division: Division = WHOLE,
        round: int = 1,
        name: str = "round 1",
    ) -> None:
        by_number = {entry.number: entry for entry in entries}
        self._entries = sorted(entries, key=lambda entry: entry.number)
        self._preferences = preferences
        self._drawn, self._division, self._name = places, division, name
        self._places = [by_number[number] if number else None for number in places]
        matches = enumerate(zip(self._places[::2], self._places[1::2], strict=True), start=1)
        self._meetings = [_Meeting(code(round, at), one, other) for at, (one, other) in matches if one and other]
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
        kept = kept_places(self._drawn)
        pairs, places = len(self._entries), len(self._places) - sum(kept.values())
        if self._division.is_by_round:
            text = "an odd number, so one has a bye" if pairs % 2 else "an even number, so no byes"
            return PreferenceReason("Byes", True, f"{pairs} pairs, {text}.")
        join = f" {_count(len(kept), 'further place is', 'further places are')} kept for pairs that join later."
        if pairs == places:
            text = f"{pairs} pairs fill the {places} places: no byes."
        else:
            byes = _count(places - pairs, "bye", "byes")
            text = f"{pairs} pairs in {places} places: {byes}, placed evenly at random."
        return PreferenceReason("Byes", True, text + (join if kept else ""))

    def _given_byes(self) -> PreferenceReason:
        awarded = [entry.number for entry in self._entries if entry.given_bye]
        without = [number for number in awarded if number not in self._with_bye]
        if not without:
            return PreferenceReason("Awarded byes", True, f"{_pairs(awarded).capitalize()} had to have a bye: kept.")
        verb = "has" if len(without) == 1 else "have"
        text = f"Gave way: {_pairs(without)} had to have a bye and {verb} none."
        return PreferenceReason("Awarded byes", False, text)

    def _seeds(self) -> PreferenceReason:
        if self._division.is_by_round:
            both = [meeting for meeting in self._meetings if meeting.one.seed and meeting.other.seed]
            text = f"Gave way in {_join(both)}." if both else f"No two seeds meet in {self._name}: kept."
            return PreferenceReason("Seeds apart", not both, text)
        seeds = sorted((entry.seed, at) for at, entry in enumerate(self._places) if entry and entry.seed)
        near = list(_close_seeds(seeds, len(self._places), self._division))
        if near:
            return PreferenceReason("Seeds apart", False, f"Gave way: {_join(near)}.")
        number = _count(len(seeds), "seed", "seeds")
        parts = "halves" if self._division.has_final else "sections"
        return PreferenceReason("Seeds apart", True, f"{number}, the first two in different {parts}, and so on: kept.")

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
        same = [meeting for meeting in self._meetings if same_name(meeting.one.club, meeting.other.club)]
        if not same:
            return PreferenceReason("Clubs apart", True, f"No two pairs of one club meet in {self._name}: kept.")
        text = f"Gave way in {_join(f'{meeting}, {meeting.one.club}' for meeting in same)}."
        return PreferenceReason("Clubs apart", False, text)

    def _areas(self) -> PreferenceReason:
        far = [meeting for meeting in self._meetings if not same_name(meeting.one.area, meeting.other.area)]
        near = len(self._meetings) - len(far)
        verb = "is" if near == 1 else "are"
        text = f"{near} of {_matches(len(self._meetings))} to play in {self._name} {verb}"
        text += " between pairs of one area"
        return PreferenceReason(
            "Short journeys", not far, text + (f". Gave way in {_join(far)}." if far else ": kept.")
        )


def _close_seeds(seeds: Sequence[tuple[int | None, int]], places: int, division: Division) -> Iterator[str]:
    for rank, (seed, place) in enumerate(seeds):
        size = part_size(rank, places, division)
        part = _PARTS[rank // division.apart] or "section"
        for earlier, at in seeds[:rank]:
            if at // size == place // size:
                where = "meet in round 1" if at // 2 == place // 2 else f"stand in the same {part}"
                yield f"seeds {earlier} and {seed} {where}"


_PARTS = ("", "half", *["quarter"] * 2, *["eighth"] * 4, *["sixteenth"] * 8)


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
