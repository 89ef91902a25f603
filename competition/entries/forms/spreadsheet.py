"""Entries from a spreadsheet: a CSV file, or cells pasted as text."""

import csv
import hashlib
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django import forms

from competition.contest.rules.limits import MOST_PAIRS
from competition.contest.rules.people import identity_of
from competition.entries.actions.entering import Entry, objection
from competition.entries.actions.namesakes import Beside
from competition.entries.formats.duplicate_warnings import duplicate_warnings, names_entered
from competition.entries.forms.columns import Table, cut, filled_in
from competition.entries.forms.list_namesakes import Namesakes, Question
from competition.entries.forms.pair import PairForm
from competition.entries.models.pair import Player
from scoring.rules.refusal import Refused, quoted

YES_OR_NO = ("opening_day", "given_bye")
LARGEST = 1_000_000
_ANSWERS = dict.fromkeys(("yes", "y", "x", "true", "1"), True) | dict.fromkeys(
    ("", "no", "n", "false", "0", "-"), False
)
_NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list: where it stands, the pair it would enter, and what is wrong with it."""

    number: int
    entry: Entry | None
    faults: tuple[str, ...]

    @property
    def contacts(self) -> list[str]:
        """Every telephone number and e-mail address of the pair."""
        known = [(player.phone, player.email) for player in self.entry.players] if self.entry else []
        return [contact for pair in known for contact in pair if contact]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a list would enter if it were taken as it is."""

    lines: list[Line]
    taken: Mapping[str, Player]
    table: Table
    namesakes: list[Question]

    @property
    def first_names(self) -> list[Question]:
        """The questions about players given by a first name alone: one answer does for all."""
        return [question for question in self.namesakes if question.by_first_name]

    @property
    def full_names(self) -> list[Question]:
        """The questions about all others."""
        return [question for question in self.namesakes if not question.by_first_name]

    @property
    def unanswered(self) -> list[Question]:
        """The questions about namesakes that stop the list."""
        return [question for question in self.namesakes if question.is_open]

    @property
    def remarks(self) -> list[str]:
        """Who on the list may be somebody entered already, or stand on it twice under another spelling."""
        asked = {(question.namesake.name, question.line) for question in self.unanswered}
        players = ((line, player) for line in self.good if line.entry for player in line.entry.players)
        listed = [
            (player.name, f"line {line.number}") for line, player in players if (player.name, line.number) not in asked
        ]
        return duplicate_warnings([*names_entered(self.taken.values()), *listed], of={line for _, line in listed})

    @property
    def faulty(self) -> list[Line]:
        """The lines with something wrong, in order."""
        return [line for line in self.lines if line.faults]

    @property
    def good(self) -> list[Line]:
        """The lines with nothing wrong, in order."""
        return [line for line in self.lines if not line.faults]

    @property
    def entries(self) -> list[Entry]:
        """The pairs that would be entered, in order."""
        return [line.entry for line in self.good if line.entry]


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252; Refused when it is no text."""
    if data.startswith(b"PK\x03\x04"):
        raise Refused("This is a spreadsheet file. Save it as CSV, or copy its cells and paste them into the box.")
    for encoding in ("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _NOT_TEXT.search(text):
            return text
    raise Refused("This file is not text. Save the list as CSV, or copy its cells and paste them into the box.")


def read(
    text: str,
    taken: Mapping[str, Player],
    answers: Mapping[str, str],
    said: Mapping[str, str] | None = None,
    elsewhere: Mapping[str, list[Player]] | None = None,
) -> Preview:
    """Every line of the list with its faults, beside those entered already; `answers` say what asked columns hold.

    `said` holds the answers about namesakes, `elsewhere` the players of other competitions who have any.

    No line is read until every column that is not known has been asked for. Refused as a whole: columns that make no
    pairs, nothing under them, or more pairs than a draw holds.
    """
    if len(text) > LARGEST:
        raise Refused(f"This is far more than a list of {MOST_PAIRS} pairs, the most a draw holds.")
    table = cut([*_rows(text.lstrip("\ufeff"))], answers)
    if not table.body:
        raise Refused("There are no pairs under the names of the columns.")
    if len(table.body) > MOST_PAIRS:
        raise Refused(f"These are {len(table.body):,} pairs, and a draw holds at most {MOST_PAIRS}.")
    read = table.body if table.is_answered and not table.fault else []
    lines = [_line(number, table.columns, cells) for number, cells in read]
    namesakes = Namesakes(Beside(taken, elsewhere or {}), said or {})
    seen: dict[str | int, int] = {}
    checked = [_beside_others(line, namesakes, taken, seen) for line in lines]
    return Preview(checked, taken, table, namesakes.questions)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that hold something, each with its number and its cells without spaces around them."""
    # A title has none of what stands between the cells.
    first = [line for line in islice(io.StringIO(text), 10) if line.strip()]
    between = max("\t;,", key=lambda mark: max((line.count(mark) for line in first), default=0))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between)
    before = 0
    try:
        for cells in reader:
            number, before = before + 1, reader.line_num
            if any(cell.strip() for cell in cells):
                yield number, [cell.strip() for cell in cells]
    except csv.Error:
        raise Refused(f"Line {before + 1} cannot be read: is a quotation mark left open there?") from None


def _beside_others(line: Line, namesakes: Namesakes, taken: Mapping[str, Player], seen: dict[str | int, int]) -> Line:
    """The line with its players told from namesakes, and with what is wrong beside the other pairs."""
    if line.entry is None or line.faults:
        return line
    entry = namesakes.told_apart(line.number, line.entry)
    asked = {
        question.namesake.name for question in namesakes.questions if question.line == line.number and question.is_open
    }
    return Line(line.number, entry, tuple(_doubles(line.number, entry, taken, seen, asked)))


def _line(number: int, columns: list[str], cells: list[str]) -> Line:
    if len(cells) > len(columns) and any(cells[len(columns) :]):
        return Line(number, None, (f"It has {len(cells)} cells, but the first line names {len(columns)} columns.",))
    data = dict(filled_in(columns, cells))
    faults = [f"{column}: put this in one line without line breaks." for column in data if "\n" in data[column]]
    answers = {column: _ANSWERS.get(data.get(column, "").casefold()) for column in YES_OR_NO}
    unclear = [column for column in YES_OR_NO if answers[column] is None]
    faults += [f"{column}: write yes or no, not {quoted(data[column])}." for column in unclear]
    form = PairForm({**data, **{column: "on" if yes else "" for column, yes in answers.items()}})
    faults += [f"{column}: {error}" for column, errors in form.errors.items() for error in errors]
    if faults:
        return Line(number, None, tuple(faults))
    return Line(number, form.entry(), ())


def _doubles(
    number: int, entry: Entry, taken: Mapping[str, Player], seen: dict[str | int, int], asked: Collection[str]
) -> Iterator[str]:
    others = {key: player for key, player in taken.items() if key not in map(identity_of, asked)}
    if fault := objection(entry, others):
        yield fault
    for player, key in zip(entry.players, dict.fromkeys(entry.keys), strict=False):
        if key in seen and player.name not in asked:
            yield f"{player.name} is on line {seen[key]} as well. A player enters once."
        seen.setdefault(key, number)
    if entry.seed is not None and seen.setdefault(entry.seed, number) != number:
        yield f"Seed {entry.seed} is on line {seen[entry.seed]} as well. Each rank is given once."


class ImportForm(forms.Form):
    """A list of entries, pasted or as a file; `seen` is the fingerprint of the text that was shown in the preview."""

    text = forms.CharField(
        strip=False,
        label="List of pairs",
        widget=forms.Textarea({"rows": 12, "wrap": "off", "spellcheck": "false"}),
        error_messages={"required": "Paste the list here, or choose a file."},
    )
    file = forms.FileField(
        required=False, label="Or a CSV file", help_text="It takes the place of what is in the box above."
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["text"].required = "file" not in self.files

    def clean(self) -> dict:
        """The text, from the file where one was chosen."""
        super().clean()
        data = self.cleaned_data
        if file := data.get("file"):
            try:
                if file.size > LARGEST:
                    raise Refused(f"This file is far larger than a list of {MOST_PAIRS} pairs, the most a draw holds.")
                data["text"] = decode(file.read())
            except Refused as fault:
                self.add_error("file", str(fault))
        return data

    @property
    def said(self) -> dict[str, str]:
        """The answers about namesakes; a list in a file has none yet."""
        if self.files.get("file"):
            return {}
        return {key: self.data[key] for key in self.data if key.startswith(("different-", "word-"))}

    def preview(
        self, taken: Mapping[str, Player], elsewhere: Mapping[str, list[Player]] | None = None
    ) -> Preview | None:
        """What the list would enter; None when it cannot be read at all, which is then an error of the form."""
        if not self.is_valid():
            return None
        text, answers, said = self.cleaned_data["text"], self.answers, self.said
        try:
            preview = read(text, taken, answers, said, elsewhere)
        except Refused as fault:
            self.add_error("text", str(fault))
            preview = None
        if preview and preview.table.fault:
            self.add_error("text", preview.table.fault)
        self.fingerprint = _fingerprint(text, preview.table.columns if preview else [])
        # The page shows the text that was read, wherever it came from, so that faults are mended in place.
        self.data = {"text": text, "seen": self.fingerprint}
        return preview

    @property
    def answers(self) -> dict[str, str]:
        """What the organiser said that columns hold; nothing of it is about another list in a file."""
        return {} if self.files.get("file") else {key: self.data[key] for key in self.data if key.startswith("column-")}

    @property
    def was_seen(self) -> bool:
        """Whether this very text, with its columns like this, has been shown in a preview before."""
        return self.cleaned_data["seen"] == self.fingerprint


def _fingerprint(text: str, columns: Sequence[str]) -> str:
    said = ["\n".join(text.splitlines()).strip(), *columns]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]
