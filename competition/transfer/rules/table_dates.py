"""Rules for the play-by dates in a table of matches."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from competition.contest.rules.seasons import check_day
from competition.draw.rules.rehearsal import WEEKS_A_ROUND
from competition.entries.rules.grammar import read_day
from competition.entries.rules.persons import in_quotes
from scoring.rules.refusal import Refused

_A_ROUND = timedelta(weeks=WEEKS_A_ROUND)


def day_in(text: str, season: int, today: date) -> date | None:
    """Return the play-by date in a cell. Raises Refused if it is not a date or is far from the season."""
    day = read_day(text)
    if day:
        check_day(day, season, today)
    elif text:
        raise Refused(f"The date {in_quotes(text)} is not written like 2026-05-30 or 30/5/2026.")
    return day


def dates_of(rounds: Sequence[Mapping[str, date | None]], today: date) -> tuple[tuple[date, ...], dict[str, date]]:
    """Return the play-by date of each round, which is its earliest date, and the later dates by match code.

    `rounds` has the written date of each match by match code.
    """
    earliest = [min(filter(None, matches.values()), default=None) for matches in rounds]
    days = _filled(earliest, today)
    for at in range(len(days) - 2, -1, -1):
        # If a match is extended beyond the next round, its round must still end before the next round.
        days[at] = min(days[at], days[at + 1] - timedelta(days=1))
    later = {
        code: day
        for matches, end in zip(rounds, days, strict=True)
        for code, day in matches.items()
        if day and day > end
    }
    return tuple(days), later


def _filled(days: Sequence[date | None], today: date) -> list[date]:
    """Return the dates, filling in missing dates at the usual interval from the others."""
    # Without any dates, round 1 ends one interval from today.
    at, first = next(((at, day) for at, day in enumerate(days) if day), (-1, today))
    dates = [first - _A_ROUND * at]
    for day in days[1:]:
        dates.append(day or dates[-1] + _A_ROUND)
    return dates
