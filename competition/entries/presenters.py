"""Presenters for duplicate warnings, substitutes and message links, and readers for files with a list of pairs."""

import csv
import io
import warnings
import zipfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime, time
from itertools import combinations, product
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from competition.entries.models import Pair, Player
from competition.entries.rules.directory import alike_players
from competition.entries.rules.marks import HIDDEN, PARTLY_STRUCK, STRUCK, note_mark, with_marks
from competition.entries.rules.rows import Encoding, decode
from competition.entries.rules.sheet_marks import SheetMarks, marks_of_sheets
from competition.entries.rules.workbook_size import is_too_large
from scoring.rules.refusal import Refused

# A player's name, and the entry with this name.
Standing = tuple[str, str]
THIS = "this entry"


def names_entered(players: Iterable[Player]) -> list[Standing]:
    """Return the names of these players, each with its pair."""
    return [(player.display_name, f"pair {player.pair.number}") for player in players]


def names_waiting(entry: Pair, waiting: Iterable[Pair]) -> list[Standing]:
    """Return the names from one entry and from all waiting pairs."""
    where = {sent: THIS if sent == entry else f"another entry, {sent.reference}" for sent in (entry, *waiting)}
    return [(name, place) for sent, place in where.items() for name in map(str, sent.present)]


def duplicate_warnings(entries: Iterable[Standing], of: Collection[str] | None = None) -> list[str]:
    """Return the warnings about these names, or only those about the entries in `of`."""
    places: dict[str, list[str]] = {}
    for name, place in entries:
        places.setdefault(name, []).append(place)
    same = ((name, name, two) for name in places for two in combinations(places[name], 2))
    alike = ((*names, two) for names in alike_players(places) for two in product(*(places[name] for name in names)))
    return [
        f"{first} ({here}) and {second} ({there}) may be one player."
        for first, second, (here, there) in (*same, *alike)
        if here != there and (of is None or here in of or there in of)
    ]


def sent_in_twice(waiting: Iterable[Pair], players: Iterable[Player]) -> list[Pair]:
    """Return the waiting pairs that share a player with an entered pair or another waiting pair."""
    keys = {sent: {player.key for player in sent.present} for sent in waiting}
    times = Counter(key for two in keys.values() for key in two) + Counter(player.key for player in players)
    return [sent for sent, two in keys.items() if any(times[key] > 1 for key in two)]


class SubstitutionLine(NamedTuple):
    """A substitution: its time, a sentence about the players, and the public reason."""

    at: datetime
    text: str
    reason: str


def changes(pair: Pair) -> list[SubstitutionLine]:
    """Return a pair's substitutions, earliest first."""
    everybody = list(pair.players.all())
    coming = {(player.place, player.joined_at): player for player in everybody if player.only_in_id is None}
    # Leave out substitutes for a match in an undone draw, because that match no longer exists.
    former = (player for player in everybody if player.only_in_id is None or player.only_in)
    left = sorted((player.left_at, player.pk, player) for player in former if player.left_at)
    return [
        SubstitutionLine(at, _change(former, coming.get((former.place, at))), former.left_because)
        for at, _, former in left
    ]


def _change(former: Player, come: Player | None) -> str:
    if former.only_in:
        return f"{former.only_in.round}: {former} plays for {former.stands_in_for} in this match only."
    return f"{come} replaced {former}."


class Return(NamedTuple):
    """A substitution that can be undone. `leaving` is the substitute's place, and `player` the previous player.

    `has_contacts` is True if that player's contact details are stored. `new_link` is True unless the pair's earlier
    private link is stored.
    """

    leaving: int
    player: str
    has_contacts: bool
    new_link: bool


def returns(pair: Pair) -> list[Return]:
    """Return the substitutions of the pair that can be undone: the latest one in each place."""
    left = {(player.place, player.left_at): player for player in pair.players.all() if player.left_at}
    since = [(player.place, player.joined_at) for player in pair.present]
    former = [left[place, joined] for place, joined in since if joined and (place, joined) in left]
    return [Return(row.place, row.display_name, bool(row.phone or row.email), not row.left_link) for row in former]


def mailto_link(pairs: Iterable[Pair], subject: str, text: str) -> str:
    """Return a mailto link for all players in these pairs (RFC 6068), or "" if there is no address.

    Several pairs are addressed by bcc, so that they do not see each other's addresses.
    """
    pairs = list(pairs)
    to = ",".join(player.email for pair in pairs for player in pair.present if player.email)
    hidden, visible = (to, "") if len(pairs) > 1 else ("", to)
    filled_in = {"bcc": hidden} if hidden else {}
    filled_in |= {"subject": subject, "body": text.replace("\n", "\r\n")}
    return f"mailto:{quote(visible, safe='@,')}?{urlencode(filled_in, quote_via=quote)}" if to else ""


def sms_link(phone: str, text: str) -> str:
    """Return a link that opens a text message to this number on a phone."""
    digits = "".join(sign for sign in phone if sign in "+0123456789")
    return f"sms:{digits}?&{urlencode({'body': text}, quote_via=quote)}"


def whatsapp_link(phone: str, text: str) -> str:
    """Return a link that opens WhatsApp with a message to this number, or "" if it has no country code.

    WhatsApp finds a number only in its international form, which leaves out the zero of "+44 (0)20".
    """
    digits = "".join(sign for sign in phone.replace("(0)", "") if sign in "+0123456789")
    code = next((start for start in ("+", "00") if digits.startswith(start)), "")
    query = urlencode({"text": text}, quote_via=quote)
    return f"https://wa.me/{digits.removeprefix(code)}?{query}" if code else ""


LARGEST_LIST = 1_000_000
# Limits for an .xlsx file: bytes after unpacking, members of the archive, rows and columns.
_LARGEST_UNPACKED = 40_000_000
_MOST_PARTS = 2_000
_MOST_ROWS = 10_000
_MOST_COLUMNS = 200
_ADVICE = "Save the list as CSV or .xlsx, or copy its cells and paste them into the box."
# Files that identify other kinds of ZIP archive.
_OTHER_ARCHIVES = {
    "word/document.xml": "This is a Word file, which has no cells.",
    "xl/workbook.bin": "This is an Excel file of the kind .xlsb.",
    "content.xml": "This is an OpenDocument file.",
    "Index/Document.iwa": "This is a Numbers or Pages file.",
    "Index.zip": "This is a Numbers or Pages file.",
    "ppt/presentation.xml": "This is a presentation.",
}


class ListText(NamedTuple):
    """The text of a list, its character encoding, and notes for the organiser about the file."""

    text: str
    encoding: str = Encoding.UNICODE
    notes: tuple[str, ...] = ()


def read_file(data: bytes) -> ListText:
    """Return the text of a CSV, TSV, text or .xlsx file.

    Raises Refused, with advice, for any other file and for a file of more than `LARGEST_LIST` bytes.
    """
    if len(data) > LARGEST_LIST:
        raise Refused(f"This file is larger than {LARGEST_LIST // 1_000_000} MB. Save only the list of pairs.")
    if data.startswith(b"PK\x03\x04"):
        return _workbook(data)
    return ListText(*decode(data))


def _workbook(data: bytes) -> ListText:
    """Return the first sheet that has rows, as tab-separated text."""
    _check_parts(data)
    try:
        sheets = [*_sheets(data)]
    except Refused:
        raise
    except Exception:  # A damaged file can make openpyxl raise any exception.
        raise Refused(f"This .xlsx file is damaged or has a password. {_ADVICE}") from None
    if not sheets:
        raise Refused("This .xlsx file has no rows. Choose the file with the list of pairs.")
    title, text = sheets[0]
    others = " and ".join(f"“{other}”" for other, _ in sheets[1:4])
    note = f"The sheet “{title}” was read. Is the list on {others} instead? Then save that sheet as CSV."
    return ListText(text, notes=(note,) if others else ())


def _check_parts(data: bytes) -> None:
    """Raise Refused if the file is not an .xlsx file or is too large after unpacking."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        # zipfile raises NotImplementedError for an unknown version or compression method.
        raise Refused(f"This file is damaged. {_ADVICE}") from None
    parts = archive.infolist()
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names:
        what = next((what for name, what in _OTHER_ARCHIVES.items() if name in names), "This is a compressed file.")
        raise Refused(f"{what} {_ADVICE}")
    unpacked = sum(part.file_size for part in parts)
    if len(parts) > _MOST_PARTS or unpacked > _LARGEST_UNPACKED or _has_many_elements(archive):
        raise Refused(f"This .xlsx file contains far more than a list of pairs. {_ADVICE}")


def _has_many_elements(archive: zipfile.ZipFile) -> bool:
    try:
        return is_too_large(archive)
    except Exception:  # A damaged part can make zipfile and expat raise any exception.
        raise Refused(f"This .xlsx file is damaged or has a password. {_ADVICE}") from None


def _sheets(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every visible sheet that is not empty."""
    # Import openpyxl here, because it is large and most processes never read such a file.
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # openpyxl warns about features that it ignores, such as colours and validation.
        warnings.simplefilter("ignore")
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        marks = marks_of_sheets(zipfile.ZipFile(io.BytesIO(data)))
        try:
            for sheet in book.worksheets:
                of_sheet = marks.get(str(sheet.title), SheetMarks())
                if sheet.sheet_state == "visible" and (text := _text(sheet, of_sheet)):
                    yield str(sheet.title), text
        finally:
            book.close()


def _text(sheet: Any, marks: SheetMarks) -> str:
    """Return the cells of a sheet as tab-separated text, up to the last row with a value.

    A row ends with its marks in square brackets, for example "[hidden row]". A cell merged over several rows is
    repeated in each of them.
    """
    # Some programs write a size that is too small, and openpyxl would ignore the remaining cells.
    sheet.reset_dimensions()
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="")
    empty = 0
    above: dict[int, tuple[int, str]] = {}
    merged = defaultdict(list)
    for area in marks.merged:
        merged[area.top].append(area)
    for number, cells in enumerate(sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS), start=1):
        row = [_cell_text(cell) for cell in cells]
        has_own = any(row)
        for column, (bottom, text) in above.items():
            if number <= bottom and has_own and column <= len(row):
                row[column - 1] = row[column - 1] or text
        above |= {area.left: (area.bottom, row[area.left - 1]) for area in merged[number] if area.left <= len(row)}
        if not has_own:
            empty += 1
            continue
        out.write("\n" * empty)
        empty = 0
        while not row[-1]:
            row.pop()
        writer.writerow(row)
        out.write(with_marks("", _marks_of_row(number, cells, marks)) + "\n")
        if out.tell() > LARGEST_LIST:
            raise Refused(f"This .xlsx file contains far more than a list of pairs. {_ADVICE}")
    return out.getvalue()


def _marks_of_row(number: int, cells: Iterable[Any], marks: SheetMarks) -> Iterator[str]:
    """Yield the marks for a row in a sheet."""
    filled = [cell for cell in cells if _cell_text(cell)]
    struck = [cell for cell in filled if cell.font and cell.font.strike]
    if number in marks.hidden:
        yield HIDDEN
    if struck or number in marks.struck:
        yield STRUCK if len(struck) == len(filled) else PARTLY_STRUCK
    yield from (note_mark(note) for note in marks.notes.get(number, ()))


def _cell_text(cell: Any) -> str:
    """Return a cell on one line, as its sheet shows it."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}" if value.time() == time() else f"{value:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return f"{value:%Y-%m-%d}"
    if isinstance(value, int | float):
        return _number_text(value, str(cell.number_format or ""))
    # Join the lines of a cell, so that each row of the sheet stays on one line. A slash also separates two names.
    lines = [" ".join(line.split()) for line in str(value).replace("_x000D_", "").splitlines()]
    return " / ".join(line for line in lines if line)


def _number_text(value: float, number_format: str) -> str:
    """Return a number with all its digits, and with any leading zeros that its cell shows."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    zeros = number_format.replace(" ", "").replace("\\", "")
    if isinstance(value, int) and value >= 0 and len(zeros) > 5 and not zeros.strip("0"):
        return f"{value:0{len(zeros)}}"
    return str(value)
