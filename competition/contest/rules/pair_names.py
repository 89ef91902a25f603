"""Rules for names of pairs in three lengths, all unique in the competition."""

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from competition.contest.rules.people import distinguished, key_of, split_name

Key = TypeVar("Key", bound=Hashable)
Names = tuple[str, ...]
_AND = " & "
_NAMESAKES = ("jr", "sr", "ii", "iii", "iv")


class Forms(NamedTuple):
    """The name of a pair in three lengths: "Ann Lee & Bo Ray", "A. Lee & B. Ray", "Lee & Ray"."""

    full: str
    line: str
    short: str


def forms(pairs: Mapping[Key, Names]) -> dict[Key, Forms]:
    """Return the names of all pairs of a competition in three lengths.

    If two pairs would share a name, both get the next longer form. Full names are unique, because no player is in two
    pairs.
    """
    wanted = {key: _forms(names) for key, names in pairs.items()}
    claimed = Counter(look for found in wanted.values() for look in {_normalised_words(form) for form in found})
    return {key: _make_unique(found, claimed) for key, found in wanted.items()}


def surname(name: str) -> str:
    """Return the surname of a player, which is the sort key in lists of players."""
    return _split(name)[1]


def _make_unique(wanted: Forms, claimed: Counter[Names]) -> Forms:
    line = wanted.line if claimed[_normalised_words(wanted.line)] == 1 else wanted.full
    return Forms(wanted.full, line, wanted.short if claimed[_normalised_words(wanted.short)] == 1 else line)


# Cache the names, because most names stay the same after a change. The largest draw has 512 pairs.
@lru_cache(maxsize=4096)
def _forms(names: Names) -> Forms:
    full = _AND.join(names)
    split = [_split(name) for name in names]
    surnames = [surname for _, surname in split]
    if len(names) == 2 and len(set(map(key_of, surnames))) == 1:
        couple = _couple(full, [given for given, _ in split], surnames[0])
        return Forms(full, couple, couple)
    line = _AND.join(f"{_initial(given)} {surname}".strip() for given, surname in split)
    return Forms(full, line, _AND.join(surnames))


def _couple(full: str, given: list[str], surname: str) -> str:
    """Return the name of two players with the same surname: "P. & T. Gillespry" or "Pat & Peg Gillespry"."""
    if not all(given):
        return full
    initials = [_initial(name) for name in given]
    return f"{_AND.join(initials if initials[0] != initials[1] else given)} {surname}"


def _split(name: str) -> tuple[str, str]:
    """Return the given names and the surname. The surname includes particles and any distinguishing word."""
    name, distinction = split_name(name)
    words = name.split()
    at = len(words) - 1
    while at > 1 and _is_suffix(words[at]):
        at -= 1
    while at > 1 and words[at - 1][0].islower():
        at -= 1
    return " ".join(words[:at]), distinguished(" ".join(words[at:]), distinction)


def _is_suffix(word: str) -> bool:
    return word.casefold().strip(".,") in _NAMESAKES or not any(letter.isalpha() for letter in word)


def _initial(given: str) -> str:
    return f"{given[0]}." if given else ""


@lru_cache(maxsize=4096)
def _normalised_words(form: str) -> Names:
    """Return the normalised words of a name in any order, so that similar names compare as equal."""
    return tuple(sorted(key_of(form).split()))


def family(names: Names) -> str:
    """Return an informal name of a pair: "the Garlands" or "Lee & Ray"."""
    surnames = [surname(name) for name in names]
    if len(names) == 2 and key_of(surnames[0]) == key_of(surnames[1]) and not _is_suffix(surnames[0].split()[-1]):
        return f"the {_plural(surnames[0])}"
    return _AND.join(surnames)


def _plural(name: str) -> str:
    return f"{name}es" if name.casefold().endswith(("s", "x", "z", "ch", "sh")) else f"{name}s"
