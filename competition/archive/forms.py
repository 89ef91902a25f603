"""Forms for past seasons: a pasted table, one season, and a player's name."""

import re
from collections.abc import Collection

from django import forms
from django.http import QueryDict
from django.utils import timezone

from competition.archive.rules.past_seasons import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_SCORE,
    MOST_LETTERS,
    PastLine,
    PastTable,
    read,
    read_line,
    replace_lines,
    spans,
    write_pairs,
)
from competition.contest.forms.contest import SeasonField
from competition.contest.rules.seasons import Season
from competition.web.fields import TextField
from scoring.rules.refusal import Refused, fingerprint
from scoring.rules.text import visible

_CORRECTED = re.compile(r"line-([0-9]{1,4})")
_LONGEST_PAIRS = 400
_EXAMPLE = "2025; Ada Lark & Ben Wren; Cleo Finch & Dan Heron; 3,220–2,950"


class TableForm(forms.Form):
    """Form for a pasted table of past winners.

    `seen` is the fingerprint of the table shown on the page. A field `line-7` replaces line 7 of the text.
    """

    text = forms.CharField(
        label="Table of winners",
        strip=False,
        max_length=MOST_LETTERS,
        widget=forms.Textarea({"rows": 14, "data-lines": "", "spellcheck": "false"}),
        help_text=f"For example: {_EXAMPLE}",
        error_messages={
            "required": "Paste the table first, one season per line.",
            "max_length": "This table is too long. Paste only the winners, one season per line.",
        },
    )
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args, name: str, players: Collection[str], here: set[Season], past: set[Season], **kwargs):
        super().__init__(*args, **kwargs)
        self.name, self.players, self.here, self.past = name, players, here, past
        self.table: PastTable | None = None
        self.remarks: list[str] = []

    def clean(self) -> dict:
        """Read the table, leaving out the seasons already on the board, and return the cleaned data."""
        data = super().clean() or self.cleaned_data
        if not (text := data.get("text")):
            return data
        text = replace_lines(_visible(text), self._corrected())
        was_seen = data.get("seen") == fingerprint(text)
        try:
            table = read(text, name=self.name, last_year=timezone.localdate().year, players=self.players)
        except Refused as fault:
            self.add_error("text", str(fault))
        else:
            self._read(table)
            if "add" in self.data and not was_seen:
                self.add_error(None, "The table has changed since it was shown. Check it, then add the seasons.")
        self.data = {"text": text, "seen": fingerprint(text)}
        return data

    def _corrected(self) -> dict[int, str]:
        corrections = {int(match[1]): str(self.data[key]) for key in self.data if (match := _CORRECTED.fullmatch(key))}
        return {number: _visible(line) for number, line in corrections.items()}

    def _read(self, table: PastTable) -> None:
        """Store the new seasons, and remarks about all other seasons."""
        stored = self.here | self.past
        self.table = PastTable(
            tuple(line for line in table.lines if line.season not in stored), table.faulty, table.remarks
        )
        here, past = (
            [line.season for line in table.lines if line.season in seasons] for seasons in (self.here, self.past)
        )
        if here:
            verb, lines = ("is", "its line is") if len(here) == 1 else ("are", "their lines are")
            self.remarks.append(f"{spans(here)} {verb} played on this site, so {lines} left out.")
        if past := [season for season in past if season not in here]:
            verb, lines = ("is", "its line is") if len(past) == 1 else ("are", "their lines are")
            self.remarks.append(f"{spans(past)} {verb} on the honours board already, so {lines} left out.")
        self.remarks += table.remarks
        if table.faulty:
            count = len(table.faulty)
            fault = "1 line cannot be read" if count == 1 else f"{count} lines cannot be read"
            if "add" in self.data:
                self.add_error(None, f"{fault}, so nothing is saved. Correct it below, or delete the line.")


def _visible(text: str) -> str:
    """Return the text without invisible characters, except tabs, which separate the cells of a spreadsheet."""
    return "\t".join(map(visible, text.split("\t")))


class SeasonForm(forms.Form):
    """Form for one past season. If the form is valid, `line` is the parsed season."""

    season = SeasonField()
    winners = TextField(
        label="Winners",
        required=False,
        max_length=_LONGEST_PAIRS,
        help_text="Both names with & between them. Write “unknown” for a player who is not known or asked not to be "
        "shown. Put a second pair after a semicolon if the title was shared. Leave it empty if there was no winner.",
    )
    runners_up = TextField(label="Runners-up", required=False, max_length=_LONGEST_PAIRS)
    score = TextField(label="Score", required=False, max_length=LONGEST_SCORE, help_text="Such as 2910 to 2340.")
    note = TextField(
        label="Note",
        required=False,
        max_length=LONGEST_NOTE,
        help_text="Shown on the honours board, such as “not played” or “shared, snow”.",
    )
    name = TextField(
        label="Name of the competition in that season",
        required=False,
        max_length=LONGEST_NAME,
        help_text="Only if it was not the current name.",
    )
    shown = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None, *, present: str, before: PastLine):
        initial = {
            "season": before.season.name,
            "winners": write_pairs(before.winners),
            "runners_up": write_pairs(before.runners_up),
            "score": before.score,
            "note": before.note,
            "name": before.name,
            "shown": fingerprint(before),
        }
        super().__init__(data, initial=initial)
        self.present, self.before = present, before
        self.line: PastLine | None = None

    def clean(self) -> dict:
        """Read the season by the rules for a table, and return the cleaned data."""
        data = super().clean() or self.cleaned_data
        if data.get("season"):
            cells = {"runners-up": data.get("runners_up", ""), "year": data["season"].name}
            cells |= {column: data.get(column, "") for column in ("winners", "score", "note", "name")}
            try:
                self.line, _ = read_line(cells, name=self.present, last_year=timezone.localdate().year)
            except Refused as fault:
                self.add_error(None, str(fault))
        return data


class PlayerForm(forms.Form):
    """Form for choosing a player's name to remove."""

    player = forms.ChoiceField(
        label="Player",
        help_text="Players in this competition, and past winners.",
        error_messages={"required": "Choose the player.", "invalid_choice": "Choose a player from the list."},
    )

    def __init__(self, *args, players: Collection[str], **kwargs):
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a player"), *((name, name) for name in players)]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]
