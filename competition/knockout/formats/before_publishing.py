"""What the organiser is asked before the draw is published: never a refusal, since there may be a reason for it."""

from collections.abc import Sequence
from datetime import date

from competition.contest.models import Competition
from competition.lots.formats.rehearsal import remarks
from competition.lots.rules.rehearsal import oddities
from scoring.templatetags.bridge import day


def questions(competition: Competition, rounds: Sequence[tuple[str, date]], waiting: int, today: date) -> list[str]:
    """What is odd about publishing today with these last days of the rounds, a sentence each.

    `waiting` is how many entries were sent in and have no answer yet.
    """
    found = []
    if competition.closing_date >= today:
        found.append(f"Entries close on {day(competition.closing_date)}: whoever enters until then is not in the draw.")
    if waiting:
        wait = "entry that was sent in waits" if waiting == 1 else "entries that were sent in wait"
        found.append(f"{waiting} {wait} for your answer and would not be in the draw.")
    return [*found, *remarks(oddities(max(competition.closing_date, today), rounds, today))]
