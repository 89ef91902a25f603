"""Presenters for the titles of match pages."""

from competition.contest.rules.pair_names import forms
from competition.knockout.presenters import words
from competition.knockout.presenters.naming import either, is_far_off
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.results import lineup
from competition.knockout.queries.states import MatchState, called
from scoring.rules.titles import LONGEST

_SEASON = len(" – 2026/27")


def match_title(draw: PublishedDraw, state: MatchState) -> str:
    """Return both pairs and the round. Shorten the names of the players if the title would be too long.

    If too many pairs are possible on both sides, return the place of the match in its round.
    """
    if all(is_far_off(draw, side) for side in state.sides):
        count = len(draw.rounds[state.round - 1].matches)
        return words.capital(
            f"{called(state.round_name)}{f' {state.position} of {count}' if count > 1 else ''}, to come"
        )
    known = forms({pair.number: tuple(player.name for player in lineup(state, pair)) for pair in state.pairs})
    titles = []
    for length in range(3):
        named = (known[side.pair.number][length] if side.pair else either(draw, side) for side in state.sides)
        titles.append(f"{words.capital(' v '.join(named))}, {state.round_name}")
    return next((title for title in titles if len(title) + _SEASON <= LONGEST), titles[-1])
