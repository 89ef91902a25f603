"""Presenters for the titles of match pages."""

from competition.contest.rules.pair_names import forms
from competition.knockout.presenters import words
from competition.knockout.queries.lineups import lineup
from competition.knockout.queries.states import MatchState, SideState
from scoring.rules.titles import LONGEST

_SEASON = len(" – 2026/27")


def match_title(state: MatchState) -> str:
    """Return both pairs and the round. Shorten the names of the players if the title would be too long."""
    known = forms({pair.number: tuple(player.name for player in lineup(state, pair)) for pair in state.pairs})
    titles = []
    for length in range(3):
        sides = " v ".join(known[side.pair.number][length] if side.pair else _side_text(side) for side in state.sides)
        titles.append(f"{words.capital(sides)}, {state.round_name}")
    return next((title for title in titles if len(title) + _SEASON <= LONGEST), titles[-1])


def _side_text(side: SideState) -> str:
    return f"winner of {side.awaiting}" if side.awaiting else side.text
