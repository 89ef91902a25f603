"""Rules for the play-by dates of a table of matches."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from competition.draw.rules.rehearsal import WEEKS_A_ROUND
from competition.entries.rules.days import read_day

_A_ROUND = timedelta(weeks=WEEKS_A_ROUND)
_MIDNIGHT = re.compile(r"[ T]0?0:00(?::00(?:\.0+)?)?$")


def read_date(text: str) -> date | None:
    """Return a date with its year, as draw.csv or a spreadsheet writes it, or None. The day is before the month."""
    plain = _MIDNIGHT.sub("", text.strip())
    # Without a year, the date would depend on the day of reading.
    day = read_day(plain, date.max)
    return day if day == read_day(plain, date(1900, 1, 1)) else None


def dates_of(rounds: Sequence[Mapping[str, date | None]], today: date) -> tuple[tuple[date, ...], dict[str, date]]:
    """Return the play-by date of each round, which is its earliest date, and the later dates by match code.

    `rounds` has the written date of each match by its code.
    """
    earliest = [min(filter(None, matches.values()), default=None) for matches in rounds]
    days = _filled(earliest, today)
    for at in range(len(days) - 2, -1, -1):
        # If a match is extended beyond the next round, its round still ends before the next round.
        days[at] = min(days[at], days[at + 1] - timedelta(days=1))
    later = {
        code: day
        for matches, end in zip(rounds, days, strict=True)
        for code, day in matches.items()
        if day and day > end
    }
    return tuple(days), later


def _filled(days: Sequence[date | None], today: date) -> list[date]:
    """Return the dates. Fill in missing dates at the usual interval from the other dates."""
    # Without any date, round 1 ends one interval from today.
    at, first = next(((at, day) for at, day in enumerate(days) if day), (-1, today))
    found = [first - _A_ROUND * at]
    for day in days[1:]:
        found.append(day or found[-1] + _A_ROUND)
    return found
