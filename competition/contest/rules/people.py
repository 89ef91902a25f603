"""Rules for recognising a person across seasons, and for the person's web address."""

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256

# European letters that Unicode does not decompose into a letter with an accent.
_PLAIN = str.maketrans({"æ": "ae", "đ": "d", "ð": "d", "ı": "i", "ł": "l", "ø": "o", "œ": "oe", "þ": "th"})

_TITLES = {"mr", "mrs", "ms", "miss", "mx", "dr", "rev", "revd", "prof", "professor", "sir", "dame", "lord", "lady"}
_TITLES |= {"hon", "fr", "capt", "col", "judge"}


# The word in brackets at the end of a name. It contains a letter or a digit.
_DISTINGUISHED = re.compile(r"(?P<name>.*\S)\s*\((?P<distinction>[^()]*\w[^()]*)\)")


def key_of(name: str) -> str:
    """Return the name in normalised form: case, spacing and the encoding of accents do not matter."""
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
    if found := _DISTINGUISHED.fullmatch(" ".join(written.split())):
        return found["name"], found["distinction"].strip()
    return " ".join(written.split()), ""


def distinguished(name: str, distinction: str) -> str:
    """Return the name with the distinguishing word in brackets."""
    return f"{name} ({distinction})" if distinction else name


def identity_of(written: str) -> str:
    """Return the normalised name with any distinguishing word. It is unique within a competition."""
    name, distinction = split_name(written)
    return distinguished(person_key(name), key_of(distinction))


def is_first_name(name: str) -> bool:
    """Return True for a first name, alone or with the initial of a surname: "Betty", "Betty H."."""
    words = split_name(name)[0].split()
    # "Col Smith" has a first name, and "Col. Smith" has none.
    while len(words) > 1 and words[0].rstrip(".").casefold() in _TITLES and words[0].casefold() != "col":
        del words[0]
    return len(words) == 1 or (len(words) == 2 and len(words[1].rstrip(".")) == 1)


def letters(text: str) -> str:
    """Return the text for searching: small letters without accents."""
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

    The hash at the end distinguishes similar names, namesakes of different regions, and the players of a demo. A first
    name alone does not identify a person in other competitions, so it also depends on `only_in`, the slug of the
    competition.
    """
    facts = [identity_of(name), key_of(region), "demo" if demo else ""]
    if is_first_name(name):
        facts.append(only_in)
    mark = sha256("\n".join(facts).encode()).hexdigest()[:6]
    return "-".join([*re.findall("[a-z0-9]+", letters(without_title(name))), mark])
