"""Rules for information in an .xlsx sheet apart from its cells: hidden rows, merged cells and notes."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath
from typing import IO, NamedTuple
from xml.etree.ElementTree import Element, iterparse
from zipfile import ZipFile

_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_RELATIONSHIP = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
# A note is shortened to this length, and a sheet with more merged cells is not a list of pairs.
_LONGEST_NOTE, _MOST_MERGED = 100, 5_000


class Merged(NamedTuple):
    """A range of merged cells: first and last row, first and last column, counting from 1."""

    top: int
    bottom: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class SheetMarks:
    """The hidden rows of a sheet, its merged cells, and the notes on the cells in each row. Rows count from 1.

    `struck` are the rows that contain struck-out text.
    """

    hidden: set[int] = field(default_factory=set)
    struck: set[int] = field(default_factory=set)
    merged: list[Merged] = field(default_factory=list)
    notes: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))


def marks_of_sheets(archive: ZipFile) -> dict[str, SheetMarks]:
    """Return the marks for each sheet of a workbook by its title."""
    targets = {relation: target for relation, _, target in _related(archive, "xl/workbook.xml")}
    struck = _struck_strings(archive)
    by_title: dict[str, SheetMarks] = {}
    with archive.open("xl/workbook.xml") as file:
        for sheet in _elements(file, "sheet"):
            path = targets.get(sheet.get(_RELATIONSHIP, ""), "")
            if path in archive.namelist():
                by_title[sheet.get("name", "")] = _marks(archive, path, struck)
    return by_title


def _struck_strings(archive: ZipFile) -> set[str]:
    """Return the numbers of the shared texts that are partly struck out."""
    if "xl/sharedStrings.xml" not in archive.namelist():
        return set()
    with archive.open("xl/sharedStrings.xml") as file:
        return {str(number) for number, text in enumerate(_elements(file, "si")) if _has_strike(text)}


def _has_strike(text: Element) -> bool:
    return any(_name(part) == "strike" and part.get("val", "1") not in ("0", "false") for part in text.iter())


def _marks(archive: ZipFile, path: str, struck: set[str]) -> SheetMarks:
    marks = SheetMarks()
    with archive.open(path) as file:
        at = 0
        for element in _elements(file, "row", "mergeCell"):
            if _name(element) == "row":
                at = int(element.get("r", at + 1))
                if element.get("hidden") in ("1", "true") or element.get("ht") == "0":
                    marks.hidden.add(at)
                if any(_is_struck(cell, struck) for cell in element):
                    marks.struck.add(at)
            elif (merged := _range(element.get("ref", ""))) and len(marks.merged) < _MOST_MERGED:
                marks.merged.append(merged)
    for _, kind, target in _related(archive, path):
        if kind.endswith("comments") and target in archive.namelist():
            with archive.open(target) as file:
                for comment in _elements(file, "comment"):
                    _add_note(marks.notes, comment)
    return marks


def _is_struck(cell: Element, struck: set[str]) -> bool:
    """Return True if part of the text in a cell is struck out."""
    if cell.get("t") == "s":
        return any(_name(part) == "v" and part.text in struck for part in cell)
    return _has_strike(cell)


def _add_note(notes: Mapping[int, list[str]], comment: Element) -> None:
    text = " ".join("".join(part.text or "" for part in comment.iter() if _name(part) == "t").split())
    if text and (cell := _CELL.fullmatch(comment.get("ref", ""))):
        notes[int(cell[2])].append(text[:_LONGEST_NOTE])


def _related(archive: ZipFile, path: str) -> Iterator[tuple[str, str, str]]:
    """Yield the identifier, kind and path of each part related to this part of the archive."""
    folder = dirname(path)
    name = f"{folder}/_rels/{path.rpartition('/')[2]}.rels"
    if name not in archive.namelist():
        return
    with archive.open(name) as file:
        for element in _elements(file, "Relationship"):
            target = element.get("Target", "")
            whole = target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))
            yield element.get("Id", ""), element.get("Type", ""), whole


def _elements(file: IO[bytes], *names: str) -> Iterator[Element]:
    """Yield the elements with these names, and empty each afterwards so that a large sheet needs little memory."""
    for _, element in iterparse(file):  # noqa: S314 - openpyxl has read the same file in the same way
        if _name(element) in names:
            yield element
            element.clear()


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _range(ref: str) -> Merged | None:
    cells = [cell for cell in map(_CELL.fullmatch, ref.split(":")) if cell]
    if len(cells) != 2:
        return None
    first, last = cells
    return Merged(int(first[2]), int(last[2]), _column(first[1]), _column(last[1]))


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
