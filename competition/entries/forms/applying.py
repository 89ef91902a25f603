"""What a pair sends in to enter by itself, and what the organiser answers."""

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from competition.contest.formats import opening_day
from competition.contest.models import Competition
from competition.entries.forms.away import AwayForm
from competition.entries.forms.pair import EntryForm
from competition.pages.fields import TextField


class ApplicationForm(EntryForm):
    """A pair as it enters itself; `trap` is a field no person sees, so only a program fills it in."""

    wishes = TextField(
        label="Anything the organiser should know",
        required=False,
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="For instance that you cannot climb stairs. Only the organisers read it.",
    )
    trap = TextField(required=False, max_length=200, label="Leave this empty")

    def __init__(self, *args, competition: Competition, **kwargs):
        super().__init__(*args, **kwargs)
        self.away = AwayForm(*args, season=competition.season)
        self.fields["way"].label = "How shall we tell you what happens?"
        self.fields["area"].help_text = "Where you live, so that opponents know how far it is."
        if competition.opening_day:
            self.fields["opening_day"].label = f"We wish to play on the opening day, {opening_day(competition)}"
        else:
            del self.fields["opening_day"]

    @property
    def together(self) -> list[BoundField]:
        """The fields of the pair as a whole."""
        return [self[name] for name in ("club", "area", "way", "opening_day", "wishes") if name in self.fields]

    def clean(self) -> dict:
        """The entry; somebody must be within reach, and nobody may be a program."""
        super().clean()
        data = self.cleaned_data
        if self.away.errors:
            raise ValidationError("Please look again at the days on which you are away.")
        if data.get("trap"):
            # Emptied, so that somebody whose browser filled it in only needs to send again.
            self.data = {**dict(self.data.items()), "trap": ""}
            raise ValidationError("This looked as if a program had sent it. If it was you, please send it again.")
        contacts = ("phone1", "email1", "phone2", "email2")
        if not self.errors and not any(data.get(name) for name in contacts):
            self.add_error("phone1", "Give at least one telephone number or e-mail address of the pair.")
        return data


class DeclineForm(forms.Form):
    """What the organiser says to a pair whose entry is not taken."""

    word = TextField(
        label="If you decline, why?",
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="The pair reads it under its reference.",
        error_messages={"required": "Say why: the pair reads it under its reference."},
    )
