"""Rules for reading the days of past matches as people write them."""

import re
from datetime import date

from competition.entries.rules.grammar import MONTH, MONTHS, WEEKDAY

_WEEKDAY = rf"(?:\b{WEEKDAY}\b[.,]?\s*)?"
_YEAR = r"(?P<year>(?:19|20)\d{2}|['’]?\d{2})"
_WRITTEN = (
    r"(?P<year>\d{4})(?P<mark>[./-])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})",
    rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:of\s+)?(?P<month>{MONTH})\b\.?(?:,?\s*{_YEAR})?",
    rf"(?P<day>\d{{1,2}})(?P<mark>[/-])(?P<month>{MONTH})(?P=mark){_YEAR}",
    rf"{_WEEKDAY}(?P<month>{MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+{_YEAR})?",
    rf"(?P<day>\d{{1,2}})(?P<mark>[./-])(?P<month>\d{{1,2}})(?:(?P=mark){_YEAR})?",
)
_MIDNIGHT = re.compile(r"[ T]0?0:00(?::00(?:\.0+)?)?$")
_PATTERNS = [re.compile(rf"(?<![\w.,/-]){written}(?![\w/-])", re.IGNORECASE) for written in _WRITTEN]


def find_day(text: str, today: date | None) -> tuple[date, str] | None:
    """Return the first day named in a text, and the text without it. Return None if there is no day.

    A day without a year is the latest such day before `today`. Without `today`, it is not read.
    """
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            if day := _day(found, today):
                return day, f"{text[: found.start()]}\t{text[found.end() :]}"
    return None


def read_day(text: str, today: date | None = None) -> date | None:
    """Return the day that a text names and nothing else, or None. A spreadsheet may have added the time 00:00."""
    found = find_day(_MIDNIGHT.sub("", " ".join(text.split())), today)
    return found[0] if found and not found[1].strip() else None


def _day(found: re.Match[str], today: date | None) -> date | None:
    month = MONTHS.get(found["month"].casefold()) or int(found["month"])
    year = found["year"]
    years = [_full_year(year)] if year else range(today.year, today.year - 8, -1) if today else []
    for one in years:
        try:
            day = date(one, month, int(found["day"]))
        except ValueError:
            continue
        if year or not today or day <= today:
            return day
    return None


def _full_year(written: str) -> int:
    digits = written.lstrip("'’")
    return int(digits) + (2000 if len(digits) == 2 else 0)
