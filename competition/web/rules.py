"""Limits for numbers and dates submitted by users."""

from datetime import date

# This is enough digits for every number in the app, and fits in an integer column of any database.
FIGURES = 9
# Dates of entries, matches and opening days are at most this many years away from their season.
YEARS = 5


def whole_number(text: str) -> int | None:
    """Return the number with these digits, or None for any other text or too many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= FIGURES else None


def days_around(*years: int) -> tuple[date, date]:
    """Return the first and last dates that can belong to something in these years."""
    return date(min(years) - YEARS, 1, 1), date(max(years) + YEARS, 12, 31)
