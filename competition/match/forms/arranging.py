"""Forms for offering, accepting, declining and cancelling dates."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time

from django import forms
from django.utils import timezone

from competition.entries.models import Away
from competition.web.fields import DayField, KeyField, TextField
from scoring.templatetags.bridge import day

MORNING, NIGHT = time(9), time(23)
"""The usual hours of a match. The form asks about any other hour, because 07:30 is often meant to be 19:30."""
OTHER = "other"
EVENING = "19:30"
TIMES = [("14:00", "Afternoon, 14:00"), (EVENING, "Evening, 19:30"), (OTHER, "Another time")]
_ELSEWHERE = "Enter a venue only if you want to play elsewhere. Only both pairs and the organiser see it."
_DAY = "Tap a day when you can play."
_HOUR = {"required": "Enter the time when you can play.", "invalid": "Enter the time as 19:30."}


class ReadForm(forms.Form):
    """Form with the primary key of the offer on the page."""

    offered = KeyField()

    def arguments(self) -> dict:
        """Return the keyword arguments for the action."""
        return self.cleaned_data


class TakeForm(ReadForm):
    """Form for accepting one date of the offer."""

    at = forms.DateTimeField(error_messages=dict.fromkeys(("required", "invalid"), "Choose one of the offered dates."))


class DateReasonForm(forms.Form):
    """Form for a reason that the other pair can read."""

    reason = TextField(
        label="Reason",
        max_length=300,
        help_text="Shown to the other pair and the organiser.",
        error_messages={"required": "Enter the reason. The other pair reads it."},
    )


class DaysField(forms.Field):
    """Field for the days that are ticked in a calendar."""

    widget = forms.SelectMultiple

    def to_python(self, value: Sequence[str] | None) -> list[date | None]:
        """Return the days. Raises ValidationError if one of them is not a date or is too far from today."""
        return [DayField().clean(each) for each in value or ()]


class OfferForm(forms.Form):
    """Form for offering up to eight days at one time and venue, or for adding days to the pair's own open offer.

    It asks once about unusual dates, and offers them when the pair presses the same button again. To decline the other
    pair's dates, the pair needs only a reason.
    """

    offered = KeyField(required=False)
    asked = TextField(required=False, widget=forms.HiddenInput)

    days = DaysField(required=False)
    another = DayField(label="Day", required=False, help_text="A day that the calendar does not show.")
    hour = forms.ChoiceField(label="Time for all these days", choices=TIMES, widget=forms.RadioSelect)
    clock = forms.TimeField(
        label="The other time",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages=_HOUR,
    )
    venue = TextField(
        label="Venue", required=False, max_length=120, help_text="Shown only to both pairs and the organiser."
    )

    def __init__(
        self,
        *args,
        play_by: date,
        answers: bool = False,
        adds: bool = False,
        is_guest: bool = False,
        theirs: Sequence[Away] = (),
        **kwargs,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.adds = adds
        self.play_by = play_by
        self.answers = answers
        self.theirs = theirs
        self.question = ""
        if answers:
            self.fields["reason"] = TextField(
                label="Reason", required=False, max_length=300, help_text="Shown to the other pair with your dates."
            )

        if adds:
            del self.fields["venue"]
        elif is_guest:
            self.fields["venue"].help_text = f"The other pair is at home. {_ELSEWHERE}"

    @property
    def start(self) -> time | None:
        """The submitted time of all dates. None if it is missing."""
        chosen = self.cleaned_data["hour"]
        return self.cleaned_data["clock"] if chosen == OTHER else time.fromisoformat(chosen)

    @property
    def dates(self) -> list[datetime]:
        """The submitted dates in the local time zone."""
        another = self.cleaned_data["another"]
        days = {*self.cleaned_data["days"], *([another] if another else [])}
        start = self.start
        return [timezone.make_aware(datetime.combine(on, start)) for on in sorted(days)] if start else []

    def clean(self) -> dict:
        """Validate the offer, and ask about unusual dates."""
        form_data = super().clean() or {}
        if self.errors:
            return form_data
        if not form_data["days"] and not form_data["another"]:
            if not self.answers:
                self.add_error("days", _DAY)
            elif not form_data["reason"]:
                self.add_error(None, "Offer a date, or give a reason why no date suits you.")
        elif self.start is None:
            self.add_error("clock", _HOUR["required"])
        else:
            self._ask()
        return form_data

    def _ask(self) -> None:
        self.question = " ".join(self._odd())
        if self.question != self.cleaned_data["asked"]:
            self.add_error(None, f"{self.question} Press again to offer it.")

    def _odd(self) -> Iterator[str]:
        dates = [at for at in self.dates if at > timezone.now()]
        if dates and not MORNING <= dates[0].time() < NIGHT:
            yield f"{dates[0]:%H:%M} {'at night' if dates[0].time() >= NIGHT else 'in the morning'}?"
        for at in dates:
            # The calendar already marks the days on which a pair is away, so only check the day typed separately.
            if at.date() == self.cleaned_data["another"] and any(row.covers(at.date()) for row in self.theirs):
                yield f"The other pair is away on {day(at)}."
            if at.date() > self.play_by:
                yield f"{day(at)} is after the play-by date, {day(self.play_by)}."

    def arguments(self) -> dict:
        """Return the keyword arguments for `reply_to_dates` or `add_dates`."""
        form_data = self.cleaned_data
        if self.adds:
            return {"offered": form_data["offered"] or 0, "dates": self.dates}
        return {"dates": self.dates, "venue": form_data["venue"], "reason": form_data.get("reason", "")}
