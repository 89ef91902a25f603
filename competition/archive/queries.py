"""Reads of many competitions at once, in a number of queries that does not grow with them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import Max

from competition.log.models import LogEntry


def moves(competitions: Collection[int], since: datetime) -> Mapping[int, Mapping[str, datetime]]:
    """When something last happened since this moment in each match of these competitions, by its code; one query."""
    entries = LogEntry.objects.filter(competition__in=competitions, at__gte=since).exclude(match="").order_by()
    found: dict[int, dict[str, datetime]] = defaultdict(dict)
    for competition, match, at in entries.values_list("competition", "match").annotate(Max("at")):
        found[competition][match] = at
    return found
