"""Queries for calendar files: permanent identifiers and revision numbers of matches."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db.models import Count, Max

from competition.audit.models import LogEntry
from competition.knockout.queries.draw import PublishedDraw


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
