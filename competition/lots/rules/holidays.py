"""Days on which nobody sits down at a card table: feasts, and the bank holidays of England in any year.

Easter Monday, the last Mondays of May and of August and the days after Christmas are named by the Banking and Financial
Dealings Act 1971, Schedule 1; New Year’s Day and the first Monday of May are proclaimed. What is proclaimed for one
year alone, such as a jubilee, is not known here.
"""

from __future__ import annotations

from datetime import date, timedelta

_FEASTS = {(12, 24): "Christmas Eve", (12, 25): "Christmas Day", (12, 26): "Boxing Day", (1, 1): "New Year’s Day"}
_FEASTS |= {(12, 31): "New Year’s Eve"}
_AFTER_EASTER = {-2: "Good Friday", 0: "Easter Sunday", 1: "Easter Monday"}
# What falls on a weekend is made up for on the Monday and Tuesday after it.
_MADE_UP = {(1, 2): "New Year’s Day", (1, 3): "New Year’s Day", (12, 27): "Christmas", (12, 28): "Christmas"}
_MONDAY, _TUESDAY = 0, 1


def holiday_on(day: date) -> str:
    """The holiday on this day; empty on any other."""
    known = _FEASTS.get((day.month, day.day)) or _AFTER_EASTER.get((day - _easter(day.year)).days)
    return known or _bank_holiday(day)


def _bank_holiday(day: date) -> str:
    feast = _MADE_UP.get((day.month, day.day), "")
    if feast and (day.weekday() == _MONDAY or (day.weekday() == _TUESDAY and day.month == 12)):
        return f"the bank holiday after {feast}"
    if day.weekday() != _MONDAY or day.month not in (5, 8):
        return ""
    if day.month == 5 and day.day <= 7:
        return "the early May bank holiday"
    is_last = (day + timedelta(weeks=1)).month != day.month
    return f"the {'spring' if day.month == 5 else 'summer'} bank holiday" if is_last else ""


def _easter(year: int) -> date:
    """Easter Sunday by the Gregorian rule: the Sunday after the full moon on or next after 21 March."""
    century, golden = year // 100, year % 19
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - moon - year % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
