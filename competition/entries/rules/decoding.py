"""Decoding of text files: detection of the file type and the character encoding."""

import re
from enum import StrEnum
from typing import NamedTuple

from scoring.rules.refusal import Refused

_NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MARKUP = re.compile(r"\s*<(?:!doctype|!--|html|head|meta|style|table|\?xml|body)", re.IGNORECASE)
_ADVICE = "Save the list as CSV or .xlsx, or copy its cells and paste them into the box."
# First bytes of file types that are not lists, with a message for each.
_KINDS = {
    b"\xd0\xcf\x11\xe0": "This is an old Excel or Word file, or one with a password.",
    b"%PDF": "This is a PDF file, which has pages and no cells.",
    b"{\\rtf": "This is a file from a word processor.",
    b"\x89PNG": "This is a picture.",
    b"\xff\xd8\xff": "This is a picture.",
    b"GIF8": "This is a picture.",
    b"\x1f\x8b": "This is a compressed file. Unpack it first.",
}


class Encoding(StrEnum):
    """The character encoding of a file. Only Unicode is certain."""

    UNICODE = ""
    WINDOWS = "windows"
    MAC = "mac"


class Decoded(NamedTuple):
    """The text of a file and its character encoding."""

    text: str
    encoding: Encoding


def decode(data: bytes) -> Decoded:
    """Return the text of a file in UTF-8, UTF-16, Windows-1252 or Mac Roman.

    Raises Refused, with advice, if the file is not a text file or is a web page.
    """
    for start, what in _KINDS.items():
        if data.startswith(start):
            raise Refused(f"{what} {_ADVICE}")
    text, encoding = _decode_unicode(data) or _decode_single_byte(data)
    if _NOT_TEXT.search(text):
        raise Refused(f"This file is not text. {_ADVICE}")
    if _MARKUP.match(text):
        raise Refused(
            f"This is a web page, although its name has another ending. Open it in your spreadsheet. {_ADVICE}"
        )
    return Decoded(text, encoding)


def _decode_unicode(data: bytes) -> Decoded | None:
    """Return the text of UTF-8 or UTF-16, or None for any other encoding."""
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


def _decode_single_byte(data: bytes) -> Decoded:
    """Return the text as Windows-1252 or Mac Roman, whichever gives more plausible words."""
    mac = data.decode("mac_roman")
    try:
        windows = data.decode("cp1252")
    except UnicodeDecodeError:
        windows = _decode_mixed(data)
    if _count_implausible(mac) < _count_implausible(windows):
        return Decoded(mac, Encoding.MAC)
    return Decoded(windows, Encoding.WINDOWS)


def _decode_mixed(data: bytes) -> str:
    """Return the text of a file that mixes UTF-8 and Windows-1252, as joined lists do."""
    text = data.decode("utf-8", errors="surrogateescape")
    return "".join(
        bytes([ord(letter) - 0xDC00]).decode("cp1252", errors="replace") if 0xDC80 <= ord(letter) <= 0xDCFF else letter
        for letter in text
    )


def _count_implausible(text: str) -> int:
    """Return the number of implausible characters beyond ASCII."""
    return sum(
        _is_implausible(text[at - 1 : at], letter, text[at + 1 : at + 3])
        for at, letter in enumerate(text)
        if letter > "\x7f"
    )


def _is_implausible(before: str, letter: str, after: str) -> bool:
    """Return True for a capital among small letters, and for a sign inside or before a word."""
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
