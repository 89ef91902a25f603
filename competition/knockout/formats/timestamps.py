"""What feeds need to know of a fact: an identity that never changes, and when it came about."""

from datetime import datetime
from uuid import NAMESPACE_OID, UUID, uuid5

from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.standing import stands
from competition.knockout.queries.states import MatchState
from competition.lots.rules.layout import code


def identity(snapshot: Snapshot, *names: object) -> UUID:
    """The lasting identity of what these names mean in this draw, whatever address it is read at."""
    return uuid5(
        NAMESPACE_OID, " ".join(map(str, (snapshot.competition.slug, snapshot.draw.made_at.isoformat(), *names)))
    )


def changed(snapshot: Snapshot) -> datetime:
    """When a result was last sent in, answered, agreed to or decided, or a pair left, came back or got more time."""
    rows = (row for meeting in snapshot.meetings for row in meeting.outcomes.all())
    facts = [moment for row in rows for moment in (row.at, row.answered_at or row.agrees_at)]
    facts += [row.at for pair in snapshot.pairs.values() for row in pair.withdrawals.all()]
    facts += [extension.at for extension in snapshot.extensions]
    return max([snapshot.draw.published_at, *(moment for moment in facts if moment and moment <= snapshot.now)])


def decided(snapshot: Snapshot, state: MatchState) -> datetime | None:
    """When the result of a match became official; None while there is none."""
    if state.outcome is None:
        return None
    last = state.last
    if last and stands(last, snapshot.now):
        return last.answered_at or last.agrees_at or last.at
    withdrawn = min(pair.withdrawn_at for pair in state.pairs if pair.withdrawn_at)
    return max([withdrawn, *_known(snapshot, state), *([last.at] if last else [])])


def _known(snapshot: Snapshot, state: MatchState) -> list[datetime]:
    """When the matches that brought the two sides here were decided."""
    if state.round == 1:
        return []
    feeders = (snapshot.by_code[code(state.round - 1, 2 * state.position - n)] for n in (1, 0))
    return [moment for feeder in feeders if (moment := decided(snapshot, feeder))]
