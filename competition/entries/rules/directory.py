"""Rules for finding the entered pair that a written name means, and similar spellings of players, clubs or areas."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from competition.contest.rules.names import family, forms, identity_of, letters, person_key, split_name, without_title
from competition.entries.rules import grammar

# Shorter words differ by a single letter too often for a useful warning.
LONG_ENOUGH = 6
_COMMON_CLUB_WORDS = {"the", "bridge", "club", "bc"}


def alike_players(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of names that may be the same player.

    They differ by one letter, by the order of their words, or by an initial instead of a first name.
    """
    names = list(names)
    likely = [*_find_common_marks({name: _marks_of_player(name) for name in names}), *_find_initials(names)]
    return [(first, second) for first, second in likely if not _are_told_apart(first, second)]


def _are_told_apart(first: str, second: str) -> bool:
    """Return True for "Jan Smith (senior)" and "Jan Smith", which the organiser has distinguished."""
    return identity_of(first) != identity_of(second) and _bare_key(first) == _bare_key(second)


def _bare_key(name: str) -> str:
    return person_key(split_name(name)[0])


def is_same_name(first: str, second: str) -> bool:
    """Return True if both names have the same words in any order.

    Accents, dots, capitals and the word in brackets do not matter.
    """
    return sorted(_name_words(first)) == sorted(_name_words(second))


def alike_places(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of clubs or areas that may be the same: "St. Anne's BC" and "St Annes Bridge Club"."""
    return [*_find_common_marks({name: _marks_of_place(name) for name in names})]


def _find_common_marks(marks: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield every two keys that share a mark, in order. An index avoids comparing all keys with each other."""
    holders: dict[str, list[str]] = {}
    for name, its in marks.items():
        others = dict.fromkeys(other for mark in sorted(its) for other in holders.get(mark, ()))
        yield from ((other, name) for other in others)
        for mark in its:
            holders.setdefault(mark, []).append(name)


def _find_initials(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that contains an initial, with every full name that it may abbreviate."""
    full: dict[tuple[str, str], list[str]] = {}
    short: list[tuple[str, tuple[str, str]]] = []
    for name in names:
        first = _name_words(name)[0]
        last = _name_words(name)[-1]
        if len(first) == 1:
            short.append((name, (first, last)))
        else:
            full.setdefault((first[0], last), []).append(name)
    yield from ((name, other) for name, initials in short for other in full.get(initials, ()))


def _marks_of_player(name: str) -> set[str]:
    words = _name_words(name)
    return _spelling_variants("".join(words)) | {" ".join(sorted(words))}


def _marks_of_place(name: str) -> set[str]:
    words = _words(name)
    telling = [word for word in words if word not in _COMMON_CLUB_WORDS]
    return _spelling_variants("".join(telling or words))


def _spelling_variants(word: str) -> set[str]:
    """Return the word and, if it is long, its forms with one letter left out.

    Two words that differ by one letter share a form.
    """
    if len(word) < LONG_ENOUGH:
        return {word}
    return {word, *(word[:at] + word[at + 1 :] for at, letter in enumerate(word) if letter.isalpha())}


def _name_words(name: str) -> list[str]:
    return _words(without_title(split_name(name)[0]))


def _words(text: str) -> list[str]:
    """Return the words in lower case without accents, dots and apostrophes."""
    return re.findall(r"\w+", re.sub(r"[.'’`]", "", letters(text))) or [text]


_AND = re.compile(rf"\s*{grammar.AND}\s*", re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s*")
_DASH = re.compile(rf"\s+{grammar.DASH}+\s+")
_NUMBER = re.compile(r"(?:pair|no|nr|number|#)?\s*[.:]?\s*#?(\d{1,3})\.?", re.IGNORECASE)
_FILLING = {"the", "family", "mr", "mrs", "ms", "dr"}
# The most words in a name that is read as one player, or as two players without a sign between them.
_MOST_WORDS = 10
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """An entered pair: its number, the names of both players, and the club."""

    number: int
    players: tuple[str, str]
    club: str = ""


@dataclass(frozen=True, slots=True)
class MeantPairs:
    """The entered pairs that a written name may mean. `is_sure` is False if the spelling differs."""

    numbers: tuple[int, ...] = ()
    is_sure: bool = True


def words_of(text: str) -> Words:
    """Return the words of a name in lower case, without accents, dots and apostrophes."""
    return tuple(re.findall(r"\w+", re.sub(r"['’`]", "", letters(text))))


def name_key(text: str) -> str:
    """Return a key for a written name. The key does not depend on the order of the two players."""
    return " & ".join(sorted(" ".join(words_of(part)) for part in parts_of(text)))


def parts_of(text: str) -> list[str]:
    """Return the parts of a name between the signs that join two players."""
    for mark in (_AND, _DASH, _COMMA):
        parts = [part for part in mark.split(text) if words_of(part)]
        if len(parts) > 1:
            return parts
    return [text]


class Directory:
    """The entered pairs, indexed by name."""

    def __init__(self, pairs: Iterable[Known]) -> None:
        self.pairs = {pair.number: pair for pair in pairs}
        self._players = {
            number: (words_of(without_title(pair.players[0])), words_of(without_title(pair.players[1])))
            for number, pair in self.pairs.items()
        }
        self._by_form: dict[str, set[int]] = defaultdict(set)
        for number, looks in forms({number: pair.players for number, pair in self.pairs.items()}).items():
            for look in {*looks, family(self.pairs[number].players)}:
                self._by_form[name_key(look)].add(number)
        # An index by word, so that a name is compared with few pairs.
        self._by_word: dict[str, set[int]] = defaultdict(set)
        self._by_variant: dict[str, set[int]] = defaultdict(set)
        for number, (first, second) in self._players.items():
            for word in (*first, *second):
                self._by_word[word].add(number)
                self._by_word[f"{word[0]}*"].add(number)
                for variant in _variants(word):
                    self._by_variant[variant].add(number)

    def find(self, text: str) -> MeantPairs:
        """Return the pairs that best fit this name: by number, by an exact name, by its words, or by its spelling."""
        if (digits := _NUMBER.fullmatch(text.strip())) and int(digits[1]) in self.pairs:
            return MeantPairs((int(digits[1]),))
        if exact := self._by_form.get(name_key(text)):
            return MeantPairs(tuple(sorted(exact)))
        ranks: dict[int, int] = defaultdict(int)
        readings = list(_readings(text))
        for reading in readings:
            for number in self._with_words_of(reading):
                ranks[number] = max(ranks[number], _rank(reading, self._players[number]))
        best = max(ranks.values(), default=0)
        if best:
            return MeantPairs(tuple(sorted(number for number, rank in ranks.items() if rank == best)))
        near = {number for reading in readings for number in self._nearly_with_words_of(reading)}
        numbers = (number for number in near if _is_near(readings, self._players[number]))
        return MeantPairs(tuple(sorted(numbers)), is_sure=False)

    def the_pair(self, text: str) -> int | None:
        """Return the number of the only pair that certainly has this name, or None."""
        meant = self.find(text)
        return meant.numbers[0] if meant.is_sure and len(meant.numbers) == 1 else None

    def with_player(self, name: str) -> tuple[int, ...]:
        """Return the pairs with a player who has exactly this name."""
        words = words_of(without_title(name))
        return tuple(number for number, two in self._players.items() if words in two)

    def _with_words_of(self, reading: tuple[Words, ...]) -> set[int]:
        """Return the pairs that have the longest word of a reading, or an initial in its place."""
        word = max((word for words in reading for word in words), key=len)
        return self._by_word[f"{word}*"] if len(word) == 1 else self._by_word[word] | self._by_word[word[0]]

    def _nearly_with_words_of(self, reading: tuple[Words, ...]) -> set[int]:
        """Return the pairs that have the longest word of a reading with at most one letter changed."""
        word = max((word for words in reading for word in words), key=len)
        return self._with_words_of(reading).union(*(self._by_variant.get(variant, ()) for variant in _variants(word)))


def _variants(word: str) -> set[str]:
    """Return the word and its forms with one letter left out. Two words that differ by one letter share a form."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _readings(text: str) -> Iterator[tuple[Words, ...]]:
    """Yield the ways to read a name: as two players, as one player, or as two players without a sign between them."""
    parts = [part for part in (_telling(part) for part in parts_of(text)) if part]
    if len(parts) == 2:
        yield tuple(parts)
    if len(parts) != 1 or len(parts[0]) > _MOST_WORDS:
        return
    (words,) = parts
    yield (words,)
    if len(words) == 1:
        yield from ((surname,) for surname in _singulars(words[0]))
    yield from ((words[:at], words[at:]) for at in range(1, len(words)))


def _telling(part: str) -> Words:
    words = words_of(without_title(part))
    return tuple(word for word in words if word not in _FILLING) if len(words) > 1 else words


def _singulars(word: str) -> Iterator[Words]:
    """Yield the surnames that may have this word as their plural: "applecross" for "applecrosses"."""
    yield from ((word[: -len(end)],) for end in ("es", "s") if word.endswith(end) and len(word) > len(end) + 1)


def _rank(reading: tuple[Words, ...], two: tuple[Words, Words]) -> int:
    """Return a score for the match between a reading and two players. 0 means no match, and higher is better."""
    if len(reading) == 1:
        rank = max(_fit(reading[0], player) for player in two)
        return 2 if rank == _SURNAME else 1 if rank else 0
    best = 0
    for players in permutations(two):
        fits = [_fit(words, player) for words, player in zip(reading, players, strict=True)]
        if all(fits):
            best = max(best, 2 + sum(fits))
    return best


_INITIALS, _FIRST_NAME, _SURNAME = 1, 2, 3


def _fit(words: Words, player: Words) -> int:
    """Return the quality of the match with a player: _SURNAME, _FIRST_NAME, _INITIALS, or 0 for none."""
    left = list(player)
    has_full = has_last = False
    for word in sorted(words, key=len, reverse=True):
        full = word if word in left else None
        match = full or next((name for name in left if _is_initial_of(word, name)), None)
        if match is None:
            return 0
        left.remove(match)
        has_full = has_full or full is not None
        has_last = has_last or (full is not None and full == player[-1])
    return _SURNAME if has_last else _FIRST_NAME if has_full else _INITIALS


def _is_initial_of(word: str, name: str) -> bool:
    return (len(word) == 1 and name.startswith(word)) or (len(name) == 1 and word.startswith(name))


def _is_near(readings: Sequence[tuple[Words, ...]], two: tuple[Words, Words]) -> bool:
    """Return True if the name fits the pair after changing, adding or removing one letter of a long word."""
    return any(
        all(_is_nearly(words, player) for words, player in zip(reading, players, strict=True))
        for reading in readings
        if len(reading) == 2
        for players in permutations(two)
    )


def _is_nearly(words: Words, player: Words) -> bool:
    left = list(player)
    for word in sorted(words, key=len, reverse=True):
        match = next((name for name in left if word == name or _is_initial_of(word, name)), None)
        match = match or next((name for name in left if _differ_by_a_letter(word, name)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _differ_by_a_letter(first: str, second: str) -> bool:
    if min(len(first), len(second)) < LONG_ENOUGH - 1 or abs(len(first) - len(second)) > 1:
        return False
    different = (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    start = next(different, min(len(first), len(second)))
    return first[start + 1 :] in (second[start:], second[start + 1 :]) or first[start:] == second[start + 1 :]
