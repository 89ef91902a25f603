"""How a knockout of so many pairs would run: its rounds, its byes, the dates, and what is odd about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from competition.lots.rules.layout import places_for, round_names
from scoring.rules.spoken import quantity

WEEKS_A_ROUND = 6
# Pairs in homes need time to find an evening that suits four people.
SHORT = timedelta(days=14)
# Fewer days than the round before it had, by so many, look like a slip.
FEWER = timedelta(days=7)
_FEASTS = {(12, 24): "Christmas Eve", (12, 25): "Christmas Day", (12, 26): "Boxing Day", (1, 1): "New Year’s Day"}
_FEASTS |= {(12, 31): "New Year’s Eve"}
_AFTER_EASTER = {-2: "Good Friday", 0: "Easter Sunday", 1: "Easter Monday"}
# What falls on a weekend is made up for on the Monday and Tuesday after it.
_MADE_UP = {(1, 2): "New Year’s Day", (1, 3): "New Year’s Day", (12, 27): "Christmas", (12, 28): "Christmas"}
_MONDAY, _TUESDAY = 0, 1


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round to come: how many matches, and until when."""

    name: str
    matches: int
    play_by: date


@dataclass(frozen=True, slots=True)
class Plan:
    """A knockout to come, from the day its draw is published, with so many days for each round."""

    pairs: int
    byes: int
    starts: date
    days: int
    rounds: tuple[PlannedRound, ...]

    @property
    def matches(self) -> int:
        """How many matches are played in all: every pair but one loses one."""
        return self.pairs - 1

    @property
    def final_by(self) -> date:
        """The last day of all."""
        return self.rounds[-1].play_by


def play_by_dates(starts: date, rounds: int, weeks: int = WEEKS_A_ROUND) -> list[date]:
    """The last day of each round if every round has so many weeks."""
    return [starts + timedelta(weeks=weeks * number) for number in range(1, rounds + 1)]


def plan(pairs: int, starts: date, weeks: int = WEEKS_A_ROUND) -> Plan:
    """How two or more pairs would play it out from this day, with so many weeks for each round."""
    places = places_for(pairs)
    byes, names = places - pairs, round_names(places)
    matches = [places // 2 - byes, *(places >> number for number in range(2, len(names) + 1))]
    days = play_by_dates(starts, len(names), weeks)
    rounds = (PlannedRound(*row) for row in zip(names, matches, days, strict=True))
    return Plan(pairs, byes, starts, weeks * 7, tuple(rounds))


def oddities(starts: date, rounds: Sequence[tuple[str, date]], today: date) -> Iterator[tuple[str, str]]:
    """What the organiser may want to change, as (round, what is odd about its last day).

    The first round is nothing to measure the second by: it often has the days of a whole summer.
    """
    had = timedelta(0)
    for number, ((_, before), (name, play_by)) in enumerate(pairwise([("", starts), *rounds])):
        has = play_by - before
        if play_by < today:
            yield name, "ends on a day that is past"
        if timedelta(0) < has < SHORT:
            yield name, f"has only {quantity(has.days, 'day')}"
        elif timedelta(0) < has <= had - FEWER:
            yield name, f"has {has.days} days, and the round before it {had.days}"
        if holiday := holiday_on(play_by):
            yield name, f"ends on {holiday}"
        had = has if number else had


def holiday_on(day: date) -> str:
    """The feast, or the bank holiday of England, on which nobody sits down at a card table; empty on any other day.

    Easter Monday, the last Mondays of May and of August and the days after Christmas are named by the Banking and
    Financial Dealings Act 1971, Schedule 1; New Year’s Day and the first Monday of May are proclaimed. What is
    proclaimed for one year alone, such as a jubilee, is not known here.
    """
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
