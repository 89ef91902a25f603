"""Presenters for the titles of match pages."""

from competition.contest.rules.pair_names import forms
from competition.knockout.presenters import words
from competition.knockout.presenters.naming import either
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.lineups import lineup
from competition.knockout.queries.states import MatchState
from scoring.rules.titles import LONGEST

_SEASON = len(" – 2026/27")


def match_title(draw: PublishedDraw, state: MatchState) -> str:
    """Return both pairs and the round. Shorten the names of the players if the title would be too long."""
    known = forms({pair.number: tuple(player.name for player in lineup(state, pair)) for pair in state.pairs})
    titles = []
    for length in range(3):
        named = (known[side.pair.number][length] if side.pair else either(draw, side) for side in state.sides)
        titles.append(f"{words.capital(' v '.join(named))}, {state.round_name}")
    return next((title for title in titles if len(title) + _SEASON <= LONGEST), titles[-1])
