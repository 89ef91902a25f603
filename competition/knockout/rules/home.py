"""Who is at home by lot in each match. This is how it is drawn, for ever: another way would be another condition."""

from __future__ import annotations

from competition.knockout.rules import lot
from competition.knockout.rules.outcome import Pairs


def at_home(competition: str, match: str, pairs: Pairs) -> int:
    """The number of the pair at home, from the address of the competition, the code of the match and both numbers."""
    return lot.winner(lot.ticket(f"home {competition}", match, pairs), pairs)
