"""Presenters for the page of a match: its title, and for a match in play the lead and the chances to win."""

from typing import NamedTuple

from competition.contest.rules.names import forms
from competition.knockout.presenters import words
from competition.knockout.presenters.words import either, is_far_off
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.results import lineup
from competition.knockout.queries.states import MatchState, called
from competition.match.presenters.course import Course
from scoring.rules.chance import chance
from scoring.rules.sheet import Sheet
from scoring.rules.sides import NS, BySide
from scoring.rules.spoken import counted
from scoring.rules.titles import LONGEST
from scoring.templatetags.bridge import points

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


class InPlay(NamedTuple):
    """A match in play for spectators: two sentences, and the chances in per cent with an explanation."""

    deal: str
    lead: str
    names: BySide[str]
    chances: BySide[int]
    how: str


def in_play(course: Course) -> InPlay | None:
    """Return the presenter of a match in play. None once its score sheet is decided."""
    sheet = course.story.sheet
    if sheet.winner or course.story.is_over:
        return None
    left = f"{counted(sheet.deals_left, 'deal')} that {'is' if sheet.deals_left == 1 else 'are'} left"
    how = f"The app plays the {left} many times at random, with both pairs equally strong, and counts who wins."
    return InPlay(_present_deal(sheet), _lead(course), course.names, chance(sheet), how)


def _present_deal(sheet: Sheet) -> str:
    dealer = f" {sheet.next_dealer.word} deals." if sheet.next_dealer else ""
    return f"Now: deal {len(sheet.lines) + 1} of {sheet.stage_end}.{dealer}"


def _lead(course: Course) -> str:
    """Return a sentence with the leading pair and the deal on which it took the lead."""
    front = course.story.front
    if front is None:
        return f"The totals are level at {points(course.story.sheet.shown[NS])}."
    leads = course.story.leads(front)
    since = next(deal for deal in range(len(leads) - 1, -1, -1) if leads[deal] <= 0) + 1
    if since >= len(leads) - 1:
        return f"{course.names[front]} took the lead on deal {since}."
    return f"{course.names[front]} have led since deal {since}."
