"""What feeds need to know of a fact: an identity that never changes, and when it came about."""

from datetime import datetime
from uuid import NAMESPACE_OID, UUID, uuid5

from competition.knockout.queries.snapshot import Snapshot


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
    facts += [row.at for pair in snapshot.everybody.values() for row in pair.withdrawals.all()]
    facts += [row.at for row in (*snapshot.extensions, *snapshot.placings)]
    facts += [row.at for round in snapshot.rounds for row in round.terms.rows]
    facts += [row.at for row in (snapshot.competition.cancellation,) if row]
    return max((moment for moment in facts if moment and moment <= snapshot.now), default=snapshot.now)
