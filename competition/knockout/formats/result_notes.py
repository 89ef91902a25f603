"""What a result rests on beside its totals, in words: penalty points, whoever keyed it in, a lot."""

from collections.abc import Sequence

from competition.knockout.models.meeting import Slot
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules import lot


def penalties(outcome: ResultEntry, names: Sequence[str]) -> list[str]:
    """The penalty points in the totals of a result, for each pair that has any; upper pair first."""
    both = zip(names, (outcome.penalty_upper, outcome.penalty_lower), strict=True)
    return [f"Penalty points of {name}: {signed(change)}" for name, change in both if change]


def signed(change: int) -> str:
    """Points with their sign: +500, −500; nothing for none."""
    return f"{'+' if change > 0 else '−'}{abs(change):,}" if change else ""


def source(outcome: ResultEntry) -> str:
    """How a result reached the organiser, who keyed it in; nothing for any other."""
    return f" by {outcome.source}" if outcome.source else ""


def lot_of(outcome: ResultEntry) -> str:
    """How anybody can check a lot."""
    if not outcome.seed:
        return ""
    even, pair = ("even", "upper") if outcome.winner == Slot.UPPER else ("odd", "lower")
    end = lot.checksum(outcome.seed)[-4:]
    return f" The lot: the SHA-256 of “{outcome.seed}” ends in {end}, which is {even}: the {pair} pair goes on."
