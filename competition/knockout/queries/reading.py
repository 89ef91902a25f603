"""The published draw as it is read: kept by each process while nothing but deals changes, or afresh."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from competition.contest import queries as contest_queries
from competition.contest.models import Competition
from competition.contest.queries import Changes
from competition.knockout.queries.rows import at_address, of_draws
from competition.knockout.queries.snapshot import Snapshot
from competition.lots.models import Draw
from scoring.rules.refusal import Refused

# How many draws each process keeps: those that are played at one time.
_MOST = 16
_kept: dict[int, Snapshot] = {}


def snapshot_at(slug: str, changes: Changes | None = None) -> Snapshot | None:
    """The published draw at this address as it stands; None while there is none.

    Each process keeps what no deal changes, and shares it until that changes: then it takes two queries, otherwise
    nine. `changes`, where the caller has asked for them already, save one.
    """
    changes = changes or contest_queries.changes(slug)
    return _snapshot(slug, changes) if changes else None


def snapshot_of(competition: Competition) -> Snapshot | None:
    """The same of a competition that has just been read: one query, otherwise eight."""
    return _snapshot(competition.slug, Changes(competition.pk, competition.version, competition.structure))


def known_snapshot(competition: Competition) -> Snapshot | None:
    """The same of one that this process has read before; None otherwise, and then it is not kept either."""
    return snapshot_of(competition) if competition.pk in _kept else None


def _snapshot(slug: str, changes: Changes) -> Snapshot | None:
    now = timezone.now()
    snapshot = _kept.get(changes.competition)
    if snapshot and snapshot.holds(changes.structure, now):
        return snapshot.as_of(now, changes.version)
    rows = at_address(slug)
    return _keep(Snapshot(rows, now)) if rows else None


def _keep(snapshot: Snapshot) -> Snapshot:
    """Keep it in place of the oldest; whoever reads a draw within a transaction must not."""
    _kept.pop(snapshot.competition.pk, None)
    while len(_kept) >= _MOST:
        del _kept[next(iter(_kept))]
    _kept[snapshot.competition.pk] = snapshot
    return snapshot


def forget() -> None:
    """Keep nothing of what has been read so far."""
    _kept.clear()


def read_afresh(competition: Competition) -> Snapshot | None:
    """The published draw as it reads now, for those who are about to change it; None while there is none."""
    rows = at_address(competition.slug)
    return Snapshot(rows, timezone.now()) if rows else None


def published_snapshot(competition: Competition) -> Snapshot:
    """The same; Refused before the draw is published, and while the competition is cancelled."""
    if snapshot := read_afresh(competition):
        return must_be_on(snapshot)
    raise Refused("The draw has not been published yet.")


def must_be_on(snapshot: Snapshot) -> Snapshot:
    """The draw, for those who are about to change it; Refused while the competition is cancelled."""
    if snapshot.competition.is_cancelled:
        raise Refused("The competition is cancelled: nothing is played or decided in it unless that is taken back.")
    return snapshot


def snapshot_of_draw(draw: Draw, now: datetime | None = None) -> Snapshot:
    """A published draw as it stands, in eight queries whatever its size."""
    return snapshots([draw], now)[0]


def snapshots(draws: Sequence[Draw], now: datetime | None = None) -> list[Snapshot]:
    """Published draws as they stand at one moment, in eight queries however many they are."""
    moment = now or timezone.now()
    return [Snapshot(rows, moment) for rows in of_draws(draws)]
