"""Entries from a list: a file, or text that was pasted."""

import csv
import hashlib
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django import forms

from competition.contest.rules.limits import MOST_PAIRS
from competition.contest.rules.people import identity_of
from competition.entries.actions.entering import Entry, objection
from competition.entries.actions.namesakes import Beside
from competition.entries.formats.duplicate_warnings import duplicate_warnings, names_entered
from competition.entries.formats.list_files import LARGEST, read_file
from competition.entries.forms.list_namesakes import Namesakes, Question
from competition.entries.forms.pair import PairForm
from competition.entries.models.pair import Player
from competition.entries.rules.columns import Table, cut
from competition.entries.rules.decoding import Encoding
from competition.entries.rules.headings import heading_for, is_heading
from competition.entries.rules.listing import Said, pairs_of
from competition.entries.rules.separator import read_rows
from scoring.rules.refusal import Refused, quoted

YES_OR_NO = ("opening_day", "given_bye")
_ANSWERS = dict.fromkeys(("yes", "y", "x", "true", "1"), True) | dict.fromkeys(
    ("", "no", "n", "false", "0", "-"), False
)
# Enough remarks that one tick for all of them is offered.
MANY_REMARKS = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list: where it stands, the pair it would enter, what is wrong with it and what to look at."""

    number: int
    entry: Entry | None
    faults: tuple[str, ...]
    ask: tuple[str, ...] = ()
    # The pair as the line has it, without the words that tell namesakes apart.
    written: Entry | None = None
    # Every line about the pair.
    lines: tuple[int, ...] = ()

    @property
    def contacts(self) -> list[str]:
        """Every telephone number and email address of the pair."""
        known = [(player.phone, player.email) for player in self.entry.players] if self.entry else []
        return [contact for pair in known for contact in pair if contact]

    @property
    def mark(self) -> str:
        """The value of the tick beside the pair: another once the pair or its remarks change, wherever it stands."""
        remarks = [remark.partition(": ")[2] for remark in self.ask]
        return hashlib.sha256(repr((self.written, remarks)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a list would enter if it were taken as it is; `checked` are the marks of the lines that were ticked."""

    lines: list[Line]
    taken: Mapping[str, Player]
    table: Table
    namesakes: Sequence[Question] = ()
    checked: Collection[str] = field(default=frozenset())

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
    def asking(self) -> list[Line]:
        """The pairs that the organiser must look at before they are entered, in order."""
        return [line for line in self.good if line.ask]

    @property
    def unchecked(self) -> list[Line]:
        """The pairs that nobody has looked at yet."""
        return [line for line in self.asking if line.mark not in self.checked]

    @property
    def has_many_remarks(self) -> bool:
        """Return True where one tick for all remarks is offered."""
        return len(self.asking) >= MANY_REMARKS

    @property
    def questions(self) -> list[str]:
        """What must be answered about the columns, as sentences."""
        fault = [self.table.fault] if self.table.fault else []
        return [] if self.table.is_answered and not fault else [*(one.question for one in self.table.asked), *fault]

    @property
    def rest(self) -> str:
        """The lines that cannot be entered, as a list of their own (CSV)."""
        numbers = {number for line in self.faulty for number in line.lines}
        held = [place for place, column in enumerate(self.table.columns) if column]
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([heading_for(self.table.columns[place]) for place in held])
        for row in self.table.body:
            if row.number in numbers:
                cells = [row.cells[place] for place in held if place < len(row.cells)]
                writer.writerow([*cells, *row.cells[len(self.table.columns) :]])
        return text.getvalue()

    @property
    def entries(self) -> list[Entry]:
        """The pairs that would be entered, in order."""
        return [line.entry for line in self.good if line.entry]


def read(
    text: str,
    taken: Mapping[str, Player],
    answers: Mapping[str, str],
    *,
    said: Mapping[str, str] | None = None,
    elsewhere: Mapping[str, list[Player]] | None = None,
    encoding: str = Encoding.UNICODE,
    checked: Collection[str] = (),
    as_guessed: bool = False,
) -> Preview:
    """Return every line of the list, beside those entered already; `answers` say what asked columns hold.

    `said` holds the answers about namesakes, `elsewhere` the players of other competitions who have any.
    No line is read until every column that is not known has been asked for, unless it is to be read `as_guessed`.
    Raises Refused for columns that make no pairs, nothing under them, or more pairs than a draw holds.
    """
    if len(text) > LARGEST:
        raise Refused(f"This is far more than a list of {MOST_PAIRS} pairs, the most a draw holds.")
    table = cut(read_rows(text.lstrip("\ufeff").removeprefix("ï»¿"), is_heading), answers)
    if not table.body:
        raise Refused("There are no pairs under the names of the columns.")
    count = len(table.body) // 2 if table.is_line_a_player else len(table.body)
    if count > MOST_PAIRS:
        raise Refused(f"These are {count:,} pairs, and a draw holds at most {MOST_PAIRS}.")
    is_read = not table.fault and (table.is_answered or as_guessed)
    lines = [_line(one) for one in (pairs_of(table, encoding) if is_read else ())]
    namesakes = Namesakes(Beside(taken, elsewhere or {}), said or {})
    seen: dict[str | int, int] = {}
    lines = [_beside_others(line, namesakes, taken, seen) for line in lines]
    return Preview(lines, taken, table, namesakes.questions, frozenset(checked))


def _beside_others(line: Line, namesakes: Namesakes, taken: Mapping[str, Player], seen: dict[str | int, int]) -> Line:
    """The line with its players told from namesakes, and with what is wrong beside the other pairs."""
    if line.entry is None or line.faults:
        return line
    entry = namesakes.told_apart(line.number, line.entry)
    asked = {
        question.namesake.name for question in namesakes.questions if question.line == line.number and question.is_open
    }
    return replace(line, entry=entry, faults=tuple(_doubles(line.number, entry, taken, seen, asked)))


def _line(said: Said) -> Line:
    data, faults = said.data, [*said.faults]
    if faults:
        return Line(said.line, None, tuple(faults), lines=said.lines)
    faults += [f"{column}: put this in one line without line breaks." for column in data if "\n" in data[column]]
    answers = {column: _ANSWERS.get(data.get(column, "").casefold()) for column in YES_OR_NO}
    unclear = [column for column in YES_OR_NO if answers[column] is None]
    faults += [f"{column}: write yes or no, not {quoted(data[column])}." for column in unclear]
    form = PairForm({**data, **{column: "on" if yes else "" for column, yes in answers.items()}})
    faults += [f"{column}: {error}" for column, errors in form.errors.items() for error in errors]
    if faults:
        return Line(said.line, None, tuple(faults), lines=said.lines)
    entry = form.entry()
    return Line(said.line, entry, (), said.remarks, written=entry, lines=said.lines)


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
        required=False,
        label="Or a file",
        help_text="CSV, TSV, text or .xlsx. It replaces the text in the box above.",
        widget=forms.FileInput({"accept": ".csv,.tsv,.tab,.txt,.xlsx"}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    encoding = forms.ChoiceField(
        required=False, choices=[(one.value, one.name) for one in Encoding], widget=forms.HiddenInput
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["text"].required = "file" not in self.files
        self.notes: tuple[str, ...] = ()

    def clean(self) -> dict:
        """The text, from the file where one was chosen."""
        super().clean()
        data = self.cleaned_data
        if file := data.get("file"):
            try:
                if file.size > LARGEST:
                    raise Refused(f"This file is far larger than a list of {MOST_PAIRS} pairs, the most a draw holds.")
                data["text"], data["encoding"], self.notes = read_file(file.read())
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
        text, answers, encoding = self.cleaned_data["text"], self.answers, self.cleaned_data["encoding"]
        about = {"said": self.said, "elsewhere": elsewhere, "encoding": encoding, "checked": self._checked}
        try:
            preview = read(text, taken, answers, **about)
        except Refused as fault:
            self.add_error("text", str(fault))
            preview = None
        if preview and preview.table.is_answered and preview.table.fault:
            self.add_error("text", preview.table.fault)
        self.fingerprint = _fingerprint(text, preview.table.columns if preview else [])
        if preview and self._are_all_checked:
            preview = replace(preview, checked=frozenset(line.mark for line in preview.asking))
        # The page shows the text that was read, wherever it came from, so that faults are mended in place.
        self.data = {"text": text, "seen": self.fingerprint, "encoding": encoding}
        return preview

    @property
    def answers(self) -> dict[str, str]:
        """What the organiser said that columns hold; nothing of it is about another list in a file."""
        return {} if self.files.get("file") else {key: self.data[key] for key in self.data if key.startswith("column-")}

    @property
    def _checked(self) -> list[str]:
        """The marks of the pairs that the organiser ticked."""
        return self.data.getlist("checked") if hasattr(self.data, "getlist") else []

    @property
    def _are_all_checked(self) -> bool:
        """Return True if the organiser ticked all remarks on this very list at once."""
        return "all-checked" in self.data and self.was_seen

    @property
    def was_seen(self) -> bool:
        """Whether this very text, with its columns like this, has been shown in a preview before."""
        return self.cleaned_data["seen"] == self.fingerprint


def _fingerprint(text: str, columns: Sequence[str]) -> str:
    said = ["\n".join(text.splitlines()).strip(), *columns]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]
