"""The published draw and its matches, where an address names them; 404 where there is none."""

from django.http import Http404

from competition.contest.models import Competition
from competition.knockout.queries.draw import PublishedDraw, get_draw
from competition.knockout.queries.states import MatchState


def draw_of(competition: Competition) -> PublishedDraw:
    """The published draw."""
    if draw := get_draw(competition):
        return draw
    raise Http404


def match_of(competition: Competition, code: str) -> tuple[PublishedDraw, MatchState]:
    """The published draw and its match of this code."""
    draw = draw_of(competition)
    if code in draw.matches:
        return draw, draw.matches[code]
    raise Http404
