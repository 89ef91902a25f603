"""Forms for entry applications, for the organiser's answers, and for days away."""

from typing import cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from competition.contest.models import Competition
from competition.contest.presenters import opening_day
from competition.entries.actions.attendance import Spans
from competition.entries.forms.namesakes import NamesakeQuestions, fields_of
from competition.entries.forms.pair import EntryForm
from competition.entries.models.pair import Pair
from competition.entries.queries.namesakes import Beside, Namesake, namesakes
from competition.web.fields import DayField, TextField


class ApplicationForm(EntryForm):
    """Form for a pair that enters by itself.

    `trap` is hidden from people, so a value in it shows that a program filled in the form.
    """

    wishes = TextField(
        label="Notes for the organiser",
        required=False,
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="For example, that you cannot climb stairs. Only the organisers see this.",
    )
    trap = TextField(required=False, max_length=200, label="Leave this empty")

    def __init__(self, *args, competition: Competition, **kwargs):
        # Do not compare with other entries: only the organiser may see who else has entered.
        super().__init__(*args, beside=Beside({}, {}), **kwargs)
        self.away = AwayForm(*args, season=competition.season)
        self.fields["way"].label = "How should we contact you?"
        self.fields["way"].help_text = "Without an email address, you get letters on paper."
        self.fields["area"].help_text = "The area where you live, so that your opponents know the distance."
        if competition.opening_day:
            self.fields["opening_day"].label = f"We want to play on the opening day, {opening_day(competition)}"
        else:
            del self.fields["opening_day"]

    @property
    def together(self) -> list[BoundField]:
        """The fields of the pair as a whole."""
        return [self[name] for name in ("club", "area", "way", "opening_day", "wishes") if name in self.fields]

    def clean(self) -> dict:
        """Validate the application.

        The application needs at least one phone number or email address, valid days away and an empty `trap`.
        """
        super().clean()
        data = self.cleaned_data
        if self.away.errors:
            raise ValidationError("Some of the days on which you are away are wrong. Correct them below.")
        if data.get("trap"):
            # Clear the field, so that a person whose browser filled it in can send the form again.
            self.data = {**dict(self.data.items()), "trap": ""}
            raise ValidationError("This form looked as if a program had sent it. If you are a person, send it again.")
        contacts = ("phone1", "email1", "phone2", "email2")
        if not self.errors and not any(data.get(name) for name in contacts):
            self.add_error("phone1", "Give at least one phone number or email address of the pair.")
        return data


class AcceptForm(NamesakeQuestions):
    """Form for accepting an application, with questions about namesakes."""

    def __init__(self, *args, pair: Pair, beside: Beside, **kwargs):
        super().__init__(*args, beside=beside, **kwargs)
        self.sent = pair
        if not self.is_bound:
            for namesake in self.found:
                self.add_questions(namesake)
                if not namesake.elsewhere:
                    self.fields[fields_of(self.name_fields[namesake.place])[0]].help_text = namesake.question

    @property
    def sent_names(self) -> dict[int, str]:
        """The names that the pair sent, by place."""
        return {player.place: player.display_name for player in self.sent.present}

    @property
    def found(self) -> list[Namesake]:
        """The players who share a name. A word in brackets from the pair is only a suggestion."""
        return namesakes(self.sent_names, self.sent.club, self.beside or Beside({}, {}), words_count=False)

    def clean(self) -> dict:
        """Return the cleaned names, each distinguished from any namesake."""
        self.cleaned_data |= {self.name_fields[place]: name for place, name in self.sent_names.items()}
        self.ask(self.found)
        return self.cleaned_data

    @property
    def names(self) -> tuple[str, str]:
        """The names under which the two players are entered."""
        return self.cleaned_data["player1"], self.cleaned_data["player2"]


class DeclineForm(forms.Form):
    """Form for declining an application with a reason."""

    word = TextField(
        label="Reason for declining",
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="The pair sees it under its reference.",
        error_messages={"required": "The reason is missing. Give it for the pair."},
    )


_ROWS = range(1, 5)


class AwayForm(forms.Form):
    """Form for up to four absences, each from a first to a last day. An empty last day means one day."""

    def __init__(self, *args, spans: Spans = (), season: int | None = None, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for row in _ROWS:
            for name, label in (("from", "Away from"), ("to", "to")):
                field = DayField(label=label if row == 1 else f"{label} ({row})", required=False)
                field.season = season
                self.fields[f"{name}{row}"] = field
        for row, (first, last) in zip(_ROWS, spans, strict=False):
            self.initial[f"from{row}"], self.initial[f"to{row}"] = first, last

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """The fields for the first and the last day of each absence."""
        return [(self[f"from{row}"], self[f"to{row}"]) for row in _ROWS]

    @property
    def spans(self) -> Spans:
        """The first and the last day of each absence."""
        said = ((self.cleaned_data.get(f"from{row}"), self.cleaned_data.get(f"to{row}")) for row in _ROWS)
        return [(first, last or first) for first, last in said if first]

    def clean(self) -> dict:
        """Validate that each absence has a first day and does not end before it."""
        said = super().clean() or {}
        for row in _ROWS:
            first, last = said.get(f"from{row}"), said.get(f"to{row}")
            if last and not first and f"from{row}" not in self.errors:
                self.add_error(f"from{row}", "Give the first day.")
            if first and last and last < first:
                self.add_error(f"to{row}", ValidationError("The last day comes before the first. Correct the days."))
        return cast(dict, said)
