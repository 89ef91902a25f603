"""Forms for exporting, importing and copying a competition."""

from typing import cast

from django import forms
from django.utils import timezone

from competition.contest.forms import SeasonField
from competition.contest.models import Competition
from competition.contest.rules.seasons import Season
from competition.transfer.queries.source import Source, Start
from competition.transfer.rules import SOON, closing, moved
from competition.web.fields import DayField, TextField, near_season

_NAMED = {Start.PLATE: "{} Plate", Start.ROUND_1: "{} Plate", Start.GRADE: "{} Second Grade"}


class FileForm(forms.Form):
    """Form for exporting a competition."""

    private = forms.BooleanField(
        label="With phone numbers, email addresses, venues and private notes",
        required=False,
        help_text="If ticked, keep the file secret. Otherwise the file contains only public information.",
    )


class OpenForm(forms.Form):
    """Form for importing a competition."""

    file = forms.FileField(
        label="File",
        help_text="The file from the Export page of the other site.",
        error_messages={"required": "Choose a file."},
    )


class StartForm(forms.Form):
    """Form for the name, season, dates and pairs of the new competition."""

    name = TextField(label="Name", max_length=80, error_messages={"required": "Give the competition a name."})
    season = SeasonField()
    closing_date = DayField(
        label="Closing date", help_text="The last day on which pairs can enter. You can add pairs after it."
    )
    opening_day = DayField(label="Opening day", required=False)
    numbers = forms.TypedMultipleChoiceField(
        label="Pairs",
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Untick the pairs that do not take part.",
    )

    field_order = ("name", "season", "closing_date", "opening_day", "numbers")

    def __init__(self, *args, competition: Competition, start: Start, source: Source, **kwargs):
        super().__init__(*args, **kwargs)
        seasons, today = int(start is Start.SEASON), timezone.localdate()
        opening = competition.opening_day and moved(competition.opening_day, seasons)
        self.initial = {
            "name": _NAMED.get(start, "{}").format(competition.name)[:80],
            "season": Season(competition.season + seasons, competition.over_two_years).name,
            "closing_date": closing(competition.closing_date, seasons, today) if seasons else today + SOON,
            "opening_day": opening if opening and opening > today else None,
            "numbers": source.ticked,
        }
        numbers = cast(forms.TypedMultipleChoiceField, self.fields["numbers"])
        numbers.choices = [
            (pair.number, f"{pair.name}, {pair.club}" if pair.club else pair.name) for pair in source.pairs
        ]

    def clean_season(self) -> int:
        """Return the year in which the season begins. The dates must be near it."""
        season: Season = self.cleaned_data["season"]
        self.cleaned_data["over_two_years"] = season.over_two_years
        return near_season(self, season.year)
