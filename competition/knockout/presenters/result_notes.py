"""Presenters for the notes on a result: penalty points, the channel of a report and a random choice."""

from collections.abc import Sequence

from competition.knockout.models.meeting import Slot
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules import lot

_CHANNELS = {
    ResultEntry.Source.PAPER: "on paper",
    ResultEntry.Source.TELEPHONE: "by phone",
    ResultEntry.Source.LETTER: "by letter",
    ResultEntry.Source.EMAIL: "by email",
}


def penalties(entry: ResultEntry, names: Sequence[str]) -> list[str]:
    """Return the penalty points of each pair that has any, the upper pair first."""
    both = zip(names, (entry.penalty_upper, entry.penalty_lower), strict=True)
    return [f"Penalty points of {name}: {signed(change)}" for name, change in both if change]


def signed(change: int) -> str:
    """Return points with their sign, such as "+500" or "−500". Return "" for 0."""
    return f"{'+' if change > 0 else '−'}{abs(change):,}" if change else ""


def source(entry: ResultEntry) -> str:
    """Return the channel through which the organiser received a result, such as " by letter", or ""."""
    return f" {_CHANNELS[ResultEntry.Source(entry.source)]}" if entry.source else ""


def lot_of(entry: ResultEntry) -> str:
    """Return how to check a random choice, or "" if the result was not decided at random."""
    if not entry.seed:
        return ""
    even, pair = ("even", "upper") if entry.winner == Slot.UPPER else ("odd", "lower")
    end = lot.checksum(entry.seed)[-4:]
    then = f"Its SHA-256 ends in {end}, which is {even}, so the {pair} pair goes through."
    return f" The random seed was “{entry.seed}”. {then}"
