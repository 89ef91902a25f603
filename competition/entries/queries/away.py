"""When pairs are away."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from competition.entries.models.away import Away
from competition.entries.models.pair import Pair


def away(pairs: Iterable[Pair], *, since: date) -> dict[int, list[Away]]:
    """When each of these pairs is away, by its key, from this day on: the first first (one query)."""
    found: dict[int, list[Away]] = defaultdict(list)
    for row in Away.objects.filter(pair__in=[pair.pk for pair in pairs], last__gte=since):
        if row.pair_id:
            found[row.pair_id].append(row)
    return found
