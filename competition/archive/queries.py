"""Reads of many competitions at once, in a number of queries that does not grow with them."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.db.models import Max

from competition.knockout.models.meeting import Meeting
from competition.log.models import LogEntry
from scoring import queries as sheets
from scoring.models import SummarySheet
from scoring.rules.sheet import Sheet, Standing


def moves(competitions: Collection[int]) -> Mapping[int, Mapping[str, datetime]]:
    """When something last happened in each match of these competitions, by its code; one query."""
    entries = LogEntry.objects.filter(competition__in=competitions).exclude(match="").order_by()
    found: dict[int, dict[str, datetime]] = defaultdict(dict)
    for competition, match, at in entries.values_list("competition", "match").annotate(Max("at")):
        found[competition][match] = at
    return found


def decided_sheets(competitions: Collection[int]) -> Iterator[tuple[int, Sheet]]:
    """Every sheet of these competitions that has a winner, by its key, one in memory at a time; two queries."""
    meetings = Meeting.objects.filter(match__round__draw__competition__in=competitions)
    decided = SummarySheet.objects.filter(pk__in=meetings.values("sheet"), standing=Standing.DECIDED.value)
    return sheets.read_all(decided)
