"""How far numbers and days may go that come in from outside: further ones mean nothing to a competition."""

from datetime import date

# Enough for every number here, and few enough for every column of any database.
FIGURES = 9
# No entry, match or opening day is further from the year it belongs to.
YEARS = 5


def whole_number(text: str) -> int | None:
    """The number written in these figures; None for anything else, and for more figures than any number here has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= FIGURES else None


def days_around(*years: int) -> tuple[date, date]:
    """The first and the last day that can have to do with something of these years."""
    return date(min(years) - YEARS, 1, 1), date(max(years) + YEARS, 12, 31)
