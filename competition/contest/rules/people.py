"""Who is the same person from one season to the next, and the address a person is found at."""

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256

# Letters of European names that are no letter with an accent.
_PLAIN = str.maketrans({"æ": "ae", "đ": "d", "ð": "d", "ı": "i", "ł": "l", "ø": "o", "œ": "oe", "þ": "th"})

_TITLES = {"mr", "mrs", "ms", "miss", "mx", "dr", "rev", "revd", "prof", "professor", "sir", "dame", "lord", "lady"}
_TITLES |= {"hon", "fr", "capt", "col", "judge"}


# The word in brackets at the end of a name; it holds a letter or a figure.
_DISTINGUISHED = re.compile(r"(?P<name>.*\S)\s*\((?P<distinction>[^()]*\w[^()]*)\)")


def key_of(name: str) -> str:
    """A name as it is compared: case, spacing and how an accent was typed make no other person."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def without_title(name: str) -> str:
    """The name without Mr, Mrs, Dr and the like before it, as long as first name and surname are left."""
    words = name.split()
    while len(words) > 2 and words[0].rstrip(".").casefold() in _TITLES:
        del words[0]
    return " ".join(words)


def person_key(name: str) -> str:
    """A player's name as it is compared: neither does a title make another person."""
    return key_of(without_title(name))


def split_name(written: str) -> tuple[str, str]:
    """Split "Jan Smith (senior)" into the name and the word in brackets that tells namesakes apart."""
    if found := _DISTINGUISHED.fullmatch(" ".join(written.split())):
        return found["name"], found["distinction"].strip()
    return " ".join(written.split()), ""


def distinguished(name: str, distinction: str) -> str:
    """Return the name as it is shown: with the word that tells namesakes apart in brackets."""
    return f"{name} ({distinction})" if distinction else name


def identity_of(written: str) -> str:
    """Return the whole name as it is compared within a competition: two people never have the same."""
    name, distinction = split_name(written)
    return distinguished(person_key(name), key_of(distinction))


def is_first_name(name: str) -> bool:
    """Return True for a first name alone, or with no more than the initial of a surname: "Betty", "Betty H."."""
    words = split_name(name)[0].split()
    while len(words) > 1 and words[0].rstrip(".").casefold() in _TITLES:
        del words[0]
    return len(words) == 1 or (len(words) == 2 and len(words[1].rstrip(".")) == 1)


def letters(text: str) -> str:
    """The text as it is looked for: small letters without their accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def is_named(name: str, wanted: str) -> bool:
    """Whether every word that is looked for occurs in a name; accents and case do not matter."""
    plain = letters(name)
    return all(word in plain for word in letters(wanted).split())


# Most players are named once a round, in each of their seasons.
@lru_cache(maxsize=4096)
def slug_of(name: str, region: str, *, demo: bool = False, only_in: str = "") -> str:
    """The address of the player of this name in a region's competitions: "ada-north-5d1f0c".

    The mark at its end tells apart names that come to the same plain letters, namesakes of two regions, and
    the invented players of a demo from real ones. A first name alone is a stranger in every other competition:
    `only_in` is the address of the one it stands in.
    """
    facts = [identity_of(name), key_of(region), "demo" if demo else ""]
    if is_first_name(name):
        facts.append(only_in)
    mark = sha256("\n".join(facts).encode()).hexdigest()[:6]
    return "-".join([*re.findall("[a-z0-9]+", letters(without_title(name))), mark])
