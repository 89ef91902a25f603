"""What calendars need to know of a match: an identity that never changes, and how often something was done in it."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db.models import Count, Max

from competition.knockout.queries.draw import PublishedDraw
from competition.log.models import LogEntry


class Revision(NamedTuple):
    """How many things have been done in a match, and when the last of them was."""

    sequence: int
    at: datetime


def revisions(draw: PublishedDraw, codes: Iterable[str]) -> dict[str, Revision]:
    """The revision of each of these matches in which anything has been done, in one query."""
    lines = LogEntry.objects.filter(competition=draw.competition, match__in=list(codes))
    counted = lines.values("match").annotate(times=Count("pk"), last=Max("at"))
    return {row["match"]: Revision(row["times"], row["last"]) for row in counted}


def identity(draw: PublishedDraw, *names: object) -> UUID:
    """The lasting identity of what these names mean in this draw, whatever address it is read at."""
    return uuid5(NAMESPACE_OID, " ".join(map(str, (draw.competition.slug, draw.row.made_at.isoformat(), *names))))
