"""Sizes of text in pictures, from the font files."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from struct import unpack_from
from unicodedata import combining, normalize

# Regular, bold and italic. static/fonts/MANIFEST-Knockout-Serif.txt gives their origin.
FONTS = sorted((Path(__file__).parents[2] / "static" / "fonts").glob("*.otf"))
TYPEFACE = "Knockout Serif"
NBSP = "\u00a0"
# Width in ems of a letter missing from the typeface.
_WIDEST = 1.4


def width(text: str, size: float) -> float:
    """Return the width of a text at this font size in the widest of regular, bold and italic.

    Kerning can make the text a little narrower.
    """
    ems, plain = _ems(), (letter for letter in normalize("NFKD", text) if not combining(letter))
    return size * sum(ems.get(letter, _WIDEST) for letter in plain)


def is_covered(text: str) -> bool:
    """Return True if the typeface has every letter in the text. It has European letters, but no Cyrillic letters."""
    return _ems().keys() >= {*text} - {"\n"}


@cache
def _ems() -> dict[str, float]:
    """Return each letter's width in ems, in the widest of the three files."""
    faces = [_read_font(path.read_bytes()) for path in FONTS]
    return {letter: max(face[letter] for face in faces) for letter in set.intersection(*map(set, faces))}


def _read_font(font: bytes) -> dict[str, float]:
    """Return the widths of the letters in an OpenType font, from its tables `head`, `hhea`, `hmtx` and `cmap`."""
    (tables,) = unpack_from(">H", font, 4)
    at = {tag: offset for tag, _, offset, _ in (unpack_from(">4sIII", font, 12 + 16 * n) for n in range(tables))}
    (units,) = unpack_from(">H", font, at[b"head"] + 18)
    (count,) = unpack_from(">H", font, at[b"hhea"] + 34)
    widths = unpack_from(">" + "Hh" * count, font, at[b"hmtx"])[::2]
    return {chr(code): widths[min(glyph, count - 1)] / units for code, glyph in _glyphs(font, at[b"cmap"])}


def _glyphs(font: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Yield each character code with its glyph. The first subtable has format 4, as in all fonts with basic letters."""
    (offset,) = unpack_from(">I", font, cmap + 8)
    at = cmap + offset
    (twice,) = unpack_from(">H", font, at + 6)
    many = f">{twice // 2}H"
    lasts, firsts, deltas, ranges = (unpack_from(many, font, at + 14 + n * twice + 2 * (n > 0)) for n in range(4))
    for part, (first, last, delta, skip) in enumerate(zip(firsts, lasts, deltas, ranges, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            place = at + 16 + 3 * twice + 2 * part + skip + 2 * (code - first)
            glyph = unpack_from(">H", font, place)[0] if skip else code
            yield code, (glyph + delta) % 0x10000


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Return the text in lines no wider than `room`. A single longer word gets its own line."""
    return _in_lines(_words(text), room, size)


def wrapped_names(text: str, room: float, size: float) -> list[str]:
    """Return the names in lines no wider than `room`. Names do not break: a single longer name gets its own line."""
    return _in_lines(players(text), room, size)


def players(text: str) -> list[str]:
    """Return the parts of one or more pairs' names that stay on one line: "Ann Lee" and "& Bo Ray"."""
    return re.split(r" (?=(?:&|v|or) )", text)


def _words(text: str) -> list[str]:
    """Return the words in a text. A no-break space does not end a word."""
    return re.findall(rf"[^\s{NBSP}]+(?:{NBSP}[^\s{NBSP}]+)*", text)


def _in_lines(parts: Sequence[str], room: float, size: float) -> list[str]:
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]} {part}".strip()
        if width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return [line for line in lines if line]


def widest_word(text: str, size: float) -> float:
    """Return the width of the longest word."""
    return max((width(word, size) for word in _words(text)), default=0)


def widest_name(text: str, size: float) -> float:
    """Return the width of the longest part that stays on one line."""
    return max(width(name, size) for name in players(text))


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
