"""Text from the bytes of a file: which kind of file it is, and how its letters are stored."""

import re
from enum import StrEnum
from typing import NamedTuple

from scoring.rules.refusal import Refused

_NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MARKUP = re.compile(r"\s*<(?:!doctype|!--|html|head|meta|style|table|\?xml|body)", re.IGNORECASE)
_SAVE = "Save the list as CSV or .xlsx, or copy its cells and paste them into the box."
# What each kind of file that is no list begins with.
_KINDS = {
    b"\xd0\xcf\x11\xe0": "This is an old Excel or Word file, or one with a password.",
    b"%PDF": "This is a PDF file, which holds pages and no cells.",
    b"{\\rtf": "This is a file from a word processor.",
    b"\x89PNG": "This is a picture.",
    b"\xff\xd8\xff": "This is a picture.",
    b"GIF8": "This is a picture.",
    b"\x1f\x8b": "This is a compressed file. Unpack it first.",
}


class Encoding(StrEnum):
    """How the letters of a file are stored; all but Unicode are a guess."""

    UNICODE = ""
    WINDOWS = "windows"
    MAC = "mac"


class Decoded(NamedTuple):
    """The text of a file and how its letters were stored."""

    text: str
    encoding: Encoding


def decode(data: bytes) -> Decoded:
    """Return the text: UTF-8, UTF-16, Windows-1252 or Mac Roman. Raises Refused when the file is no text."""
    for start, what in _KINDS.items():
        if data.startswith(start):
            raise Refused(f"{what} {_SAVE}")
    text, encoding = _unicode(data) or _one_byte_a_letter(data)
    if _NOT_TEXT.search(text):
        raise Refused(f"This file is not text. {_SAVE}")
    if _MARKUP.match(text):
        raise Refused(f"This is a web page, whatever its name ends with. Open it in your spreadsheet. {_SAVE}")
    return Decoded(text, encoding)


def _unicode(data: bytes) -> Decoded | None:
    """Return the text of UTF-8, or of UTF-16 with its mark or plainly recognisable without it; None for any other."""
    candidates = ["utf-8-sig"]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        candidates = ["utf-16"]
    elif len(data) % 2 == 0 and data.count(0) > len(data) // 3:
        candidates = ["utf-16-le" if data[1:200:2].count(0) > data[:200:2].count(0) else "utf-16-be"]
    for encoding in candidates:
        try:
            return Decoded(data.decode(encoding).lstrip("\ufeff"), Encoding.UNICODE)
        except UnicodeDecodeError:
            continue
    return None


def _one_byte_a_letter(data: bytes) -> Decoded:
    """Return the text as Windows or as an old Mac stores it, whichever makes better words."""
    mac = data.decode("mac_roman")
    try:
        windows = data.decode("cp1252")
    except UnicodeDecodeError:
        windows = _mixed(data)
    if _faults(mac) < _faults(windows):
        return Decoded(mac, Encoding.MAC)
    return Decoded(windows, Encoding.WINDOWS)


def _mixed(data: bytes) -> str:
    """Return UTF-8 where it is UTF-8, and Windows text elsewhere: two lists that were put together."""
    text = data.decode("utf-8", errors="surrogateescape")
    return "".join(
        bytes([ord(letter) - 0xDC00]).decode("cp1252", errors="replace") if 0xDC80 <= ord(letter) <= 0xDCFF else letter
        for letter in text
    )


def _faults(text: str) -> int:
    """Return how many letters beyond ASCII stand where none of their kind would."""
    return sum(
        _is_odd(text[at - 1 : at], letter, text[at + 1 : at + 3]) for at, letter in enumerate(text) if letter > "\x7f"
    )


def _is_odd(before: str, letter: str, after: str) -> bool:
    """Return True for a capital within a word of small letters, and for a sign within a word or at its beginning."""
    if letter.isupper():
        return before.islower() or (before.isalpha() and any(one.islower() for one in after))
    after = after[:1]
    if letter.isalpha():
        return after.isupper()
    if letter in "’‘":
        return not (before.isalpha() or after.isalpha())
    if letter in "–—“”…\u00a0·•«»":
        return before.isalpha() and after.isalpha()
    return before.isalpha() or after.isalpha()
