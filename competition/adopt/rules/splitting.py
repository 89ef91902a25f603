"""Rules for splitting a written draw into lines, and each line into its sides."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from competition.entries.rules.directory import parts_of
from competition.entries.rules.separator import Row, read_rows
from competition.entries.rules.two_names import tidy
from scoring.rules.refusal import Refused

# A side that is a bye. No name consists of this sign.
BYE = "\0"
_VERSUS = re.compile(r"\s+(?:v|vs|versus|against|plays?|meets?)\b\.?:?\s*", re.IGNORECASE)
_DASH = re.compile(r"\s+(?:[-–—]|-{2,})(?:\s+|$)")
_IS_BYE = re.compile(r"\(?\s*(?:(?:has|have|with)\s+)?(?:an?\s+|the\s+)?byes?\s*\)?\.?|[-–—]", re.IGNORECASE)
_ENDS_IN_BYE = re.compile(r"[\s,:(]+(?:(?:has|have|with)\s+)?(?:an?\s+)?bye\)?\.?$", re.IGNORECASE)
_MATCH_NUMBER = re.compile(r"^\s*(?:(?:match|table|game|m)\s*\d{1,3}|R1-M\d{1,3})\s*[:.)\-]*\s+", re.IGNORECASE)
_HEADING = re.compile(
    r"(?:the\s+)?(?:(?:first|opening)\s+round|round\s+(?:1|one)|1st\s+round|(?:the\s+)?draw|matches)\b[\w\s]{0,20}:?",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"(?:the\s+)?(?:(?:second|third|fourth)\s+round|round\s+(?:[2-9]|two|three|four)|[2-9](?:nd|rd|th)\s+round"
    r"|quarter[\s-]?finals?|semi[\s-]?finals?|finals?)\b[\w\s]{0,20}:?",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?:no\.?\s*)?\d{1,3}[.)]?", re.IGNORECASE)
MOST_LINES = 2_000


@dataclass(frozen=True, slots=True)
class Written:
    """A line that names something: its number, its text, its sides as text, and why it cannot be split."""

    number: int
    text: str
    sides: tuple[str, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Split:
    """The lines of round 1, and notes on those that were left out."""

    lines: list[Written]
    notes: tuple[str, ...] = ()


def split(text: str, is_pair: Callable[[str], bool]) -> Split:
    """Return the lines of a written draw. `is_pair` returns True for the name of an entered pair.

    Raises Refused if there are more than `MOST_LINES` lines.
    """
    numbered = [(number, line.strip()) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)]
    filled = [(number, line) for number, line in numbered if line]
    if len(filled) > MOST_LINES:
        raise Refused(f"This list has more than {MOST_LINES:,} lines. Paste only the draw.")
    if rows := _rows(text, filled):
        return _split_rows(rows, is_pair)
    found: list[Written] = []
    for number, line in filled:
        if _LATER.fullmatch(line) and found:
            return Split(found, (f"Line {number} begins a later round. Only the lines above it were read.",))
        if not _HEADING.fullmatch(line) and not (_LATER.fullmatch(line) and not found):
            found.append(Written(number, line, tuple(_sides(line))))
    return Split(found)


def _sides(line: str) -> Iterator[str]:
    """Yield the sides of a line of text."""
    line = re.sub(r"^\d{1,3}[.)]?\s+(?=byes?\b)", "", _MATCH_NUMBER.sub("", line), flags=re.IGNORECASE)
    mark = _VERSUS if _VERSUS.search(f" {line}") else _DASH
    parts = [part.strip(" \t") for part in mark.split(f" {line}" if mark is _VERSUS else line)]
    if (len(parts) > 2 and _DIGITS.fullmatch(parts[0])) or (
        len(parts) == 2 and mark is _DASH and _DIGITS.fullmatch(parts[0]) and not _is_number_or_bye(parts[1])
    ):
        parts = parts[1:]
    for part in parts:
        yield from _side(part)


def _is_number_or_bye(part: str) -> bool:
    return bool(_DIGITS.fullmatch(part) or _IS_BYE.fullmatch(part))


def _side(part: str) -> Iterator[str]:
    if _IS_BYE.fullmatch(part):
        yield BYE
    elif _DIGITS.fullmatch(part):
        yield part.rstrip(".)")
    elif ends := _ENDS_IN_BYE.search(part):
        yield from (_clean(part[: ends.start()]), BYE)
    else:
        yield _clean(part)


def _clean(part: str) -> str:
    return " ".join(tidy(part).split())


# Columns of a spreadsheet.


def _rows(text: str, filled: Sequence[tuple[int, str]]) -> list[Row]:
    """Return the rows of a list in columns, or nothing if it has none."""
    in_words = sum(bool(_VERSUS.search(line)) for _, line in filled)
    if 2 * in_words > len(filled):
        return []
    rows = [row for row in read_rows(text, is_heading) if any(row.cells)]
    several = sum(len([cell for cell in row.cells if cell]) > 1 or len(row.cells) > 1 for row in rows)
    return rows if 2 * several > len(rows) and not _is_of_joined_names(rows) else []


def _is_of_joined_names(rows: Sequence[Row]) -> bool:
    """Return True if the separator is one inside of names: "Smith, Jones - Brown, Lee"."""
    return sum(any(_DASH.search(cell) for cell in row.cells) for row in rows) * 2 > len(rows)


def is_heading(cells: Sequence[str]) -> bool:
    """Return True for the heading of a table of matches."""
    return "round" in {_plain(cell) for cell in cells} and len(_side_columns(cells)) == 2


def _plain(cell: str) -> str:
    return "".join(letter for letter in cell.casefold() if letter.isalnum())


_UPPER = ("upperpair", "pair1", "pairone", "firstpair", "home", "homepair", "pair", "pairs", "team1", "hosts")
_LOWER = ("lowerpair", "pair2", "pairtwo", "secondpair", "away", "awaypair", "opponents", "opponent", "team2", "guests")


def _side_columns(cells: Sequence[str]) -> list[int]:
    """Return the columns of both sides, or fewer if the heading does not name them."""
    plain = [_plain(cell) for cell in cells]
    columns = [next((at for at, cell in enumerate(plain) if cell in names), None) for names in (_UPPER, _LOWER)]
    return [at for at in columns if at is not None]


def _split_rows(rows: Sequence[Row], is_pair: Callable[[str], bool]) -> Split:
    head = next((at for at, row in enumerate(rows[:5]) if is_heading(row.cells)), None)
    if head is not None:
        return _split_table(rows[head].cells, rows[head + 1 :])
    titles = next((at for at, row in enumerate(rows[:2]) if len(_side_columns(row.cells)) == 2), None)
    if titles is not None:
        upper, lower = _side_columns(rows[titles].cells)
        rows = [row._replace(cells=[_cell(row, upper), _cell(row, lower)]) for row in rows[titles + 1 :]]
    return Split([Written(row.number, " - ".join(filter(None, row.cells)), *_row_sides(row, is_pair)) for row in rows])


def _row_sides(row: Row, is_pair: Callable[[str], bool]) -> tuple[tuple[str, ...], str]:
    """Return the sides of a row, and its fault. An empty cell beside a pair is a bye."""
    if row.fault:
        return (), row.fault
    cells = list(row.cells)
    if len(cells) > 1 and _DIGITS.fullmatch(cells[0]) and not all(map(_is_number_or_bye, filter(None, cells[1:]))):
        cells = cells[1:]
    while len(cells) > 2 and not cells[-1]:
        cells.pop()
    cells = [cell for at, cell in enumerate(cells) if cell or at in (0, len(cells) - 1)]
    if len(cells) == 3 and re.fullmatch(r"v|vs|versus|-", cells[1], re.IGNORECASE):
        cells = [cells[0], cells[2]]
    alone = all(len(parts_of(cell)) == 1 and not _is_number_or_bye(cell) for cell in cells if cell)
    if alone and len([*filter(None, cells)]) == 4:
        return tuple(_clean(" & ".join(two)) for two in (cells[:2], cells[2:])), ""
    if alone and len([*filter(None, cells)]) == 2 and is_pair(joined := _clean(" & ".join(cells))):
        return (joined,), ""
    if len(cells) == 1:
        return tuple(_sides(cells[0])), ""
    return tuple(side for cell in cells for side in (_side(cell) if cell else [BYE])), ""


def _cell(row: Row, at: int) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def _split_table(heading: Sequence[str], rows: Sequence[Row]) -> Split:
    """Return the matches of round 1 of a table with a column of rounds, in the order of their codes."""
    plain = [_plain(cell) for cell in heading]
    round_at, (upper, lower) = plain.index("round"), _side_columns(heading)
    code_at = plain.index("code") if "code" in plain else None
    first = [row for row in rows if re.search(r"\d+", _cell(row, round_at) or "1")]
    first = [row for row in first if _round_of(_cell(row, round_at)) == 1]
    if code_at is not None:
        first.sort(key=lambda row: _position(_cell(row, code_at)))
    found = [
        Written(
            row.number, f"{_cell(row, upper)} - {_cell(row, lower)}".strip(" -"), _two(row, upper, lower), row.fault
        )
        for row in first
    ]
    left_out = len(rows) - len(first)
    return Split(found, (f"{left_out} matches of later rounds were left out.",) if left_out else ())


def _two(row: Row, upper: int, lower: int) -> tuple[str, ...]:
    cells = (_cell(row, upper), _cell(row, lower))
    return tuple(side for cell in cells for side in (_side(cell) if cell else [BYE]))


def _round_of(cell: str) -> int:
    return int(found[0]) if (found := re.search(r"\d+", cell)) else 1


def _position(code: str) -> int:
    return int(found[1]) if (found := re.search(r"M(\d+)$", code)) else 0
