"""What an address names in a published draw; 404 where nothing is there, or nothing that everybody may read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404

from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.privacy import public_table

if TYPE_CHECKING:
    from competition.entries.models.pair import Pair


def match_at(snapshot: Snapshot, code: str) -> MatchState:
    """The match of this code."""
    try:
        return snapshot.state(code)
    except KeyError:
        raise Http404 from None


def sheet_at(snapshot: Snapshot, code: str) -> PairMatch:
    """The match of this code with its deals."""
    if (match := public_table(snapshot, match_at(snapshot, code))) is None:
        raise Http404
    return match


def pair_at(snapshot: Snapshot, number: int) -> Pair:
    """The pair of this number."""
    if number not in snapshot.pairs:
        raise Http404
    return snapshot.pairs[number]


def pair_that_stood(snapshot: Snapshot, number: int) -> Pair:
    """The pair of this number, which may have left the draw since it was published."""
    if number not in snapshot.everybody:
        raise Http404
    return snapshot.everybody[number]
