"""Reads of many competitions at once, in a number of queries that does not grow with them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import Max

from competition.log.models import LogEntry


def moves(
    competitions: Collection[int], matches: Collection[str], since: datetime
) -> Mapping[int, Mapping[str, datetime]]:
    """When something last happened since this moment in the matches of these codes; a query, where there are any."""
    entries = LogEntry.objects.filter(competition__in=competitions, match__in=matches, at__gte=since)
    found: dict[int, dict[str, datetime]] = defaultdict(dict)
    for competition, match, at in entries.values_list("competition", "match").annotate(Max("at")):
        found[competition][match] = at
    return found
