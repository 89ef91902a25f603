"""The published draw and its matches, where an address names them; 404 where there is none."""

from django.http import Http404

from competition.contest.models import Competition
from competition.knockout.queries.reading import get_draw
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState


def draw_of(competition: Competition) -> Snapshot:
    """The published draw."""
    if snapshot := get_draw(competition):
        return snapshot
    raise Http404


def match_of(competition: Competition, code: str) -> tuple[Snapshot, MatchState]:
    """The published draw and its match of this code."""
    snapshot = draw_of(competition)
    if code in snapshot.matches:
        return snapshot, snapshot.matches[code]
    raise Http404
