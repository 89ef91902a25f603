"""Queries for many competitions at once, with a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import Max

from competition.audit.models import LogEntry


def moves(
    competitions: Collection[int], matches: Collection[str], since: datetime
) -> Mapping[int, Mapping[str, datetime]]:
    """Return the time of the latest event in these matches since this time (at most one query).

    The result is grouped by the primary key of the competition and by match code. `matches` are match codes.
    """
    entries = LogEntry.objects.filter(competition__in=competitions, match__in=matches, at__gte=since)
    found: dict[int, dict[str, datetime]] = defaultdict(dict)
    for competition, match, at in entries.values_list("competition", "match").annotate(Max("at")):
        found[competition][match] = at
    return found
