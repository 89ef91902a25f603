"""Limits and usual values for the size, the conditions and the dates of a competition."""

from datetime import date

from competition.web.rules import days_around
from scoring.rules.refusal import Refused

# A larger draw would take longer than the time limit of a page.
MOST_PAIRS = 512
SEASONS = (1900, 2200)
SILENCE_HOURS = (1, 720)
REPORT_DAYS = (0, 365)
USUAL_SILENCE_HOURS, USUAL_REPORT_DAYS = 48, 7
# The first and the last date that any competition may use.
DAYS = days_around(*SEASONS)


def check_day(day: date, season: int, today: date) -> None:
    """Raise Refused if the date is far from both the season and today."""
    first, last = days_around(season, today.year)
    if not first <= day <= last:
        raise Refused(
            f"The dates of a {season} competition are between {first.year} and {last.year}. Choose another date."
        )
