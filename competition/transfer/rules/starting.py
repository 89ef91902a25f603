"""Rules for a copied competition: its dates, and the pairs in a plate."""

from collections.abc import Iterable
from datetime import date, timedelta

from competition.knockout.rules.result import Result

# A season is a whole number of weeks, so that a Friday stays a Friday.
A_SEASON = timedelta(weeks=52)
SOON = timedelta(weeks=4)


def moved(day: date, seasons: int) -> date:
    """Return the same day of the week, this many seasons later."""
    return day + seasons * A_SEASON


def closing(day: date, seasons: int, today: date) -> date:
    """Return the closing date this many seasons later, or in four weeks if that date has passed."""
    later = moved(day, seasons)
    return later if later > today else today + SOON


def lost_their_first(results: Iterable[Result]) -> set[int]:
    """Return the pairs that lost the first match they had to play.

    `results` are final results in the order of the rounds. A bye is no match, and a double default is no loss.
    """
    winners: set[int] = set()
    losers: set[int] = set()
    for result in results:
        if (on := result.goes_on) is not None:
            losers |= {*result.pairs} - {on} - winners
            winners.add(on)
    return losers
