"""Descriptions of a planned competition."""

from collections.abc import Iterable

from competition.drawing.rules.rehearsal import Plan
from scoring.rules.spoken import quantity
from scoring.templatetags.bridge import day


def sentence(plan: Plan) -> str:
    """Return a summary of the plan: its pairs, rounds, byes, matches and the date of the final."""
    byes = f"{quantity(plan.byes, 'bye')} in round 1" if plan.byes else "no byes"
    rounds, matches = quantity(len(plan.rounds), "round"), quantity(plan.matches, "match", "matches")
    return f"{plan.pairs} pairs: {rounds}, {byes}, {matches}; the final by {day(plan.final_by)}."


def remarks(oddities: Iterable[tuple[str, str]]) -> list[str]:
    """Return a sentence for each unusual play-by date."""
    return [_remark(name, what) for name, what in oddities]


def _remark(name: str, what: str) -> str:
    """Return a sentence such as "The semi-finals end on Christmas Day"."""
    if not name.endswith("s"):
        return f"{name} {what}."
    verb, rest = what.split(" ", 1)
    return f"The {name.lower()} {'end' if verb == 'ends' else 'have'} {rest}."
