"""Forms for a competition: its details, its conditions of contest and its organisers."""

from datetime import time, timedelta
from typing import ClassVar

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.forms import model_to_dict
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils import timezone
from django.utils.text import slugify

from competition.accounts.forms import right_password
from competition.contest.models import Competition, Conditions, Organiser
from competition.contest.queries import DETAILS
from competition.contest.rules import conditions
from competition.contest.rules.conditions import PRESETS, REPLY_HOURS, REPORT_DAYS, Preset
from competition.contest.rules.seasons import Season, read
from competition.web.fields import DayField, EmailField, NumberField, TextField, near_season
from scoring.rules.conditions import DEALS, EXTRA_DEALS, ScoringConditions, TieBreak
from scoring.rules.refusal import Refused
from scoring.rules.words import TIE_BREAKS
from scoring.templatetags.bridge import day

_USUAL = ScoringConditions()


_WRONG_SEASON = "Give the season as 2026, or as 2026/27 if it runs over two years."


class SeasonField(TextField):
    """Field for a season written as 2026 or 2026/27."""

    def __init__(self) -> None:
        super().__init__(
            label="Season",
            help_text="The year, such as 2026, or both years, such as 2026/27.",
            error_messages={"required": _WRONG_SEASON},
            widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 20}),
        )

    def clean(self, value: str | None) -> Season:
        """Return the season. Raises ValidationError if the text is not a season."""
        try:
            return read(super().clean(value))
        except Refused as fault:
            raise ValidationError(str(fault)) from None


class ContestForm(forms.ModelForm):
    """Form for a competition and its conditions of contest, with explanations."""

    presets = PRESETS
    preset: Preset | None = None

    season = SeasonField()
    deals = NumberField(
        *DEALS,
        label="Deals in a match",
        help_text=f"The higher total after this many deals wins. A passed-in deal counts as one. Usual: "
        f"{_USUAL.deals}.",
    )
    extra_deals = NumberField(
        *EXTRA_DEALS,
        label="Deals in a tie-break",
        help_text="If the totals are level, the pairs play this many more deals, and repeat until they differ. "
        f"Usual: {_USUAL.extra_deals}.",
    )
    tie_break = forms.ChoiceField(
        label="The unfinished rubber in a tie-break",
        widget=forms.RadioSelect,
        choices=[(way.value, TIE_BREAKS[way]) for way in TieBreak],
        help_text=(
            "If it continues, its points for a game or a part-score are worked out again after the last deal. "
            "If a new rubber begins, those points count, and neither side starts vulnerable."
        ),
    )
    only_partscore = forms.TypedChoiceField(
        label="The only part-score in an unfinished rubber",
        widget=forms.RadioSelect,
        coerce=int,
        choices=[(100, "100 points, as in the Laws"), (50, "50 points, as in some regions")],
        help_text="The points of the only side with a part-score when play stops (Law 80).",
    )
    confirmation = forms.ChoiceField(
        label="How a result becomes final",
        widget=forms.RadioSelect,
        choices=Conditions.Confirmation.choices,
        help_text="Either pair reports the result. The other pair can dispute it, unless it is final at once.",
    )
    reply_hours = NumberField(
        *REPLY_HOURS,
        label="Reply time in hours",
        help_text="If the other pair does not reply in this time, the result becomes final. "
        "Used only with automatic confirmation. "
        f"Usual: {conditions.USUAL_REPLY_HOURS}.",
    )
    report_days = NumberField(
        *REPORT_DAYS,
        label="Days to report",
        help_text=(
            "A match without a result is overdue this many days after its play-by date. "
            f"You then decide what happens. Usual: {conditions.USUAL_REPORT_DAYS}."
        ),
    )
    extensions = forms.BooleanField(
        label="Allow extensions of single matches",
        required=False,
        help_text="You can extend the play-by date of a match, with a reason. "
        "If off, you can extend only whole rounds, as in some regions.",
    )
    first_offer = forms.ChoiceField(
        label="Who offers the dates first",
        widget=forms.RadioSelect,
        choices=Conditions.FirstOffer.choices,
        help_text="Up to four dates, of which the other pair accepts one. The other pair need not wait to offer dates.",
    )
    home = forms.ChoiceField(
        label="Venue of a match",
        widget=forms.RadioSelect,
        choices=Conditions.Home.choices,
        help_text="Both pairs are told who plays at home. They can always agree on another venue.",
    )
    opening_day_together = forms.BooleanField(
        label="Draw opening-day pairs against each other",
        required=False,
        help_text="Draws pairs who attend the opening day against each other in round 1 where possible.",
    )
    clubs_apart = forms.BooleanField(
        label="Keep pairs from the same club apart in round 1",
        required=False,
        help_text="Draws them against each other only if there is no other way.",
    )
    areas_together = forms.BooleanField(
        label="Short journeys in round 1",
        required=False,
        help_text="Draws neighbouring pairs together in round 1 where possible. The opening day and keeping "
        "clubs apart take priority. The draw record then shows the areas.",
    )
    deals_public = forms.BooleanField(
        label="Show the deals while a match is played",
        required=False,
        help_text="If off, the public pages show only the totals until the match is over. "
        "In any case, either pair can keep its deals private until the match is over.",
    )

    class Meta:
        model = Competition
        fields = DETAILS
        labels = {"slug": "Address", "opening_day": "Opening day", "opening_hour": "Start of the opening day"}
        labels |= {"opening_place": "Venue of the opening day", "entry_form": "Let pairs enter online"}
        labels |= {"is_practice": "Practice"}
        help_texts = {
            "name": "Without the year, such as “Lakes Rubber Knockout”.",
            "slug": "The last part of the web address. Use lower-case letters, digits and hyphens. "
            "If empty, it is made from the name and the season.",
            "region": "Shown under the name.",
            "closing_date": "The last day on which pairs can enter. You can add pairs after it.",
            "opening_day": "A day on which many round 1 matches are played together.",
            "opening_hour": "Round 1 matches between pairs who attend are scheduled for this time.",
            "opening_place": "Shown on the public pages.",
            "entry_form": "Shows an entry form on the public page until the closing date. You accept or decline "
            "each entry.",
            "is_practice": "You can delete a practice competition at any time, even after matches have been played. "
            "Its pages say that it is practice. You cannot change this once the draw is published.",
        }
        widgets = {"opening_hour": forms.TimeInput(attrs={"type": "time"}, format="%H:%M")}
        field_classes: ClassVar[dict[str, type[forms.Field]]] = dict.fromkeys(
            ("name", "region", "opening_place"), TextField
        )
        field_classes |= {"closing_date": DayField, "opening_day": DayField}
        error_messages = {
            "opening_hour": {"invalid": "Give the time as 13:30."},
            "name": {"required": "Give the competition a name."},
            "closing_date": {"required": "Give the closing date."},
            "slug": {
                "unique": "Another competition already has this address. Choose another.",
                "invalid": "Use only lower-case letters, digits and hyphens, such as lakes-knockout-2026.",
            },
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kept = getattr(self.instance, "conditions", None) or Conditions()
        self.initial = {**model_to_dict(self.kept, fields=CONDITIONS), **self.initial}
        self.fields["slug"].required = False
        if self.instance.pk and "season" not in (kwargs.get("initial") or {}):
            self.initial["season"] = self.instance.season_name
        if not self.instance.pk:
            today = timezone.localdate()
            self.initial = {"season": str(today.year), "closing_date": today + timedelta(weeks=6)} | self.initial

    @classmethod
    def read(cls, data: QueryDict | None, instance: Competition | None = None) -> "ContestForm":
        """Return the submitted form.

        If a preset was chosen, return an unsaved form with the conditions of the preset and the typed details.
        """
        if not data or (preset := PRESETS.get(data.get("preset", ""))) is None:
            return cls(data, instance=instance)
        values = {**model_to_dict(Conditions(), fields=CONDITIONS), **preset.unlike}
        form = cls(instance=instance, initial={**{name: data.get(name, "") for name in DETAILS}, **values})
        form.preset = preset
        return form

    @property
    def details(self) -> list[BoundField]:
        """The fields for the details of the competition."""
        return [self[name] for name in DETAILS if name in self.fields]

    @property
    def contest(self) -> list[BoundField]:
        """The fields for the conditions of contest."""
        return [self[name] for name in CONDITIONS]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Every label with its current value as text. Typed values are ignored."""
        return [(str(field.label), _in_words(field)) for field in self]

    @property
    def conditions(self) -> Conditions:
        """The conditions of contest from the cleaned data."""
        for name in CONDITIONS:
            setattr(self.kept, name, self.cleaned_data[name])
        return self.kept

    def clean_season(self) -> int:
        """Return the first year of the season, and limit the date fields to years near it."""
        season: Season = self.cleaned_data["season"]
        self.instance.over_two_years = season.over_two_years
        return near_season(self, season.year)

    def clean(self) -> dict:
        """Return the cleaned data. If the address is empty, build it from the name and the season."""
        super().clean()
        check_opening_day(self)
        data = self.cleaned_data
        if data.get("slug") == "":
            data["slug"] = slugify(f"{data.get('name', '')} {self._season_in_address()}")[:60].strip("-")
            if not data["slug"]:
                self.add_error("slug", "No address can be made from this name. Type an address.")
        return data

    def _season_in_address(self) -> str:
        year = self.cleaned_data.get("season")
        return Season(year, self.instance.over_two_years).address if year else ""


CONDITIONS = tuple(name for name in ContestForm.declared_fields if name not in DETAILS)


def check_opening_day(form: forms.BaseForm) -> None:
    """Add an error if a time or venue of the opening day is given without the day."""
    data = form.cleaned_data
    if not data.get("opening_day") and (data.get("opening_hour") or data.get("opening_place")):
        form.add_error("opening_day", "The opening day is missing. Give it, or clear its time and venue.")


def _in_words(field: BoundField) -> str:
    if isinstance(field.field, forms.ChoiceField):
        return str(dict(field.field.widget.choices)[field.initial])
    if isinstance(field.field, forms.DateField):
        return day(field.initial)
    if isinstance(field.initial, time):
        return f"{field.initial:%H:%M}"
    if isinstance(field.field, forms.BooleanField):
        return "yes" if field.initial else "no"
    return "not set" if field.initial in (None, "") else str(field.initial)


class ContactForm(forms.ModelForm):
    """Form for an organiser's public contact details and private notification choice."""

    name = TextField(
        label="Your name", max_length=80, error_messages={"required": "Give the name that the pairs know."}
    )
    phone = TextField(
        label="Phone",
        required=False,
        max_length=40,
        widget=forms.TextInput({"type": "tel"}),
        help_text="Shown on the public pages.",
    )
    email = EmailField(label="Email", required=False, help_text="Shown on the public pages.")

    own_email = EmailField(
        label="Email address of your account",
        required=False,
        max_length=254,
        help_text="Not public. If the site sends email, we use it for news of the competition, and for a link if you "
        "forget your password.",
    )
    password = forms.CharField(
        label="Your password",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text="Needed only if you change the email address of your account.",
    )
    news = forms.ChoiceField(
        label="Emails to you about entries, disputes, overdue matches and failed emails",
        required=False,
        choices=Organiser.News.choices,
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Organiser
        fields = ("name", "phone", "email", "news")

    field_order = ("name", "phone", "email", "own_email", "password", "news")

    @property
    def contact(self) -> dict[str, str]:
        """The cleaned values to save, without the password."""
        return {name: value for name, value in self.cleaned_data.items() if name != "password"}

    def clean(self) -> dict:
        """Require the password if the email address of the account changes.

        A person who receives the emails of an account can choose a new password for it.
        """
        form_data = super().clean() or self.cleaned_data
        user = self.instance.user
        if form_data.get("own_email", user.email) != user.email:
            try:
                self._check_password(user, form_data.get("password", ""))
            except ValidationError as fault:
                self.add_error("password", fault)
        return form_data

    def _check_password(self, user: User, password: str) -> None:
        if not password:
            raise ValidationError("Your password is missing. Type it to change the email address of your account.")
        right_password(user, password)

    def clean_news(self) -> str:
        """Return the choice. If nothing was chosen, return the previous choice."""
        return self.cleaned_data["news"] or self.instance.news


class DeputyForm(forms.Form):
    """Form for inviting a deputy."""

    name = TextField(
        label="Name of the deputy",
        max_length=80,
        help_text="Shown in the log. You get an invitation to give to the deputy.",
        error_messages={"required": "Give the name of the deputy."},
    )

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError if it contains no letters."""
        name = self.cleaned_data["name"]
        if not (name.isprintable() and any(letter.isalpha() for letter in name)):
            raise ValidationError("A name needs letters. Correct the name.")
        return name
