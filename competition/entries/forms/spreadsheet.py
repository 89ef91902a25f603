"""Form and preview for a list of entries, pasted or from a file."""

import csv
import hashlib
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django import forms

from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.names import identity_of
from competition.entries.forms.known_pairs import KnownPair, is_same_pair, joined, known_pair, twice_remark
from competition.entries.forms.namesakes import NamesakeQuestion, Namesakes
from competition.entries.forms.pair import PairForm
from competition.entries.models import Player
from competition.entries.presenters import LARGEST_LIST, duplicate_warnings, names_entered, read_file
from competition.entries.queries.pairs import Beside, Entry, objection
from competition.entries.rules.addresses import count_hosts, spelling_question
from competition.entries.rules.answers import read_answer
from competition.entries.rules.columns import ColumnTable, cut, heading_for, is_heading
from competition.entries.rules.listing import EXAMPLE, ParsedPair, pairs_of, read_grade
from competition.entries.rules.marks import with_marks
from competition.entries.rules.persons import in_quotes
from competition.entries.rules.rows import Encoding, read_rows
from competition.entries.rules.standing import CHECK
from scoring.rules.refusal import Refused, quoted
from scoring.rules.words import quantity

YES_OR_NO = ("opening_day", "given_bye")
# The page offers a single tick for all remarks from this number of pairs with remarks.
MANY_REMARKS = 2


@dataclass(frozen=True, slots=True)
class ListedPair:
    """A pair on the list: its first line number, its entry, its errors and the remarks about it."""

    number: int
    entry: Entry | None
    faults: tuple[str, ...]
    ask: tuple[str, ...] = ()
    # The pair exactly as listed, without the words that distinguish namesakes.
    written: Entry | None = None
    # The numbers of all lines about the pair.
    lines: tuple[int, ...] = ()
    # Words in brackets that were removed from the names of both players.
    asides: tuple[str, str] = ("", "")
    # The names of both players, or the beginning of the line.
    pair: str = ""
    # The columns in which the list has a value for this pair.
    given: frozenset[str] = frozenset()
    # The entered pair, if it is already entered.
    known: KnownPair | None = None

    @property
    def contacts(self) -> list[str]:
        """All phone numbers and email addresses of the pair."""
        details = [(player.phone, player.email) for player in self.entry.players] if self.entry else []
        return [contact for pair in details for contact in pair if contact]

    @property
    def is_doubtful(self) -> bool:
        """True if the list says that the pair might not play."""
        return any(remark.endswith(CHECK) for remark in self.ask)

    @property
    def mark(self) -> str:
        """The value of the pair's checkbox. It depends on the pair and its remarks, but not on its line."""
        remarks = [remark.partition(": ")[2] for remark in self.ask]
        if self.known:
            remarks += [difference.sentence for difference in self.known.differences]
        return hashlib.sha256(repr((self.written, remarks)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ListPreview:
    """The pairs, errors and questions in a list. `checked` has the marks of the ticked pairs.

    `good` are the pairs to enter. `known` are pairs that are already entered.
    """

    lines: list[ListedPair]
    taken: Mapping[str, Player]
    table: ColumnTable
    namesakes: Sequence[NamesakeQuestion] = ()
    checked: Collection[str] = field(default=frozenset())
    # "Grade" if the list has grades but the competition has none.
    without_grades: Sequence[str] = ()

    @property
    def first_names(self) -> list[NamesakeQuestion]:
        """The questions about players listed by first name only. One answer is enough for all of them."""
        return [question for question in self.namesakes if question.by_first_name]

    @property
    def full_names(self) -> list[NamesakeQuestion]:
        """The questions about all other players."""
        return [question for question in self.namesakes if not question.by_first_name]

    @property
    def unanswered(self) -> list[NamesakeQuestion]:
        """The unanswered questions about namesakes. They block the import."""
        return [question for question in self.namesakes if question.is_open]

    @property
    def remarks(self) -> list[str]:
        """Warnings about players who may already be entered, or be listed twice with different spellings."""
        asked = {(question.namesake.name, question.line) for question in self.unanswered}
        players = ((line, player) for line in self.good if line.entry for player in line.entry.players)
        listed = [
            (player.name, f"line {line.number}") for line, player in players if (player.name, line.number) not in asked
        ]
        return duplicate_warnings([*names_entered(self.taken.values()), *listed], of={line for _, line in listed})

    @property
    def address_questions(self) -> list[str]:
        """Questions about new pairs' addresses with a host that is probably misspelt."""
        listed = [(line.number, person.email) for line in self.good if line.entry for person in line.entry.players]
        hosts = count_hosts([*(player.email for player in self.taken.values()), *(email for _, email in listed)])
        asked = ((number, spelling_question(email, hosts)) for number, email in listed)
        return [f"Line {number}: {question}" for number, question in asked if question]

    @property
    def faulty(self) -> list[ListedPair]:
        """The pairs with errors, in order."""
        return [line for line in self.lines if line.faults]

    @property
    def good(self) -> list[ListedPair]:
        """The new pairs without errors, in order."""
        return [line for line in self.lines if not line.faults and not line.known]

    @property
    def known(self) -> list[ListedPair]:
        """The pairs that are already entered, in order."""
        return [line for line in self.lines if not line.faults and line.known]

    @property
    def different(self) -> list[ListedPair]:
        """The entered pairs that have different details in the list, in order."""
        return [line for line in self.known if line.known and line.known.differences]

    @property
    def noted(self) -> list[ListedPair]:
        """The entered pairs that the list calls withdrawn, waiting or in reserve, with no other differences."""
        return [line for line in self.known if line.is_doubtful and line not in self.different]

    @property
    def changes(self) -> list[KnownPair]:
        """The entered pairs for which the organiser has ticked the different details."""
        return [line.known for line in self.different if line.known and line.mark in self.checked]

    @property
    def are_ticks_known(self) -> bool:
        """True if each tick belongs to a pair as currently shown."""
        return {*self.checked} <= {line.mark for line in (*self.asking, *self.different)}

    @property
    def done(self) -> str:
        """The message after the list has been entered."""
        sentences = [f"{quantity(len(self.entries), 'pair is', 'pairs are')} entered."] if self.entries else []
        if self.changes:
            sentences.append(f"{quantity(len(self.changes), 'pair is', 'pairs are')} changed.")
        if left := len(self.different) - len(self.changes):
            sentences.append(f"{quantity(left, 'pair keeps its', 'pairs keep their')} details.")
        return " ".join(sentences)

    @property
    def is_done(self) -> bool:
        """True if the list has nothing to enter, change or correct."""
        return bool(self.known) and not (self.good or self.faulty or self.different)

    @property
    def asking(self) -> list[ListedPair]:
        """The pairs with remarks that the organiser must check, in order."""
        return [line for line in self.good if line.ask]

    @property
    def unchecked(self) -> list[ListedPair]:
        """The pairs with remarks that the organiser has not ticked."""
        return [line for line in self.asking if line.mark not in self.checked]

    @property
    def has_many_remarks(self) -> bool:
        """True if the page offers a single tick for all remarks."""
        return len(self.asking) >= MANY_REMARKS

    @property
    def questions(self) -> list[str]:
        """The open questions about columns, as sentences."""
        fault = [self.table.fault] if self.table.fault else []
        if self.table.is_answered and not fault:
            return []
        return [*(column.question for column in self.table.asked), *fault]

    @property
    def unused(self) -> list[str]:
        """The headings of the unused columns, such as the fee paid."""
        return [*self.table.unused, *self.without_grades]

    @property
    def rest(self) -> str:
        """The rejected lines as a CSV list, with their marks."""
        numbers = {number for line in self.faulty for number in line.lines}
        used = [place for place, column in enumerate(self.table.columns) if column]
        lines = [_csv_line([heading_for(self.table.columns[place]) for place in used])]
        for row in self.table.body:
            if row.number in numbers:
                cells = [row.cells[place] for place in used if place < len(row.cells)]
                line = _csv_line([*cells, *row.cells[len(self.table.columns) :]])
                lines.append(with_marks(line, row.marks))
        return "".join(f"{line}\n" for line in lines)

    @property
    def entries(self) -> list[Entry]:
        """The pairs that can be entered, in order."""
        return [line.entry for line in self.good if line.entry]


def _csv_line(cells: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue()


def read(
    text: str,
    entered: Mapping[str, Player],
    answers: Mapping[str, str],
    *,
    about_namesakes: Mapping[str, str] | None = None,
    elsewhere: Mapping[str, list[Player]] | None = None,
    encoding: str = Encoding.UNICODE,
    checked: Collection[str] = (),
    as_guessed: bool = False,
    grades: Sequence[str] = (),
) -> ListPreview:
    """Return a preview of the list.

    `entered` are the players already entered, by identity. `answers` are the organiser's answers about columns, and
    `about_namesakes` those about namesakes. `elsewhere` are players in other competitions by normalised name.
    `checked` has the marks of the ticked pairs, and `grades` are those of the competition. The lines are read only if
    every unknown column has an answer or if `as_guessed` is True. Raises Refused if the list is too long, has no
    pairs, or has more pairs than a draw can hold.
    """
    if len(text) > LARGEST_LIST:
        raise Refused(f"This list is too long. A draw can have at most {MOST_PAIRS} pairs.")
    table = cut(read_rows(text.lstrip("\ufeff").removeprefix("ï»¿"), is_heading), answers)
    if not table.body:
        raise Refused("There are no pairs below the column names. Add the pairs.")
    count = len(table.body) // 2 if table.is_line_a_player else len(table.body)
    if count > MOST_PAIRS:
        raise Refused(f"The list has {count:,} pairs. A draw can have at most {MOST_PAIRS}.")
    is_read = not table.fault and (table.is_answered or as_guessed)
    lines = _without_repeats([_read_line(pair, grades) for pair in (pairs_of(table, encoding) if is_read else ())])
    namesakes = Namesakes(Beside(entered, elsewhere or {}), about_namesakes or {})
    seen: dict[str | int, int] = {}
    lines = [_compare_line(line, namesakes, entered, seen) for line in lines]
    has_needless_grades = "grade" in table.columns and not grades
    unused = ["Grade"] if has_needless_grades else []
    return ListPreview(lines, entered, table, namesakes.questions, frozenset(checked), unused)


def _compare_line(
    line: ListedPair, namesakes: Namesakes, entered: Mapping[str, Player], seen: dict[str | int, int]
) -> ListedPair:
    """Return the line with its namesakes distinguished, and with any errors after comparing it with other pairs."""
    if line.entry is None or line.faults:
        return line
    if known_entry := known_pair(line.entry, line.given, entered):
        fault = objection(known_entry.entry, entered, own=known_entry.pair)
        return replace(line, known=known_entry, faults=(fault,) if fault else ())
    entry = namesakes.told_apart(line.number, line.entry, line.asides)
    open_names = {
        question.namesake.name for question in namesakes.questions if question.line == line.number and question.is_open
    }
    return replace(line, entry=entry, faults=tuple(_find_duplicates(line.number, entry, entered, seen, open_names)))


def _read_line(parsed: ParsedPair, grades: Sequence[str]) -> ListedPair:
    data = parsed.data
    faults = [*parsed.faults]
    if faults:
        return ListedPair(parsed.line, None, tuple(faults), lines=parsed.lines, pair=parsed.pair)
    faults += [f"{column}: put this in one line without line breaks." for column in data if "\n" in data[column]]
    answers = {column: read_answer(data.get(column, "")) for column in YES_OR_NO}
    unclear = [column for column, answer in answers.items() if answer.value is None]
    for column, answer in answers.items():
        if answer.value is not None and not answer.is_sure:
            word = "yes" if answer.value else "no"
            parsed.ask.append(f"{in_quotes(data[column])} was read as {word}. Is that right?")
    faults += [f"{column}: write yes or no, not {quoted(data[column])}." for column in unclear]
    read_grade(parsed, grades)
    form = PairForm({**data, **{column: "on" if answers[column].value else "" for column in YES_OR_NO}}, grades=grades)
    faults += [f"{column}: {error}" for column, errors in form.errors.items() for error in errors]
    if faults:
        return ListedPair(parsed.line, None, tuple(faults), lines=parsed.lines, pair=parsed.pair)
    entry = form.entry()
    filled = frozenset(column for column, value in data.items() if value.strip())
    line = ListedPair(parsed.line, entry, (), parsed.remarks, written=entry, lines=parsed.lines, asides=parsed.asides)
    return replace(line, pair=parsed.pair, given=filled)


def _without_repeats(lines: Sequence[ListedPair]) -> list[ListedPair]:
    """Return the lines, with one line and a remark for a pair that appears on several."""
    pairs: list[list[ListedPair]] = []
    by_keys: dict[tuple[str, ...], list[list[ListedPair]]] = {}
    for line in lines:
        groups = by_keys.setdefault(tuple(sorted(line.entry.keys)), []) if line.entry else []
        same = next((group for group in groups if line.entry and _is_repeat(group[0], line.entry)), None)
        if same is None:
            pairs.append([line])
            groups.append(pairs[-1])
        else:
            same.append(line)
    return [_join_lines(group) if len(group) > 1 else group[0] for group in pairs]


def _is_repeat(line: ListedPair, entry: Entry) -> bool:
    return line.entry is not None and is_same_pair(line.entry, entry)


def _join_lines(group: Sequence[ListedPair]) -> ListedPair:
    """Return one line for several lines about a pair."""
    first, *others = group
    entry = first.entry
    filled = first.given
    differences = {}
    remarks = {remark.partition(": ")[2]: remark for line in reversed(group) for remark in line.ask}
    for line in others:
        if entry and line.entry:
            entry, differences[line.number] = joined(entry, line.entry, line.given)
            filled |= line.given
    twice = f"Line {first.number}: {twice_remark([line.number for line in group], differences)}"
    lines = tuple(number for line in group for number in line.lines)
    return replace(first, entry=entry, written=entry, given=filled, lines=lines, ask=(*remarks.values(), twice))


def _find_duplicates(
    number: int, entry: Entry, entered: Mapping[str, Player], seen: dict[str | int, int], open_names: Collection[str]
) -> Iterator[str]:
    others = {key: player for key, player in entered.items() if key not in map(identity_of, open_names)}
    is_asked = entry.keys[0] == entry.keys[1] and entry.players[1].name in open_names
    if not is_asked and (fault := objection(entry, others)):
        yield fault
    for player, key in zip(entry.players, dict.fromkeys(entry.keys), strict=False):
        if key in seen and player.name not in open_names:
            yield f"{player.name} is also on line {seen[key]}. A player can be in only one pair."
        seen.setdefault(key, number)
    if entry.seed is not None and seen.setdefault(entry.seed, number) != number:
        yield f"Seed {entry.seed} is also on line {seen[entry.seed]}. Use each rank only once."


class ImportForm(forms.Form):
    """Form for a list of entries, pasted or as a file. `seen` is the fingerprint of the text in the preview."""

    text = forms.CharField(
        strip=False,
        label="List of pairs",
        widget=forms.Textarea({"rows": 12, "data-lines": "", "spellcheck": "false", "placeholder": EXAMPLE}),
        help_text="Type or paste a line for each pair. You see a preview first.",
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
        """Return the cleaned data, with the text from any file."""
        super().clean()
        data = self.cleaned_data
        if file := data.get("file"):
            try:
                if file.size > LARGEST_LIST:
                    raise Refused(f"This file is too large. A draw can have at most {MOST_PAIRS} pairs.")
                data["text"], data["encoding"], self.notes = read_file(file.read())
            except Refused as fault:
                self.add_error("file", str(fault))
        return data

    @property
    def said(self) -> dict[str, str]:
        """The submitted answers about namesakes. Empty for a new file."""
        if self.files.get("file"):
            return {}
        return {key: self.data[key] for key in self.data if key.startswith(("different-", "word-"))}

    def preview(
        self,
        entered: Mapping[str, Player],
        elsewhere: Mapping[str, list[Player]] | None = None,
        grades: Sequence[str] = (),
    ) -> ListPreview | None:
        """Return the preview of the list, or None with an error in the form if the list is unreadable."""
        if not self.is_valid():
            return None
        text = self.cleaned_data["text"]
        encoding = self.cleaned_data["encoding"]
        about = {"about_namesakes": self.said, "elsewhere": elsewhere, "encoding": encoding, "checked": self._checked}
        try:
            preview = read(text, entered, self.answers, grades=grades, **about)
        except Refused as fault:
            self.add_error("text", str(fault))
            preview = None
        if preview and preview.table.is_answered and preview.table.fault:
            self.add_error("text", preview.table.fault)
        self.fingerprint = _fingerprint(text, preview.table.columns if preview else [])
        if preview and self._are_all_checked:
            preview = replace(preview, checked=frozenset(line.mark for line in preview.asking))
        # Put the text into the form, even if it came from a file, so that the organiser can correct it there.
        self.data = {"text": text, "seen": self.fingerprint, "encoding": encoding}
        return preview

    @property
    def answers(self) -> dict[str, str]:
        """The organiser's answers about columns. Empty for a new file."""
        return {} if self.files.get("file") else {key: self.data[key] for key in self.data if key.startswith("column-")}

    @property
    def _checked(self) -> list[str]:
        """The marks of the pairs that the organiser ticked."""
        return self.data.getlist("checked") if hasattr(self.data, "getlist") else []

    @property
    def _are_all_checked(self) -> bool:
        """True if the organiser ticked all remarks of this list at once."""
        return "all-checked" in self.data and self.was_seen

    @property
    def was_seen(self) -> bool:
        """True if the last preview showed this text with these columns."""
        return self.cleaned_data["seen"] == self.fingerprint


def _fingerprint(text: str, columns: Sequence[str]) -> str:
    parts = ["\n".join(text.splitlines()).strip(), *columns]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
