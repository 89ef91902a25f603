"""Calendar in which a pair taps the days that it offers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from competition.entries.models import Away

# Length of the calendar after the play-by date, and its greatest length.
_SHOWN_LATE, _SHOWN_AT_MOST = timedelta(days=27), timedelta(days=61)
_SPOKEN = {"": "", "you": ", you are away", "they": ", they are away", "both": ", both pairs are away"}


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day that a pair can tap.

    `away` is the pair that is away on that day: "you", "they", "both", or "" for neither.
    """

    on: date
    away: str
    is_chosen: bool

    @property
    def name(self) -> str:
        """The day in words, for screen readers."""
        return f"{self.on:%A} {self.on.day} {self.on:%B}{_SPOKEN[self.away]}"


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """The days of a month that a pair can tap."""

    days: list[CalendarDay]

    @property
    def first(self) -> date:
        """The first of these days."""
        return self.days[0].on

    @property
    def gap(self) -> range:
        """The days of the week before the first of these days."""
        return range(self.first.weekday())


def calendar(
    today: date, play_by: date, ours: Iterable[Away], theirs: Iterable[Away], chosen: Collection[str]
) -> list[CalendarMonth]:
    """Return the days of the round from today, by month.

    After the play-by date, return the days of the next four weeks. `chosen` are the ticked days in the form.
    """
    last = min(play_by, today + _SHOWN_AT_MOST) if play_by >= today else today + _SHOWN_LATE
    away = {"you": [*ours], "they": [*theirs]}

    def day(on: date) -> CalendarDay:
        who = [word for word, rows in away.items() if any(row.covers(on) for row in rows)]
        return CalendarDay(on, "both" if len(who) == 2 else "".join(who), on.isoformat() in chosen)

    days = [day(today + timedelta(days=number)) for number in range((last - today).days + 1)]
    return [CalendarMonth([*group]) for _, group in groupby(days, lambda each: (each.on.year, each.on.month))]
