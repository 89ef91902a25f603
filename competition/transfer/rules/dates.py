"""Rules for the play-by dates of a table of matches."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from competition.draw.rules.rehearsal import WEEKS_A_ROUND

_A_ROUND = timedelta(weeks=WEEKS_A_ROUND)


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
