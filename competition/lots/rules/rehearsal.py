"""How a knockout of so many pairs would run: its rounds, its byes, the dates, and what is odd about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from competition.lots.rules.holidays import holiday_on
from competition.lots.rules.layout import places_for, round_names
from scoring.rules.spoken import quantity

WEEKS_A_ROUND = 6
# Pairs in homes need time to find an evening that suits four people.
SHORT = timedelta(days=14)
# Fewer days than the round before it had, by so many, look like a slip.
FEWER = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round to come: how many matches, until when, and how many days there are for them."""

    name: str
    matches: int
    play_by: date
    days: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A knockout to come, from the day its draw is published."""

    pairs: int
    byes: int
    starts: date
    rounds: tuple[PlannedRound, ...]

    @property
    def matches(self) -> int:
        """How many matches are played in all: every pair but one loses one."""
        return self.pairs - 1

    @property
    def final_by(self) -> date:
        """The last day of all."""
        return self.rounds[-1].play_by

    @property
    def shortest(self) -> int:
        """The fewest days any round has."""
        return min(round.days for round in self.rounds)


def play_by_dates(starts: date, rounds: int, weeks: int = WEEKS_A_ROUND) -> list[date]:
    """The last day of each round if every round has so many weeks."""
    return [starts + timedelta(weeks=weeks * number) for number in range(1, rounds + 1)]


def plan(pairs: int, starts: date, weeks: int = WEEKS_A_ROUND) -> Plan:
    """How two or more pairs would play it out from this day, with so many weeks for each round."""
    places = places_for(pairs)
    byes, names = places - pairs, round_names(places)
    matches = [places // 2 - byes, *(places >> number for number in range(2, len(names) + 1))]
    days = play_by_dates(starts, len(names), weeks)
    rounds = (PlannedRound(*row, days=weeks * 7) for row in zip(names, matches, days, strict=True))
    return Plan(pairs, byes, starts, tuple(rounds))


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
