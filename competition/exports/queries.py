"""When the facts of a draw changed last, for calendars, feeds and search engines."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max

from competition.knockout.queries.draw import PublishedDraw
from competition.log.events import Event
from competition.log.models import LogEntry
from competition.rulings.formats.records import decisions


def last_changes() -> Mapping[str, Mapping[str, datetime]]:
    """Return when something was last done, by the address of the competition and the code of the match (one query).

    What was done in no match is under an empty code. To look at private links changes nothing.
    """
    lines = LogEntry.objects.filter(competition__isnull=False).exclude(event=Event.LOOKED).order_by()
    found: dict[str, dict[str, datetime]] = defaultdict(dict)
    for slug, code, at in lines.values_list("competition__slug", "match").annotate(Max("at")):
        found[slug][code] = at
    return found


def changed(draw: PublishedDraw) -> datetime:
    """When a result was last sent in, answered, agreed to or decided, or a pair came, left or got more time."""
    rows = (row for meeting in draw.meetings for row in meeting.outcomes.all())
    facts = [draw.row.published_at]
    facts += [moment for row in rows for moment in (row.at, row.answered_at or row.silence_agrees_at)]
    facts += [decision.row.at for decision in decisions(draw)]
    facts += [row.at for row in (draw.competition.cancellation,) if row]
    return max((moment for moment in facts if moment and moment <= draw.now), default=draw.now)
