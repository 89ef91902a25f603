"""Lookups of a published draw and its matches for views. They raise Http404 if there is no such object."""

from django.http import Http404

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.queries.states import PublishedMatch


def draw_of(competition: Competition) -> PublishedDraw:
    """Return the published draw. Raises Http404 before publication."""
    if draw := get_draw(competition):
        return draw
    raise Http404


def match_of(competition: Competition, code: str) -> tuple[PublishedDraw, PublishedMatch]:
    """Return the published draw and the match with this code. Raises Http404 if either does not exist."""
    draw = draw_of(competition)
    if code in draw.matches:
        return draw, draw.matches[code]
    raise Http404
