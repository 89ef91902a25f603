"""How large a knockout can be, between which bounds its conditions and its days lie, and what is usual."""

from datetime import date

from competition.pages.rules import days_around
from scoring.rules.refusal import Refused

# A draw of more pairs would take longer to shuffle than a page may.
MOST_PAIRS = 512
SEASONS = (1900, 2200)
SILENCE_HOURS = (1, 720)
REPORT_DAYS = (0, 365)
USUAL_SILENCE_HOURS, USUAL_REPORT_DAYS = 48, 7
# The first and the last day that any competition can name.
DAYS = days_around(*SEASONS)


def check_day(day: date, season: int, today: date) -> None:
    """Refused for a day that is far both from the season and from today."""
    first, last = days_around(season, today.year)
    if not first <= day <= last:
        raise Refused(f"A competition of {season} has its days between {first.year} and {last.year}: choose another.")
