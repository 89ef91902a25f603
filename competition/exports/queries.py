"""How often what is said of a match has changed, for calendars that must know a new appointment from an old one."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max

from competition.knockout.queries.snapshot import Snapshot
from competition.log.models import LogEntry


class Revision(NamedTuple):
    """How many things have been done in a match, and when the last of them was."""

    sequence: int
    at: datetime


def revisions(snapshot: Snapshot, codes: Iterable[str]) -> dict[str, Revision]:
    """The revision of each of these matches in which anything has been done, in one query."""
    lines = LogEntry.objects.filter(competition=snapshot.competition, match__in=list(codes)).order_by()
    counted = lines.values("match").annotate(times=Count("pk"), last=Max("at"))
    return {row["match"]: Revision(row["times"], row["last"]) for row in counted}
