"""A whole competition in a line."""

from competition.knockout.queries import finding
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.rules.stages import Stage
from scoring.templatetags.bridge import day


def is_over(now: Snapshot | Entries) -> bool:
    """Whether the final is decided, or will never be played."""
    return isinstance(now, Snapshot) and now.rounds[-1].matches[0].stage in (Stage.OFFICIAL, Stage.VACANT)


def line(now: Snapshot | Entries) -> str:
    """How a competition stands: its entries, its round, or its champions."""
    if isinstance(now, Entries):
        closing = day(now.competition.closing_date)
        entries = f"Entries are open until {closing}" if now.competition.is_open else f"Entries closed on {closing}"
        return f"{entries}: {pairs(now.pairs)} in"
    if is_over(now):
        return f"Champions: {now.champion.name}" if now.champion else "It ended without champions"
    round = finding.current_round(now)
    return f"{pairs(len(now.pairs))}; {round.name}, {round.played} of {round.playable} played"


def pairs(number: int) -> str:
    """So many pairs, counted in words that fit."""
    return f"{number} pair" if number == 1 else f"{number} pairs"
