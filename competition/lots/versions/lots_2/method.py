"""The method, asked about a draw by what was committed to."""

from __future__ import annotations

from collections.abc import Sequence

from . import drawing
from .commitment import Facts, entries, preferences
from .drawing import Lots
from .reasons import Reason, Reasons


def objection(committed: Facts) -> str:
    """Why no draw can be made of what was committed to; empty where it can."""
    return drawing.objection(entries(committed))


def draw(committed: Facts, seed: str) -> Lots:
    """The lots that this seed gives."""
    return drawing.draw(entries(committed), seed=seed, preferences=preferences(committed))


def reasons(committed: Facts, places: Sequence[int | None]) -> list[Reason]:
    """For each preference whether a draw with these places keeps it, and where it gave way."""
    return list(Reasons(entries(committed), places, preferences(committed)))
