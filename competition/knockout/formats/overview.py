"""A whole competition in a line."""

from competition.contest.models import Competition
from competition.knockout.queries import finding
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.rules.stages import Stage
from scoring.rules.spoken import quantity
from scoring.templatetags.bridge import day


def is_over(snapshot: Snapshot | Entries) -> bool:
    """Whether the final is decided, or will never be played."""
    if snapshot.competition.is_cancelled:
        return True
    return isinstance(snapshot, Snapshot) and snapshot.rounds[-1].matches[0].stage in (Stage.OFFICIAL, Stage.VACANT)


def line(snapshot: Snapshot | Entries) -> str:
    """How a competition stands: its entries, its round, its champions, or why it was cancelled."""
    if cancelled := cancellation(snapshot.competition):
        return cancelled
    if isinstance(snapshot, Entries):
        closing = day(snapshot.competition.closing_date)
        entries = (
            f"Entries are open until {closing}" if snapshot.competition.is_open else f"Entries closed on {closing}"
        )
        return f"{entries}: {quantity(snapshot.pairs, 'pair')} in"
    if is_over(snapshot):
        return f"Champions: {snapshot.champion.name}" if snapshot.champion else "It ended without champions"
    round = finding.current_round(snapshot)
    return f"{quantity(len(snapshot.pairs), 'pair')}; {round.name}, {round.played} of {round.playable} decided"


def cancellation(competition: Competition) -> str:
    """When and why a competition was cancelled, without the full stop; empty where it was not."""
    row = competition.cancellation
    return f"Cancelled on {day(row.at)}: {row.reason.rstrip('.')}" if row else ""
