"""A whole competition in a line."""

from competition.queries import Knockout, shown
from competition.queries.shown import Entries
from competition.rules.stages import Stage
from scoring.templatetags.bridge import day


def is_over(now: Knockout | Entries) -> bool:
    """Whether the final is decided, or will never be played."""
    return isinstance(now, Knockout) and now.rounds[-1].matches[0].stage in (Stage.OFFICIAL, Stage.VACANT)


def line(now: Knockout | Entries) -> str:
    """How a competition stands: its entries, its round, or its champions."""
    if isinstance(now, Entries):
        closing = day(now.competition.closing_date)
        entries = f"Entries are open until {closing}" if now.is_open else f"Entries closed on {closing}"
        return f"{entries}: {pairs(now.pairs)} in"
    if is_over(now):
        return f"Champions: {now.champion.name}" if now.champion else "It ended without champions"
    round = shown.current_round(now)
    return f"{pairs(len(now.pairs))}; {round.name}, {round.played} of {round.playable} played"


def pairs(number: int) -> str:
    """So many pairs, counted in words that fit."""
    return f"{number} pair" if number == 1 else f"{number} pairs"
