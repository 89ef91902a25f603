"""How much room words take in a picture, whatever typeface its reader has."""

from dataclasses import dataclass
from unicodedata import combining, normalize

# In ems, for bold letters of a wide typeface (DejaVu Sans): any usual one needs no more.
_CLASSES = {
    "ijlft.,:;'’!|()[]-/ Ir": 0.5,
    'abcdeghknopqsuvxyzJ0123456789*_?"': 0.74,
    "ABCDEFGHKLNOPQRSTUVXYZ&+=<>#$~^": 0.88,
    "mMwW@%": 1.11,
}
_EMS = {letter: ems for letters, ems in _CLASSES.items() for letter in letters}
_WIDEST = 1.4


def width(text: str, size: float) -> float:
    """At most how wide a text of this size is, in the units of the size."""
    letters = (letter for letter in normalize("NFKD", text) if not combining(letter))
    return size * sum(_EMS.get(letter, _WIDEST) for letter in letters)


def wrapped(text: str, room: float, size: float) -> list[str]:
    """The text in lines no wider than the room; a single word that is wider has a line of its own."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


def widest_word(text: str, size: float) -> float:
    """At most how wide the widest word of a text is."""
    return max((width(word, size) for word in text.split()), default=0)


def leading(size: float) -> float:
    """How far apart the lines of this size of type stand."""
    return round(size * 1.3)


@dataclass(frozen=True, slots=True)
class Words:
    """Text in lines of one size."""

    lines: list[str]
    size: float

    @property
    def height(self) -> float:
        """How much room the lines take from the first one's top to the last one's bottom."""
        return len(self.lines) * leading(self.size)


def is_covered(text: str) -> bool:
    """Whether the typefaces that pictures come with have every letter: Latin with all its marks, Greek, Cyrillic."""
    return all(letter < "\u0530" or "\u1e00" <= letter < "\u2040" for letter in text)
