"""Queries that search a published draw: pairs by name, rounds, the matches of a pair and the latest changes."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db.models import Count, Max
from django.utils import timezone

from competition.audit.models import LogEntry
from competition.contest.rules.names import is_named
from competition.entries.models import Pair
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState, RoundState, SideState
from competition.knockout.rules.stages import Stage


def last_change(draw: PublishedDraw, code: str = "") -> LogEntry | None:
    """Return the latest log entry about the match with this code, or about any match if `code` is empty."""
    noted = LogEntry.objects.filter(competition=draw.competition)
    return (noted.filter(match=code) if code else noted.exclude(match="")).first()


def pairs_named(draw: PublishedDraw, text: str) -> list[Pair]:
    """Return the pairs whose names contain every word of the text, ignoring accents and case."""
    found = [pair for pair in draw.pairs.values() if is_named(draw.names[pair.number], text)]
    return sorted(found, key=lambda pair: draw.names[pair.number])


def current_round(draw: PublishedDraw) -> RoundState:
    """Return the first round with an undecided match, or else the last round."""
    return next((round for round in draw.rounds if round.played < round.playable), draw.rounds[-1])


def coming_round(draw: PublishedDraw) -> RoundState:
    """Return the round with the next play-by date, or the current round if all dates have passed."""
    round, today = current_round(draw), timezone.localdate(draw.now)
    return next((later for later in draw.rounds[round.number - 1 :] if later.play_by >= today), round)


def watched_round(draw: PublishedDraw) -> RoundState:
    """Return the latest round with a match in play, or else the first with an open match that is not overdue.

    If there is no such round, return the current round.
    """
    at_table = [round for round in draw.rounds if any(state.stage is Stage.IN_PLAY for state in round.matches)]
    if at_table:
        return at_table[-1]
    in_time = (round for round in draw.rounds if any(state.is_open and not state.overdue for state in round.matches))
    return next(in_time, current_round(draw))


def way(draw: PublishedDraw, pair: Pair) -> list[MatchState]:
    """Return the matches of a pair in round order, followed by its possible later matches until it is knocked out."""
    matches = draw.matches_of(pair)
    last = matches[-1]
    while last.result is None and last.feeds:
        last = draw.matches[last.feeds]
        matches.append(last)
    return matches


def candidates(draw: PublishedDraw, side: SideState) -> list[Pair]:
    """Return the pairs that can still play on this side of a match, from the top of the draw."""
    if side.pair:
        return [side.pair]
    if not side.awaiting:
        return []
    return [pair for feeding in draw.matches[side.awaiting].sides for pair in candidates(draw, feeding)]


class Revision(NamedTuple):
    """The number of log entries about a match, and the time of the last one."""

    sequence: int
    at: datetime


def revisions(draw: PublishedDraw, codes: Iterable[str]) -> dict[str, Revision]:
    """Return the revision of each match with a log entry, by code (one query)."""
    lines = LogEntry.objects.filter(competition=draw.competition, match__in=list(codes))
    counted = lines.values("match").annotate(times=Count("pk"), last=Max("at"))
    return {row["match"]: Revision(row["times"], row["last"]) for row in counted}


def identity(draw: PublishedDraw, *names: object) -> UUID:
    """Return a permanent identifier for these names in this draw. It does not depend on the site's address."""
    return uuid5(NAMESPACE_OID, " ".join(map(str, (draw.competition.slug, draw.row.made_at.isoformat(), *names))))
