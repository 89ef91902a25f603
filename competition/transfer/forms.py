"""Forms for exporting, importing and copying a competition, and for a draw made elsewhere."""

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar, cast

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils import timezone

from competition.contest.forms.contest import SeasonField
from competition.contest.forms.new import NewContestForm
from competition.contest.models import Competition
from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.seasons import Season
from competition.transfer.models import Draft
from competition.transfer.presenters.reading import NEW
from competition.transfer.queries.source import Source, Start
from competition.transfer.rules.file import SOON, closing, later_day
from competition.web.fields import DayField, NumberField, TextField, near_season
from competition.web.rules import whole_number
from scoring.rules.text import visible

_NAMED = {Start.GRADE: "{} Second Grade"}


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
    """Form for the name, season, dates and pairs of a new competition."""

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
        help_text="Untick the pairs that are not taking part.",
    )

    field_order = ("name", "season", "closing_date", "opening_day", "numbers")

    def __init__(self, *args, competition: Competition, start: Start, source: Source, **kwargs):
        super().__init__(*args, **kwargs)
        seasons = int(start is Start.SEASON)
        today = timezone.localdate()
        opening = competition.opening_day and later_day(competition.opening_day, seasons)
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
        """Return the first year of the season, and limit the dates to years near it."""
        season: Season = self.cleaned_data["season"]
        self.cleaned_data["over_two_years"] = season.over_two_years
        return near_season(self, season.year)


_LONGEST_PASTED = 60_000
_ANSWER = "answer-"


class RunningForm(NewContestForm):
    """Form for a competition that is already running. Entries are closed, so it has no fields for them."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["closing_date"], self.fields["entry_form"]
        self.instance.closing_date = timezone.localdate()
        self.instance.entry_form = False


class LinesForm(forms.Form):
    """Form for the lines of a draw, pasted as one text or sent separately, with answers about names."""

    paste = TextField(
        label="The draw",
        max_length=_LONGEST_PASTED,
        error_messages={"required": "Paste the draw first."},
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        help_text="One match on each line, such as “Smith/Jones - Brown/Lee” or “A Smith & B Jones v bye”. "
        "Two columns from a spreadsheet, or a list of pairs in the order of the draw, work too. Results and later "
        "rounds can stay in the list.",
    )

    later = TextField(
        label="Later rounds",
        max_length=_LONGEST_PASTED,
        required=False,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false"}),
        help_text="Each round below its heading, such as “Round 2: by 31 May”. Only results and play-by dates are read "
        "from these lines.",
    )

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paste"].required = not self._typed

    @property
    def uses(self) -> bool:
        """True if the organiser wants to use the draw that the app has read."""
        return self.data.get("do") == "use"

    @property
    def written(self) -> dict[str, Any]:
        """The lines, the answers by name key, and the name keys of new pairs."""
        fields = {name.removeprefix(_ANSWER): self.data[name] for name in self.data if name.startswith(_ANSWER)}
        answers = {key: number for key, value in fields.items() if (number := whole_number(value))}
        return {"lines": self._lines, "answers": answers, "new": {key for key in fields if fields[key] == NEW}}

    @property
    def _lines(self) -> str:
        pasted = self.cleaned_data.get("paste") if self.data.get("do") == "read" else ""
        later = self.cleaned_data.get("later", "")
        return pasted or "\n".join(visible(line) for line in (*self._typed, *later.splitlines()))[:_LONGEST_PASTED]

    @property
    def _typed(self) -> list[str]:
        return self.data.getlist("line") if isinstance(self.data, QueryDict) else []


class HatForm(forms.Form):
    """Form for the next name from the hat: a pair and its place, the letters typed so far, or a pair to undo."""

    pair = NumberField(1, MOST_PAIRS, required=False)
    undo = NumberField(1, MOST_PAIRS, required=False)
    place = NumberField(1, 2 * MOST_PAIRS, required=False)
    find = TextField(required=False, max_length=80)


class ByesForm(forms.Form):
    """Form for the matches of round 1 that have a bye."""

    def __init__(self, *args, matches: Sequence[tuple[int, str]], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["byes"] = forms.TypedMultipleChoiceField(
            label="Matches with a bye",
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=matches,
        )


class FactsForm(forms.ModelForm):
    """Form for how, when and where a draw was made."""

    class Meta:
        model = Draft
        fields = ("day", "place", "how", "drawn_by", "witnesses")
        labels: ClassVar[dict[str, str]] = {
            "day": "Day of the draw",
            "place": "Place",
            "how": "How it was drawn",
            "drawn_by": "Drawn by",
            "witnesses": "Witnesses",
        }
        help_texts: ClassVar[dict[str, str]] = {
            "place": "Such as “Riverbend Hall”. Shown in the public draw record.",
            "how": "Such as “out of a hat”.",
            "drawn_by": "The person who made the draw. Shown in the public draw record.",
            "witnesses": "The people who watched the draw. Shown in the public draw record.",
        }
        field_classes: ClassVar[dict[str, type[forms.Field]]] = {
            "day": DayField,
            **dict.fromkeys(("place", "how", "drawn_by", "witnesses"), TextField),
        }

    def __init__(self, *args, season: int, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].required = False
        near_season(self, season)


class AdoptedDatesForm(forms.Form):
    """Form for the play-by dates of the rounds."""

    def __init__(self, *args, rounds: Sequence[str], dates: Sequence[date], season: int, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for number, (name, day) in enumerate(zip(rounds, dates, strict=True), start=1):
            self.fields[f"round{number}"] = DayField(label=f"{name}: play by", initial=day)
        near_season(self, season)

    @property
    def days(self) -> list[BoundField]:
        """The date fields, in round order."""
        return list(self)

    @property
    def play_by(self) -> list[date]:
        """The dates, in round order."""
        return [self.cleaned_data[field.name] for field in self]
