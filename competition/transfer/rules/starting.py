"""What a competition begins with that starts from another: its days, and who is in a plate."""

from collections.abc import Iterable
from datetime import date, timedelta

from competition.knockout.rules.result import Result

# A year of whole weeks, so that a Friday stays a Friday.
A_SEASON = timedelta(weeks=52)
SOON = timedelta(weeks=4)


def moved(day: date, seasons: int) -> date:
    """The same day of the week so many seasons later."""
    return day + seasons * A_SEASON


def closing(day: date, seasons: int, today: date) -> date:
    """The closing date so many seasons later, or in four weeks where that is past."""
    later = moved(day, seasons)
    return later if later > today else today + SOON


def lost_their_first(results: Iterable[Result]) -> set[int]:
    """Who did not go on from the first match they had to play, of official results in the order of the rounds.

    A bye is no match, and whoever is out by a double default has lost to nobody.
    """
    winners: set[int] = set()
    losers: set[int] = set()
    for result in results:
        if (on := result.goes_on) is not None:
            losers |= {*result.pairs} - {on} - winners
            winners.add(on)
    return losers
