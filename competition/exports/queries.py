"""Queries for the latest change of a draw, used by calendars, feeds and search engines."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.draw.queries.draw import PublishedDraw
from competition.rulings.presenters.records import IN_THE_DRAW, decisions


def last_changes() -> Mapping[str, Mapping[str, datetime]]:
    """Return the time of the latest event by competition slug and match code (one query).

    Events without a match have an empty code. Viewing a private link is not a change.
    """
    lines = LogEntry.objects.filter(competition__isnull=False).exclude(event=Event.LOOKED).order_by()
    found: dict[str, dict[str, datetime]] = defaultdict(dict)
    for slug, code, at in lines.values_list("competition__slug", "match").annotate(Max("at")):
        found[slug][code] = at
    return found


def changed(draw: PublishedDraw) -> datetime:
    """Return the time of the last result, reply, ruling, withdrawal, extension or cancellation in the draw."""
    rows = (row for meeting in draw.meetings for row in meeting.result_entries.all())
    facts = [draw.row.published_at]
    facts += [moment for row in rows for moment in (row.at, row.answered_at or row.confirms_at)]
    facts += [decision.at for decision in decisions(draw, IN_THE_DRAW)]
    facts += [row.at for row in (draw.competition.cancellation,) if row]
    return max((moment for moment in facts if moment and moment <= draw.now), default=draw.now)
