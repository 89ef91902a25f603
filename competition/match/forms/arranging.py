"""Forms for offering, accepting, declining and cancelling dates."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone

from competition.entries.models import Away
from competition.match.models import MOST_DATES
from competition.web.fields import DayField, KeyField, TextField
from scoring.templatetags.bridge import day, moment

EARLIEST = 8
"""Earliest usual hour of a match. An earlier time needs confirmation, because 07:30 is often meant to be 19:30."""
_ELSEWHERE = "Enter a venue only if you want to play elsewhere. Only both pairs and the organiser see it."
_ROWS = range(1, MOST_DATES + 1)
# All further rows are folded.
FIRST_ROWS = 4
_DAY = {"required": "Enter the day on which you can play."}
_HOUR = {"required": "Enter the time at which you can play.", "invalid": "Enter the time as 19:30."}


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
    """Form for a reason that the other pair reads."""

    reason = TextField(
        label="Reason",
        max_length=300,
        help_text="Shown to the other pair and the organiser.",
        error_messages={"required": "Enter the reason. The other pair reads it."},
    )


class OfferForm(forms.Form):
    """Form for offering up to eight dates at one venue, or for adding dates to the pair's own open offer.

    An empty time repeats the time above it. Unusual dates need confirmation. To decline the other pair's dates, a
    reason without new dates is enough.
    """

    offered = KeyField(required=False)

    venue = TextField(
        label="Venue", required=False, max_length=120, help_text="Shown only to both pairs and the organiser."
    )
    sure = forms.BooleanField(label="Offer these dates anyway", required=False)

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
        self.is_odd = False
        for row in _ROWS:
            is_required = row == 1 and not answers
            self.fields[f"day{row}"] = DayField(label=f"Day {row}", required=is_required, error_messages=_DAY)
            clock = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
            hour = forms.TimeField(label=f"Time {row}", required=is_required, widget=clock, error_messages=_HOUR)
            self.fields[f"hour{row}"] = hour
        if answers:
            self.fields["reason"] = TextField(
                label="Reason", required=False, max_length=300, help_text="Shown to the other pair with your dates."
            )

        if adds:
            del self.fields["venue"]
        elif is_guest:
            self.fields["venue"].help_text = f"The other pair is at home. {_ELSEWHERE}"

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """The fields for the day and the time of the first dates."""
        return [(self[f"day{row}"], self[f"hour{row}"]) for row in _ROWS[:FIRST_ROWS]]

    @property
    def more_rows(self) -> list[tuple[BoundField, BoundField]]:
        """The fields for the day and the time of all further dates."""
        return [(self[f"day{row}"], self[f"hour{row}"]) for row in _ROWS[FIRST_ROWS:]]

    @property
    def has_more(self) -> bool:
        """True if one of the further fields was filled in."""
        return any(field.value() for row in self.more_rows for field in row)

    @property
    def dates(self) -> list[datetime]:
        """The submitted dates in the local time zone."""
        form_data = self.cleaned_data
        hour = None
        dates = []
        for row in _ROWS:
            hour = form_data.get(f"hour{row}") or hour
            if (on := form_data.get(f"day{row}")) and hour:
                dates.append(timezone.make_aware(datetime.combine(on, hour)))
        return dates

    def clean(self) -> dict:
        """Validate the offer, and ask for confirmation of unusual dates."""
        form_data = super().clean() or {}
        if self.errors:
            return form_data
        if form_data.get("day1") is None and not (self.answers and form_data.get("reason")):
            self.add_error(
                "day1" if not self.answers else None, "Offer a date, or give a reason why no date suits you."
            )
        elif any(form_data.get(f"day{row}") for row in _ROWS) and not form_data.get("hour1"):
            self.add_error("hour1", _HOUR["required"])
        elif odd := " ".join(self._odd()):
            self.is_odd = True
            if not form_data["sure"]:
                self.add_error(None, odd)
        return form_data

    def _odd(self) -> Iterator[str]:
        for at in self.dates:
            if at < timezone.now():
                continue
            if at.hour < EARLIEST:
                yield f"{moment(at)} is early in the morning."
            if any(row.covers(at.date()) for row in self.theirs):
                yield f"The other pair is away on {day(at)}."
            if at.date() > self.play_by:
                yield f"{day(at)} is after the play-by date, {day(self.play_by)}."

    def arguments(self) -> dict:
        """Return the keyword arguments for `reply_to_dates`, or for `add_dates`."""
        form_data = self.cleaned_data
        if self.adds:
            return {"offered": form_data["offered"] or 0, "dates": self.dates}
        return {"dates": self.dates, "venue": form_data["venue"], "reason": form_data.get("reason", "")}
