"""When the facts of a draw changed last, for calendars and feeds."""

from datetime import datetime

from competition.decisions.formats.decisions import decisions
from competition.knockout.queries.snapshot import Snapshot


def changed(snapshot: Snapshot) -> datetime:
    """When a result was last sent in, answered, agreed to or decided, or a pair came, left or got more time."""
    rows = (row for meeting in snapshot.meetings for row in meeting.outcomes.all())
    facts = [snapshot.draw.published_at]
    facts += [moment for row in rows for moment in (row.at, row.answered_at or row.silence_agrees_at)]
    facts += [decision.row.at for decision in decisions(snapshot)]
    facts += [row.at for row in (snapshot.competition.cancellation,) if row]
    return max((moment for moment in facts if moment and moment <= snapshot.now), default=snapshot.now)
