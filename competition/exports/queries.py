"""What calendars and feeds need to know of a fact: an identity that never changes, when it came about, how often."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db.models import Count, Max

from competition.decisions.formats.decisions import decisions
from competition.knockout.queries.snapshot import Snapshot
from competition.log.actions import LOOKED
from competition.log.models import LogEntry


class Revision(NamedTuple):
    """How many things have been done in a match, and when the last of them was."""

    sequence: int
    at: datetime


def revisions(snapshot: Snapshot, codes: Iterable[str]) -> dict[str, Revision]:
    """The revision of each of these matches in which anything has been done, in one query."""
    lines = LogEntry.objects.filter(competition=snapshot.competition, match__in=list(codes))
    counted = lines.values("match").annotate(times=Count("pk"), last=Max("at"))
    return {row["match"]: Revision(row["times"], row["last"]) for row in counted}


def last_changes() -> Mapping[str, Mapping[str, datetime]]:
    """Return when something was last done, by the address of the competition and the code of the match (one query).

    What was done in no match is under an empty code. To look at private links changes nothing.
    """
    lines = LogEntry.objects.filter(competition__isnull=False).exclude(verb=LOOKED).order_by()
    found: dict[str, dict[str, datetime]] = defaultdict(dict)
    for slug, code, at in lines.values_list("competition__slug", "match").annotate(Max("at")):
        found[slug][code] = at
    return found


def identity(snapshot: Snapshot, *names: object) -> UUID:
    """The lasting identity of what these names mean in this draw, whatever address it is read at."""
    return uuid5(
        NAMESPACE_OID, " ".join(map(str, (snapshot.competition.slug, snapshot.draw.made_at.isoformat(), *names)))
    )


def changed(snapshot: Snapshot) -> datetime:
    """When a result was last sent in, answered, agreed to or decided, or a pair came, left or got more time."""
    rows = (row for meeting in snapshot.meetings for row in meeting.outcomes.all())
    facts = [snapshot.draw.published_at]
    facts += [moment for row in rows for moment in (row.at, row.answered_at or row.silence_agrees_at)]
    facts += [decision.row.at for decision in decisions(snapshot)]
    facts += [row.at for row in (snapshot.competition.cancellation,) if row]
    return max((moment for moment in facts if moment and moment <= snapshot.now), default=snapshot.now)
