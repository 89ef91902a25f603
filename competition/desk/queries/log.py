"""Reads of the log: who did what, and when."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from competition.contest.models import Competition
from competition.knockout.models.meeting import Outcome
from competition.knockout.queries.snapshot import Snapshot
from competition.log.models import LogEntry

LINES_A_PAGE = 50
# What somebody who has been away wants to know of: no single deals, nothing that was only looked at.
NEWS: tuple[str, ...] = ("applied", "opened", "arranged", "submitted", "confirmed", "disputed", "conceded")
NEWS += ("published", "ruled", "keyed in", "extended", "withdrew", "brought back", "placed", "substituted")
NEWS += ("corrected conditions", "redacted")


def outcomes(snapshot: Snapshot, code: str, lines: Sequence[LogEntry]) -> list[Outcome]:
    """Everything ever sent in or decided in a match, first one first, whoever met in it; no query.

    Whoever decided is known from the lines of its log.
    """
    organisers = {line.organiser_id: line.organiser for line in lines}
    here = [meeting for meeting in snapshot.meetings if meeting.match.code == code]
    rows = sorted((row for meeting in here for row in meeting.outcomes.all()), key=lambda row: (row.at, row.pk))
    for row in rows:
        if row.decided_by_id in organisers:
            row.decided_by = organisers[row.decided_by_id]
    return rows


def match_log(snapshot: Snapshot, code: str) -> list[LogEntry]:
    """Who did what in a match, newest first."""
    lines = list(LogEntry.objects.filter(competition=snapshot.competition, match=code).select_related("organiser"))
    pairs = {pair.pk: pair for pair in snapshot.everybody.values()}
    for line in lines:
        line.pair = pairs.get(line.pair_id) if line.pair_id else None
    return lines


def log(competition: Competition, *, match: str = "", pair: int | None = None, who: str = "") -> QuerySet[LogEntry]:
    """Who did what, newest first: all of it, or what was done in a match, by or about a pair, or by somebody.

    `who` is an organiser's key, "pairs" for what pairs did, or empty for everybody.
    """
    lines = LogEntry.objects.filter(competition=competition)
    if match:
        lines = lines.filter(match=match)
    if pair:
        lines = lines.filter(Q(pair__number=pair) | Q(detail__pair=pair))
    if who:
        lines = lines.filter(organiser=None) if who == "pairs" else lines.filter(organiser=int(who))
    return lines.select_related("organiser", "pair").prefetch_related("pair__players")


def page_of(lines: QuerySet[LogEntry], page: str | None) -> Page:
    """One page of these lines."""
    return Paginator(lines, LINES_A_PAGE).get_page(page)


def news(competition: Competition, reader: User, since: datetime | None, most: int) -> list[LogEntry]:
    """What others than this organiser have done since then, newest first, but no more than so much (one query)."""
    lines = LogEntry.objects.filter(competition=competition, verb__in=NEWS).exclude(organiser=reader)
    # A pair keys its own sheet in deal by deal.
    lines = lines.exclude(verb="keyed in", organiser=None)
    lines = lines.filter(at__gt=since) if since else lines
    return list(lines.select_related("organiser")[:most])
