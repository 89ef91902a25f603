"""Rules for seasons of one or two years: their names and their dates."""

import re
from datetime import date
from typing import NamedTuple

from competition.web.rules import days_around
from scoring.rules.refusal import Refused

SEASONS = (1900, 2200)
# The first and last dates that a competition may use.
DAYS = days_around(*SEASONS)
# The second year has two or four digits, after any kind of slash or dash.
_WRITTEN = re.compile(r"([0-9]{4})(?:\s*[/\\‐‑‒–—―−-]\s*([0-9]{4}|[0-9]{2}))?")


class Season(NamedTuple):
    """A season, identified by its first year."""

    year: int
    over_two_years: bool = False

    @property
    def name(self) -> str:
        """The displayed name: 2026 or 2026/27."""
        return f"{self.year}/{(self.year + 1) % 100:02}" if self.over_two_years else str(self.year)

    @property
    def address(self) -> str:
        """The name in a web address: 2026 or 2026-27."""
        return self.name.replace("/", "-")


def read(text: str) -> Season:
    """Return the season written as 2026, 2026/27, 2026–27 or 2026/2027. Raises Refused for any other text."""
    years = _WRITTEN.fullmatch(text.strip())
    if not years:
        raise Refused("This is not a season. Give it as 2026, or as 2026/27 if it runs over two years.")
    year = int(years[1])
    second = years[2]
    if second and int(second) not in (year + 1, (year + 1) % 100):
        right = Season(year, over_two_years=True).name
        raise Refused(f"A season of two years needs the next year. Give it as {right}, or give only the first year.")
    first, last = SEASONS
    if not first <= year <= last:
        raise Refused(f"A season begins between {first} and {last}. Give another year.")
    return Season(year, over_two_years=bool(second))


def check_day(day: date, season: int, today: date) -> None:
    """Raise Refused if the date is far from both the season and today."""
    first, last = days_around(season, today.year)
    if not first <= day <= last:
        raise Refused(
            f"The dates of a {season} competition are between {first.year} and {last.year}. Choose another date."
        )
