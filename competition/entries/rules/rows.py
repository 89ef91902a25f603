"""Rules for reading a text file: its type, its character encoding, and its rows and cells."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from competition.entries.rules.grammar import AND
from competition.entries.rules.marks import without_marks
from scoring.rules.refusal import Refused

_NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MARKUP = re.compile(r"\s*<(?:!doctype|!--|html|head|meta|style|table|\?xml|body)", re.IGNORECASE)
_ADVICE = "Save the list as CSV or .xlsx, or copy its cells and paste them into the box."
# The first bytes of file types that are not lists, with a message for each.
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
    """Return the text of a file that mixes UTF-8 and Windows-1252, for example after joining lists."""
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
    """Return True for a capital among lower-case letters, and for a sign inside or before a word."""
    if letter.isupper():
        return before.islower() or (before.isalpha() and any(character.islower() for character in after))
    after = after[:1]
    if letter.isalpha():
        return after.isupper()
    if letter in "’‘":
        return not (before.isalpha() or after.isalpha())
    if letter in "–—“”…\u00a0·•«»":
        return before.isalpha() and after.isalpha()
    return before.isalpha() or after.isalpha()


# Possible separators. If two fit equally well, the first is used, because it is rarer in names.
SEPARATORS = "\t;|,"
# A longer cell means that a quotation mark was not closed.
MOST_LINES_OF_A_ROW = 12
MOST_ROWS = 20_000
_SAMPLE = 300
# A character that never appears in a list, so that each line is one cell.
_NONE = "\x1f"
_TWO_PEOPLE_BY_COMMA = re.compile(rf"[^,]+,[^,]+{AND}[^,]+,[^,]+", re.IGNORECASE)
_NAMES_AND_CLUB = re.compile(rf"[^,]+{AND}[^,]+(?:,[^,]+)?", re.IGNORECASE)
# The line that tells Excel which separator the file uses.
_SEPARATOR_LINE = re.compile(rf"\"?sep=([{SEPARATORS}])\"?\s*", re.IGNORECASE)
OPEN_QUOTE = "A quotation mark is left open on this line. Close it or delete it."


class ListRow(NamedTuple):
    """A line that is not empty: its number, its stripped cells, any error, and the marks at its end."""

    number: int
    cells: list[str]
    fault: str = ""
    marks: tuple[str, ...] = ()


def read_rows(text: str, is_heading: Callable[[Sequence[str]], bool]) -> list[ListRow]:
    """Return the rows of a list. `is_heading` recognises a row of headings.

    Raises Refused if there are more than `MOST_ROWS` rows.
    """
    marked = [without_marks(line) for line in re.split(r"\r\n|\r|\n", text)]
    lines = [f"{line}\n" for line, _ in marked]
    if declared := _SEPARATOR_LINE.fullmatch(lines[0]):
        separator = declared[1]
        lines[0] = "\n"
    else:
        separator = _separator(lines[:_SAMPLE], is_heading)
    rows: list[ListRow] = []
    for row in _rows(lines, separator):
        rows.append(row)
        if len(rows) > MOST_ROWS:
            raise Refused(f"This list has more than {MOST_ROWS:,} lines. Paste only the pairs.")
    # A cell in quotation marks may have several lines. The marks are on the last line.
    ends = [*(row.number - 1 for row in rows[1:]), *([len(marked)] if rows else [])]
    return [
        row._replace(marks=tuple(mark for _, marks in marked[row.number - 1 : end] for mark in marks))
        for row, end in zip(rows, ends, strict=True)
    ]


def _separator(lines: Sequence[str], is_heading: Callable[[Sequence[str]], bool]) -> str:
    """Return the separator that gives the most consistent rows, or `_NONE` if each line is one cell."""
    best = "," if _are_names_and_clubs(lines) else _NONE
    most = 0.0
    for mark in SEPARATORS:
        rows = [row.cells for row in _rows(lines, mark)]
        widths = Counter(len(cells) for cells in rows)
        several = {width: rows_so_wide for width, rows_so_wide in widths.items() if width > 1}
        has_heading = any(is_heading(cells) for cells in rows[:5])
        if not several or not (has_heading or sum(several.values()) * 2 >= len(rows)):
            continue
        agreement = max(several.values()) / len(rows) + has_heading
        if agreement > most:
            best, most = mark, agreement
    is_in_names = best == "," and most <= 1 and _are_two_people_by_comma(lines)
    return _NONE if is_in_names else best


def _are_two_people_by_comma(lines: Sequence[str]) -> bool:
    """Return True for lines such as "Lark, Ada & Wren, Ben", where a comma does not separate cells."""
    filled = [line.strip() for line in lines if line.strip()]
    return sum(bool(_TWO_PEOPLE_BY_COMMA.fullmatch(line)) for line in filled) * 2 >= len(filled)


def _are_names_and_clubs(lines: Sequence[str]) -> bool:
    """Return True for lines such as "Ada Lark & Ben Wren" if some of them add a club after a comma."""
    return all(_NAMES_AND_CLUB.fullmatch(line.strip()) for line in lines if line.strip())


def _rows(lines: Sequence[str], separator: str) -> Iterator[ListRow]:
    """Yield the rows that are not empty. An open quotation mark affects only its own row."""
    for first, cells in _records(lines, separator):
        if cells is None:
            yield ListRow(first + 1, [lines[first].strip()], OPEN_QUOTE)
        elif any(cell.strip() for cell in cells):
            yield ListRow(first + 1, [cell.strip() for cell in cells])


def _records(lines: Sequence[str], separator: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield the index of each record's first line and its cells, or None if it is unreadable."""
    at = 0
    while at < len(lines):
        first = at
        try:
            for first, last, cells in _read_until_error(lines, at, separator):
                is_last = last == len(lines)
                if (is_last and _is_open(lines[first:last], separator)) or _contains_line(cells, separator):
                    break
                yield first, cells
                at = first = last
        except csv.Error:
            pass
        if at < len(lines):
            yield first, None
            at = first + 1


def _read_until_error(lines: Sequence[str], at: int, separator: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the first line, the end and the cells of each record.

    Raises csv.Error for an unreadable record.
    """
    begun = at

    def feed() -> Iterator[str]:
        for place in range(at, len(lines)):
            if place - begun > MOST_LINES_OF_A_ROW:
                raise csv.Error(OPEN_QUOTE)
            yield lines[place]

    reader = csv.reader(feed(), delimiter=separator, skipinitialspace=True)
    for cells in reader:
        last = at + reader.line_num
        yield begun, last, cells
        begun = last


def _is_open(lines: Sequence[str], separator: str) -> bool:
    """Return True if the last quoted cell is not closed."""
    try:
        [*csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)]
    except csv.Error as fault:
        return "unexpected end" in str(fault)
    return False


def _contains_line(cells: Sequence[str], separator: str) -> bool:
    """Return True if a cell contains a whole line, because its quotation mark was not closed."""
    most = max(2, len(cells) - 2)
    return any(line.count(separator) >= most for cell in cells for line in cell.split("\n")[1:])
