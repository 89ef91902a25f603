"""Rules for planning a competition: rounds, byes, dates, and warnings about unusual dates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from competition.contest.rules.division import WHOLE, Division
from competition.contest.rules.plate import PlateRules
from competition.draw.rules.layout import planned_rounds, round_names, with_article
from competition.draw.rules.sections import byes_for
from competition.draw.rules.sources import match_counts, sample_spots
from scoring.rules.words import quantity

WEEKS_A_ROUND = 6
# Pairs that play at home need time to find a date for four people.
SHORT = timedelta(days=14)
# A round that is shorter than the previous round by at least this much is probably a mistake.
FEWER = timedelta(days=7)
_HOLIDAYS = {(12, 24): "Christmas Eve", (12, 25): "Christmas Day", (12, 26): "Boxing Day", (1, 1): "New Year’s Day"}
_HOLIDAYS |= {(12, 31): "New Year’s Eve"}
_AFTER_EASTER = {-2: "Good Friday", 0: "Easter Sunday", 1: "Easter Monday"}
# A holiday on a weekend moves to the following Monday or Tuesday.
_SUBSTITUTE_DAYS = {(1, 2): "New Year’s Day", (1, 3): "New Year’s Day", (12, 27): "Christmas", (12, 28): "Christmas"}
_MONDAY, _TUESDAY = 0, 1


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A planned round with its number of matches and play-by date."""

    name: str
    matches: int
    play_by: date


@dataclass(frozen=True, slots=True)
class PlannedPlate:
    """A planned plate: its rounds, and the fewest and most pairs that can enter if every match is played."""

    fewest: int
    most: int
    rounds: tuple[PlannedRound, ...]


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """A planned competition from the publication of the draw, with `days` for each round. `plate` may be None.

    `pairs` play from the start. They do not include the pairs that join later under `division`.
    """

    pairs: int
    byes: int
    starts: date
    days: int
    rounds: tuple[PlannedRound, ...]
    plate: PlannedPlate | None = None
    division: Division = WHOLE

    @property
    def matches(self) -> int:
        """The number of matches. Every pair except the champions or the winners of the sections loses one match."""
        return self.pairs + self.division.kept - self.division.apart

    @property
    def final_by(self) -> date:
        """The play-by date of the final."""
        return self.rounds[-1].play_by


def play_by_dates(starts: date, rounds: int, weeks: int = WEEKS_A_ROUND) -> list[date]:
    """Return the play-by date of each round if every round lasts this number of weeks."""
    return [starts + timedelta(weeks=weeks * number) for number in range(1, rounds + 1)]


def plan(
    pairs: int,
    starts: date,
    weeks: int = WEEKS_A_ROUND,
    plate: PlateRules | None = None,
    division: Division = WHOLE,
) -> SeasonPlan:
    """Return the plan for at least two pairs from this date. `pairs` does not include those that join later."""
    byes = byes_for(pairs, division)
    counts = match_counts(sample_spots(pairs, None, division))
    names = round_names(len(counts), division)
    matches = [counts[0] - byes, *counts[1:]]
    if division.is_by_round:
        # In each round, all pairs play except one if their number is odd.
        matches = [left // 2 for left in (pairs, *counts[:-1])]
    days = play_by_dates(starts, len(names), weeks)
    rounds = (PlannedRound(*row) for row in zip(names, matches, days, strict=True))
    second = _plan_plate(pairs, days, plate, division) if plate and len(names) > 1 else None
    return SeasonPlan(pairs, byes, starts, weeks * 7, tuple(rounds), second, division)


def _plan_plate(pairs: int, days: Sequence[date], rules: PlateRules, division: Division) -> PlannedPlate | None:
    """Return the plan for the plate of a draw of these pairs, or None if it has only one match in round 1.

    Each match of round 1 gives one pair. Under the first-match rule, so does a match of round 2 between two pairs with
    a bye. A match of round 2 with one such pair may give one. The byes are spread evenly over the matches of round 2,
    unless others join in that round.
    """
    counts = match_counts(sample_spots(pairs, rules, division))
    planned = planned_rounds(counts, days, rules)[len(days) :]
    names = (round.name.removeprefix("Plate ").capitalize() for round in planned)
    rounds = tuple(PlannedRound(name, row.matches, row.play_by) for name, row in zip(names, planned, strict=True))
    byes = byes_for(pairs, division)
    matches, second, sure = counts[0] - byes, 0, 0
    if rules.until > 1 and counts[0] == division.sections > 1:
        second = division.left // 2 - division.kept
    elif rules.until > 1:
        second = counts[0] // 2
        sure = max(0, byes - second)
    return PlannedPlate(matches + sure, matches + min(byes, second), rounds) if rounds else None


def unusual_dates(starts: date, rounds: Sequence[tuple[str, date]], today: date) -> Iterator[tuple[str, str]]:
    """Yield the name of each round with an unusual play-by date, and a sentence about it.

    Round 2 is not compared with round 1, which often lasts all summer. If all rounds are on one day, only its date is
    checked, and only once.
    """
    if len(rounds) > 1 and rounds[0][1] == rounds[-1][1]:
        starts, rounds = rounds[0][1], rounds[:1]
    had = timedelta(0)
    for number, ((_, before), (name, play_by)) in enumerate(pairwise([("", starts), *rounds])):
        days = play_by - before
        round = with_article(name)
        round = f"{round[0].upper()}{round[1:]}"
        ends, has = (f"{round} end", f"{round} have") if name.endswith("s") else (f"{round} ends", f"{round} has")
        if play_by < today:
            yield name, f"{ends} on a date in the past."
        if timedelta(0) < days < SHORT:
            yield name, f"{has} only {quantity(days.days, 'day')}."
        elif timedelta(0) < days <= had - FEWER:
            yield name, f"{has} {days.days} days, and the round before {had.days}."
        if holiday := holiday_on(play_by):
            yield name, f"{ends} on {holiday}."
        had = days if number else had


def holiday_on(day: date) -> str:
    """Return the name of the public holiday in England on this date, or "".

    Christmas Eve, New Year's Eve and Easter Sunday are included. Most bank holidays follow the Banking and Financial
    Dealings Act 1971, Schedule 1. New Year's Day and the first Monday of May are proclaimed each year. Holidays
    proclaimed for a single year are not included.
    """
    holiday = _HOLIDAYS.get((day.month, day.day)) or _AFTER_EASTER.get((day - _easter(day.year)).days)
    return holiday or _bank_holiday(day)


def _bank_holiday(day: date) -> str:
    feast = _SUBSTITUTE_DAYS.get((day.month, day.day), "")
    if feast and (day.weekday() == _MONDAY or (day.weekday() == _TUESDAY and day.month == 12)):
        return f"the bank holiday after {feast}"
    if day.weekday() != _MONDAY or day.month not in (5, 8):
        return ""
    if day.month == 5 and day.day <= 7:
        return "the early May bank holiday"
    is_last = (day + timedelta(weeks=1)).month != day.month
    season = "spring" if day.month == 5 else "summer"
    return f"the {season} bank holiday" if is_last else ""


def _easter(year: int) -> date:
    """Return the date of Easter Sunday in the Gregorian calendar.

    It is the Sunday after the first full moon on or after 21 March.
    """
    century = year // 100
    golden = year % 19
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - moon - year % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
