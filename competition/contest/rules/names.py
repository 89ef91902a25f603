"""Rules for names: pairs in three lengths, all unique in the competition, and people across seasons."""

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeVar

# European letters that Unicode does not decompose into a letter with an accent.
_PLAIN = str.maketrans({"æ": "ae", "đ": "d", "ð": "d", "ı": "i", "ł": "l", "ø": "o", "œ": "oe", "þ": "th"})

_TITLES = {"mr", "mrs", "ms", "miss", "mx", "dr", "rev", "revd", "prof", "professor", "sir", "dame", "lord", "lady"}
_TITLES |= {"hon", "fr", "capt", "col", "judge"}


# A name with a distinguishing word in brackets at its end. The word contains a letter or a digit.
_DISTINGUISHED = re.compile(r"(?P<name>.*\S)\s*\((?P<distinction>[^()]*\w[^()]*)\)")


# The words that replace a removed name.
UNNAMED = "A player"


def key_of(name: str) -> str:
    """Return the name in normalised form, so that case, spacing and the encoding of accents do not matter."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def without_title(name: str) -> str:
    """Return the name without titles such as Mr, Mrs or Dr, if at least two other words remain."""
    words = name.split()
    while len(words) > 2 and words[0].rstrip(".").casefold() in _TITLES:
        del words[0]
    return " ".join(words)


def person_key(name: str) -> str:
    """Return a player's name in normalised form, without titles."""
    return key_of(without_title(name))


def split_name(written: str) -> tuple[str, str]:
    """Return the name and the distinguishing word of "Jan Smith (senior)"."""
    if parts := _DISTINGUISHED.fullmatch(" ".join(written.split())):
        return parts["name"], parts["distinction"].strip()
    return " ".join(written.split()), ""


def distinguished(name: str, distinction: str) -> str:
    """Return the name with the distinguishing word in brackets."""
    return f"{name} ({distinction})" if distinction else name


def identity_of(written: str) -> str:
    """Return the normalised name, including any distinguishing word. It is unique within a competition."""
    name, distinction = split_name(written)
    return distinguished(person_key(name), key_of(distinction))


def is_first_name(name: str) -> bool:
    """Return True for a first name, alone or with the initial of a surname: "Betty", "Betty H.".

    The words for a removed name count as a first name, because they do not identify anybody in other competitions.
    """
    if split_name(name)[0] == UNNAMED:
        return True
    words = split_name(name)[0].split()
    # "Col Smith" has a first name, but "Col. Smith" has a title.
    while len(words) > 1 and words[0].rstrip(".").casefold() in _TITLES and words[0].casefold() != "col":
        del words[0]
    return len(words) == 1 or (len(words) == 2 and len(words[1].rstrip(".")) == 1)


def letters(text: str) -> str:
    """Return the text for searching: in lower case, without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def is_named(name: str, wanted: str) -> bool:
    """Return True if the name contains every wanted word. Accents and case do not matter."""
    plain = letters(name)
    return all(word in plain for word in letters(wanted).split())


# Cache the slugs, because a player appears in many rounds and seasons.
@lru_cache(maxsize=4096)
def slug_of(name: str, region: str, *, demo: bool = False, only_in: str = "") -> str:
    """Return the slug of a player in a region's competitions, such as "ada-north-5d1f0c".

    The hash at the end distinguishes similar names, namesakes in different regions, and players in a demo. A first
    name alone does not identify a person in other competitions, so it also depends on `only_in`, the slug of the
    competition.
    """
    facts = [identity_of(name), key_of(region), "demo" if demo else ""]
    if is_first_name(name):
        facts.append(only_in)
    mark = sha256("\n".join(facts).encode()).hexdigest()[:6]
    return "-".join([*re.findall("[a-z0-9]+", letters(without_title(name))), mark])


Key = TypeVar("Key", bound=Hashable)
Names = tuple[str, ...]
_AND = " & "
_NAMESAKES = ("jr", "sr", "ii", "iii", "iv")


class Forms(NamedTuple):
    """A pair's name in three lengths: "Ann Lee & Bo Ray", "A. Lee & B. Ray", "Lee & Ray"."""

    full: str
    line: str
    short: str


def forms(pairs: Mapping[Key, Names]) -> dict[Key, Forms]:
    """Return the names of all pairs in a competition in three lengths.

    If two pairs would share a name, both get the next longer form. Full names are unique, because no player is in two
    pairs.
    """
    return dict(_forms_of_all(tuple(pairs.items())))


# Cache the names for whole draws, because results do not change them. Each process caches 16 draws.
@lru_cache(maxsize=16)
def _forms_of_all(pairs: tuple[tuple[Key, Names], ...]) -> dict[Key, Forms]:
    wanted = {key: _forms(names) for key, names in pairs}
    claimed = Counter(look for names in wanted.values() for look in {_normalised_words(name) for name in names})
    return {key: _make_unique(names, claimed) for key, names in wanted.items()}


def surname(name: str) -> str:
    """Return a player's surname, which is the sort key in lists of players."""
    return _split(name)[1]


def _make_unique(wanted: Forms, claimed: Counter[Names]) -> Forms:
    line = wanted.line if claimed[_normalised_words(wanted.line)] == 1 else wanted.full
    return Forms(wanted.full, line, wanted.short if claimed[_normalised_words(wanted.short)] == 1 else line)


# Cache the names, because few names change at a time. The largest draw has 512 pairs.
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
    short = initials if initials[0] != initials[1] else given
    return f"{_AND.join(short)} {surname}"


def _split(name: str) -> tuple[str, str]:
    """Return the given names and the surname. The surname includes particles and any distinguishing word."""
    name, distinction = split_name(name)
    if name == UNNAMED:
        return "", distinguished(name, distinction)
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
    """Return the normalised words of a name in any order, so that similar names are equal."""
    return tuple(sorted(key_of(form).split()))


def family(names: Names) -> str:
    """Return a pair's informal name: "the Garlands" or "Lee & Ray"."""
    surnames = [surname(name) for name in names]
    if len(names) == 2 and key_of(surnames[0]) == key_of(surnames[1]) and not _is_suffix(surnames[0].split()[-1]):
        return f"the {_plural(surnames[0])}"
    return _AND.join(surnames)


def _plural(name: str) -> str:
    return f"{name}es" if name.casefold().endswith(("s", "x", "z", "ch", "sh")) else f"{name}s"
