"""Titles of the pages of matches."""

from competition.contest.rules.pair_names import forms
from competition.knockout.formats import words
from competition.knockout.queries.lineups import lineup
from competition.knockout.queries.states import MatchState, SideState
from scoring.rules.titles import LONGEST

_SEASON = len(" – 2026/27")


def match_title(state: MatchState) -> str:
    """Return who met in which round, the players by their surnames where whole names are too long for a title."""
    known = forms({pair.number: tuple(player.name for player in lineup(state, pair)) for pair in state.pairs})
    titles = []
    for length in range(3):
        sides = " v ".join(known[side.pair.number][length] if side.pair else _comer(side) for side in state.sides)
        titles.append(f"{words.capital(sides)}, {state.round_name}")
    return next((title for title in titles if len(title) + _SEASON <= LONGEST), titles[-1])


def _comer(side: SideState) -> str:
    return f"winner of {side.awaiting}" if side.awaiting else side.text
