"""Queries for the history of a match."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from competition.audit.models import LogEntry
from competition.match.queries.table import Table


class Step(NamedTuple):
    """One logged action in a match. `who` is a pair or the organiser."""

    at: datetime
    who: str
    text: str


def history(match: Table) -> list[Step]:
    """Return the actions of both current pairs and the organiser in this match, newest first (one query)."""
    names: dict[int | None, str] = {pair.pk: str(pair) for pair in match.state.pairs}
    theirs = Q(pair__in=names) | Q(organiser__isnull=False)
    log = LogEntry.objects.filter(theirs, competition=match.competition, match=match.code)
    return [Step(line.at, names.get(line.pair_id, "The organiser"), line.text) for line in log]
