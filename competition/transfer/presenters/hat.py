"""Presenters for a draw from a hat: the organiser's page and the large screen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from competition.contest.rules.names import Forms, key_of, surname
from competition.draw.rules.layout import round_names
from competition.draw.rules.sections import rounds_for
from competition.entries.models import Pair
from competition.transfer.models import Draft
from competition.transfer.presenters.reading import (
    BYE,
    OPEN,
    Cell,
    Picture,
    PicturePlace,
    names_of,
    of_pair,
    picture,
    players_of,
)
from competition.transfer.rules.hat import search_words, suggestions
from scoring.rules.refusal import fingerprint
from scoring.rules.words import ordinal, quantity

_LAST = 3
# Limits for the large screen: matches in a column, names in one column, names in total, and letters in a line.
_COLUMN = 8
_ONE_LIST, _MOST_NAMES = 12, 36
_LONG_LINE, _LONGEST_LINE = 19, 26


@dataclass(frozen=True, slots=True)
class HatName:
    """A pair in the hat, with its name in two parts and the words for finding it."""

    number: int
    parts: tuple[str, str]
    words: str

    @property
    def listed(self) -> str:
        """The name on one line."""
        return " ".join(self.parts)


@dataclass(frozen=True, slots=True)
class Placed:
    """A pair drawn from the hat, with its number in the order, its name in two parts, and its place in words."""

    number: int
    order: int
    parts: tuple[str, str]
    where: str

    @property
    def name(self) -> str:
        """The name on one line."""
        return " ".join(self.parts)


@dataclass
class Hat:
    """The names in a draw from a hat, for one draft. `chosen` is the place that the organiser chose, from 1, or 0."""

    draft: Draft
    pairs: Sequence[Pair]
    chosen: int = 0
    find: str = ""

    @cached_property
    def by_number(self) -> Mapping[int, Pair]:
        """The entered pairs by number."""
        return {pair.number: pair for pair in self.pairs if pair.number}

    @cached_property
    def names_of(self) -> Mapping[int, Forms]:
        """The names of the pairs in three lengths."""
        return names_of(self.pairs)

    @cached_property
    def names(self) -> list[HatName]:
        """The pairs still in the hat."""
        placed = {*self.draft.places}
        return [_name(number, pair) for number, pair in self.by_number.items() if number not in placed]

    @property
    def suggestions(self) -> list[HatName]:
        """The pairs in the hat that match the typed letters."""
        words = {name: name.words.split() for name in self.names}
        return suggestions(self.find, words)

    @cached_property
    def next(self) -> int:
        """The next place to fill, counting from 1, or 0 if all are filled."""
        places = self.draft.places
        if 0 < self.chosen <= len(places) and places[self.chosen - 1] == 0:
            return self.chosen
        return places.index(0) + 1 if 0 in places else 0

    @property
    def heading(self) -> str:
        """The numbers of drawn pairs and of pairs in the hat, in words."""
        drawn = len(self.by_number) - len(self.names)
        left = len(self.names)
        if not left:
            return f"All {quantity(drawn, 'pair')} are drawn"
        if not drawn:
            return f"{quantity(left, 'pair is', 'pairs are')} in the hat"
        verb = "is" if left == 1 else "are"
        return f"{quantity(drawn, 'pair is', 'pairs are')} drawn, {left} {verb} in the hat"

    @property
    def where(self) -> str:
        """A sentence about the place of the next pair."""
        return f"They {self._where(self.next - 1)}." if self.next else ""

    @property
    def last(self) -> list[Placed]:
        """The latest pairs, newest first."""
        order = len(self.draft.drawn)
        return [
            Placed(
                self.draft.places[at],
                order - back,
                parts_of(players_of(self.by_number[self.draft.places[at]])),
                _capital(self._where(at)),
            )
            for back, at in enumerate(reversed(self.draft.drawn[-_LAST:]))
            if self.draft.places[at] in self.by_number
        ]

    @property
    def byes(self) -> str:
        """The number of byes, such as "10 byes", or ""."""
        count = self.draft.places.count(None)
        return quantity(count, "bye") if count else ""

    @cached_property
    def sides(self) -> list[PicturePlace]:
        """The places of the draw for its picture."""
        latest = self.draft.drawn[-1] if self.draft.drawn else -1
        return [self._side(at, latest) for at in range(len(self.draft.places))]

    @property
    def matches(self) -> list[tuple[int, str]]:
        """The matches of round 1 that can have a bye, counting from 0, each with its name and its pair."""
        places = self.draft.places
        both = list(enumerate(zip(places[::2], places[1::2], strict=True)))
        return [(match, self._match(match, two)) for match, two in both if not all(two)]

    @property
    def matches_with_byes(self) -> list[int]:
        """The matches of round 1 with a bye, counting from 0."""
        places = self.draft.places
        return [at // 2 for at, number in enumerate(places) if number is None]

    def _match(self, match: int, two: Sequence[int | None]) -> str:
        pair = next((self.names_of[number].full for number in two if number), "")
        return f"Match {match + 1}: {pair}" if pair else f"Match {match + 1}"

    def picture(self) -> Picture:
        """Return the picture of the draw so far."""
        return picture(self.sides, len(self.by_number))

    def _side(self, at: int, latest: int) -> PicturePlace:
        number = self.draft.places[at]
        if number is None:
            return BYE
        if number in self.names_of:
            return of_pair(self.names_of[number], "new" if at == latest else "")
        if at + 1 == self.next and self.names:
            return PicturePlace("the next pair", "next")
        return PicturePlace("", "open", place=at + 1) if self.names else OPEN

    def _where(self, at: int) -> str:
        """Return the place in words: "play Ogilby & Penhallow" or "have a bye"."""
        other = self.draft.places[at ^ 1]
        if other in self.names_of:
            return f"play {self.names_of[other].short}"
        if other is not None:
            return "play opponents who are not drawn yet"
        then = self._then(at)
        return f"have a bye, then play {then}" if then else "have a bye"

    def _then(self, at: int) -> str:
        """Return text about the opponents after a bye, if they are known."""
        first = ((at >> 1) ^ 1) * 2
        both = [self.names_of.get(number) for number in self.draft.places[first : first + 2] if number is not None]
        if not both or None in both:
            return ""
        names_known = [names.short for names in both if names]
        return names_known[0] if len(names_known) == 1 else f"the winners of {names_known[0]} and {names_known[1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _name(number: int, pair: Pair) -> HatName:
    players = players_of(pair)
    return HatName(number, parts_of(players), " ".join(search_words(players)))


def parts_of(players: Sequence[str]) -> tuple[str, str]:
    """Return a pair's name in two parts: both players, or a couple's first names and their surname."""
    first, second = players
    family = surname(first)
    first_names = [name.removesuffix(family).strip() for name in players]
    if key_of(family) == key_of(surname(second)) and all(first_names):
        return f"{first_names[0]} & {first_names[1]}", family
    return first, f"& {second}"


@dataclass(frozen=True, slots=True)
class Half:
    """A column of matches on the large screen."""

    name: str
    cells: list[Cell]


@dataclass
class Screen:
    """The large screen: the latest pair, its opponents, the matches around it and the names in the hat."""

    hat: Hat

    @property
    def version(self) -> str:
        """The fingerprint of all facts shown on the screen."""
        draft = self.hat.draft
        return fingerprint(draft.places, draft.drawn, draft.place, [name.listed for name in self.hat.names])

    @property
    def place(self) -> str:
        """The venue of the draw."""
        return self.hat.draft.place

    @property
    def _latest(self) -> int | None:
        drawn = self.hat.draft.drawn
        return drawn[-1] if drawn else None

    @property
    def ordinal(self) -> str:
        """The position of the latest pair, such as "Fifteenth out of the hat"."""
        count = len(self.hat.draft.drawn)
        return f"{_capital(ordinal(count))} out of the hat" if count else "Out of the hat"

    @property
    def parts(self) -> tuple[str, ...]:
        """The latest pair's name on two lines."""
        if self._latest is None:
            return (quantity(self.left, "pair"), "in the hat") if self.left else ("The draw", "is complete")
        return parts_of(players_of(self.hat.by_number[self.hat.draft.places[self._latest]]))

    @property
    def length(self) -> str:
        """The length of the name: "", "long" or "longest". Longer names have a smaller size."""
        letters = max(len(part) for part in self.parts)
        return "longest" if letters > _LONGEST_LINE else "long" if letters > _LONG_LINE else ""

    @property
    def meets(self) -> str:
        """The opponents of the latest pair, or its bye, in words."""
        return self.hat._where(self._latest) if self._latest is not None else ""

    @property
    def left(self) -> int:
        """The number of names in the hat."""
        return len(self.hat.names)

    @property
    def halves(self) -> list[Half]:
        """The sixteen matches of round 1 around the latest pair, in two columns."""
        cells = self.hat.picture().rounds[0].cells
        name = round_names(rounds_for(len(self.hat.draft.places)))[0]
        start = ((self._latest or 0) // 2) // (2 * _COLUMN) * 2 * _COLUMN
        window = cells[start : start + 2 * _COLUMN]
        middle = (len(window) + 1) // 2
        if len(cells) <= 2 * _COLUMN:
            titles = (f"{name}, upper half", f"{name}, lower half")
        else:
            cut = start + middle
            end = start + len(window)
            titles = (f"{name}, matches {start + 1} to {cut}", f"{name}, matches {cut + 1} to {end}")
        both = [Half(titles[0], window[:middle]), Half(titles[1], window[middle:])]
        return [half for half in both if half.cells]

    @property
    def names(self) -> list[str]:
        """The names in the hat that fit on the screen."""
        return [name.listed if not self.is_crowded else self.hat.names_of[name.number].line for name in self._shown]

    @property
    def _shown(self) -> list[HatName]:
        return self.hat.names[:_MOST_NAMES]

    @property
    def is_crowded(self) -> bool:
        """True if the names need two columns."""
        return self.left > _ONE_LIST

    @property
    def further(self) -> int:
        """The number of names that do not fit on the screen."""
        return self.left - len(self._shown)
