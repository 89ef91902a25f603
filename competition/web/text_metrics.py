"""Estimates of text size in pictures, safe for any typeface."""

from dataclasses import dataclass
from unicodedata import combining, normalize

# Widths in ems of bold letters in DejaVu Sans. Other common typefaces are no wider.
_CLASSES = {
    "ijlft.,:;'’!|()[]-/ Ir": 0.5,
    'abcdeghknopqsuvxyzJ0123456789*_?"': 0.74,
    "ABCDEFGHKLNOPQRSTUVXYZ&+=<>#$~^": 0.88,
    "mMwW@%": 1.11,
}
_EMS = {letter: ems for letters, ems in _CLASSES.items() for letter in letters}
_WIDEST = 1.4


def width(text: str, size: float) -> float:
    """Return an upper bound for the width of a text at this font size."""
    letters = (letter for letter in normalize("NFKD", text) if not combining(letter))
    return size * sum(_EMS.get(letter, _WIDEST) for letter in letters)


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Return the text in lines no wider than `room`. A single longer word gets its own line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


def widest_word(text: str, size: float) -> float:
    """Return an upper bound for the width of the longest word."""
    return max((width(word, size) for word in text.split()), default=0)


def leading(size: float) -> float:
    """Return the distance between lines at this font size."""
    return round(size * 1.3)


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of text in one font size."""

    lines: list[str]
    size: float

    @property
    def height(self) -> float:
        """Height from the top of the first line to the bottom of the last one."""
        return len(self.lines) * leading(self.size)


def is_covered(text: str) -> bool:
    """Return True if the bundled typefaces have every letter of the text: Latin, Greek and Cyrillic."""
    return all(letter < "\u0530" or "\u1e00" <= letter < "\u2040" for letter in text)
