"""What a result rests on beside its totals, in words: penalty points, whoever keyed it in, a lot."""

from collections.abc import Sequence

from competition.knockout.models.meeting import Slot
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules import lot


def penalties(entry: ResultEntry, names: Sequence[str]) -> list[str]:
    """The penalty points in the totals of a result, for each pair that has any; upper pair first."""
    both = zip(names, (entry.penalty_upper, entry.penalty_lower), strict=True)
    return [f"Penalty points of {name}: {signed(change)}" for name, change in both if change]


def signed(change: int) -> str:
    """Points with their sign: +500, −500; nothing for none."""
    return f"{'+' if change > 0 else '−'}{abs(change):,}" if change else ""


def source(entry: ResultEntry) -> str:
    """How a result reached the organiser, who keyed it in; nothing for any other."""
    return f" by {entry.source}" if entry.source else ""


def lot_of(entry: ResultEntry) -> str:
    """How anybody can check a lot."""
    if not entry.seed:
        return ""
    even, pair = ("even", "upper") if entry.winner == Slot.UPPER else ("odd", "lower")
    end = lot.checksum(entry.seed)[-4:]
    return f" The lot: the SHA-256 of “{entry.seed}” ends in {end}, which is {even}: the {pair} pair goes on."
