"""Presenters for the list of earlier days of a draw."""

from collections import Counter
from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from competition.knockout.queries.draw import PublishedDraw
from competition.public.queries import first_day
from scoring.templatetags.bridge import day


class Day(NamedTuple):
    """A day of the draw: its number from the day of publication, its date and its number of results."""

    number: int
    day: str
    results: int


def days(draw: PublishedDraw) -> list[Day]:
    """Return the day of publication and all days with a result, latest first."""
    first, zone = first_day(draw), timezone.get_current_timezone()
    decided = [state.decided_at for state in draw.matches.values() if state.decided_at]
    found = Counter([(at.astimezone(zone).date() - first).days + 1 for at in decided])
    numbers = sorted({1, *found}, reverse=True)
    return [Day(number, day(first + timedelta(days=number - 1)), found[number]) for number in numbers]
