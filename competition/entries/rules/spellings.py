"""Rules for finding similar spellings of players, clubs or areas."""

import re
from collections.abc import Iterable, Iterator

from competition.contest.rules.names import identity_of, letters, person_key, split_name, without_title

# Shorter words too often differ by a single letter for a useful warning.
LONG_ENOUGH = 6
_COMMON_CLUB_WORDS = {"the", "bridge", "club", "bc"}


def alike_players(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of names that may be the same player.

    They differ by one letter, by their order, or by an initial instead of a first name.
    """
    names = list(names)
    found = [*_find_common_marks({name: _marks_of_player(name) for name in names}), *_find_initials(names)]
    return [(one, other) for one, other in found if not _are_told_apart(one, other)]


def _are_told_apart(one: str, other: str) -> bool:
    """Return True for "Jan Smith (senior)" and "Jan Smith", which the organiser has distinguished."""
    return identity_of(one) != identity_of(other) and _bare_key(one) == _bare_key(other)


def _bare_key(name: str) -> str:
    return person_key(split_name(name)[0])


def is_same_name(one: str, other: str) -> bool:
    """Return True if both names have the same words in any order.

    Accents, dots, capitals and the word in brackets do not matter.
    """
    return sorted(_name_words(one)) == sorted(_name_words(other))


def alike_places(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of clubs or areas that may be the same: "St. Anne's BC" and "St Annes Bridge Club"."""
    return [*_find_common_marks({name: _marks_of_place(name) for name in names})]


def _find_common_marks(marks: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield every two keys with a common mark, in order. An index avoids comparing all keys with each other."""
    holders: dict[str, list[str]] = {}
    for name, its in marks.items():
        others = dict.fromkeys(other for mark in sorted(its) for other in holders.get(mark, ()))
        yield from ((other, name) for other in others)
        for mark in its:
            holders.setdefault(mark, []).append(name)


def _find_initials(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that has an initial, with every full name that it may abbreviate."""
    full: dict[tuple[str, str], list[str]] = {}
    short: list[tuple[str, tuple[str, str]]] = []
    for name in names:
        first, last = _name_words(name)[0], _name_words(name)[-1]
        if len(first) == 1:
            short.append((name, (first, last)))
        else:
            full.setdefault((first[0], last), []).append(name)
    yield from ((name, other) for name, initials in short for other in full.get(initials, ()))


def _marks_of_player(name: str) -> set[str]:
    words = _name_words(name)
    return _variants("".join(words)) | {" ".join(sorted(words))}


def _marks_of_place(name: str) -> set[str]:
    words = _words(name)
    telling = [word for word in words if word not in _COMMON_CLUB_WORDS]
    return _variants("".join(telling or words))


def _variants(word: str) -> set[str]:
    """Return the word and, if it is long, its forms with one letter left out.

    Two words that differ by one letter share a form.
    """
    if len(word) < LONG_ENOUGH:
        return {word}
    return {word, *(word[:at] + word[at + 1 :] for at, letter in enumerate(word) if letter.isalpha())}


def _name_words(name: str) -> list[str]:
    return _words(without_title(split_name(name)[0]))


def _words(text: str) -> list[str]:
    """Return the words in small letters without accents, dots and apostrophes."""
    return re.findall(r"\w+", re.sub(r"[.'’`]", "", letters(text))) or [text]
