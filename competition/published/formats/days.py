"""The days on which something was decided in a draw, to go back to."""

from collections import Counter
from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from competition.knockout.queries.snapshot import Snapshot
from competition.published import queries as past
from scoring.templatetags.bridge import day


class Day(NamedTuple):
    """A day by its number, the first that of publication, with how many results it brought."""

    number: int
    day: str
    results: int


def days(snapshot: Snapshot) -> list[Day]:
    """The day of publication and every one with a result, the latest first."""
    first = past.first_day(snapshot)
    decided = [timezone.localdate(state.decided_at) for state in snapshot.by_code.values() if state.decided_at]
    found = Counter((on - first).days + 1 for on in decided)
    numbers = sorted({1, *found}, reverse=True)
    return [Day(number, day(first + timedelta(days=number - 1)), found[number]) for number in numbers]
