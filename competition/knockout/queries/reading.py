"""The published draw as it is read: cached by each process while nothing but deals changes, or afresh."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from competition.contest import queries as contest_queries
from competition.contest.models import Competition
from competition.contest.queries import Changes
from competition.knockout.queries.rows import at_address, of_draws
from competition.knockout.queries.snapshot import Snapshot
from competition.lots.models import Draw
from scoring.models import SummarySheet
from scoring.rules.refusal import Refused

# How many draws each process caches: those that are played at one time.
_MOST = 16
_cached: dict[int, Snapshot] = {}


def get_draw(competition: Competition | str, changes: Changes | None = None, *, match: str = "") -> Snapshot | None:
    """Return the published draw of a competition, or at an address, as it stands; None while there is none.

    Each process caches the draw while nothing but deals changes in it. Then this takes one query for the sheets that
    deals are written on, of `match` alone if its code is given; otherwise eight. For an address it takes one more,
    unless the caller knows the `changes`. Nobody calls it in a transaction that writes.
    """
    changes, slug = changes or _changes(competition), competition if isinstance(competition, str) else competition.slug
    if changes is None:
        return None
    now, draw = timezone.now(), _cached.get(changes.competition)
    if draw and draw.holds(changes.structure, now):
        return with_live_sheets(draw, now, changes.version, match=match)
    rows = at_address(slug)
    return _cache(Snapshot(rows, now)) if rows else None


def is_cached(competition: Competition) -> bool:
    """Return True if this process has read the draw before."""
    return competition.pk in _cached


def with_live_sheets(draw: Snapshot, now: datetime, version: int, *, match: str = "") -> Snapshot:
    """Return a draw whose facts have not changed, with the sheets in play as they read now (at most one query)."""
    keys = draw.sheets_in_play(match)
    return draw.with_sheets(SummarySheet.objects.in_bulk(keys) if keys else {}, now, version)


def _changes(competition: Competition | str) -> Changes | None:
    if isinstance(competition, str):
        return contest_queries.changes(competition)
    return Changes(competition.pk, competition.version, competition.structure)


def _cache(draw: Snapshot) -> Snapshot:
    """Cache a draw in place of the oldest."""
    _cached.pop(draw.competition.pk, None)
    while len(_cached) >= _MOST:
        del _cached[next(iter(_cached))]
    _cached[draw.competition.pk] = draw
    return draw


def clear_cache() -> None:
    """Cache nothing of what has been read so far."""
    _cached.clear()


def read_draw(competition: Competition) -> Snapshot | None:
    """Return the published draw as it reads now, for those who are about to change it; None while there is none."""
    rows = at_address(competition.slug)
    return Snapshot(rows, timezone.now()) if rows else None


def draw_to_change(competition: Competition) -> Snapshot:
    """Return the same; Refused before the draw is published, and while the competition is cancelled."""
    if draw := read_draw(competition):
        return must_be_on(draw)
    raise Refused("The draw has not been published yet.")


def must_be_on(draw: Snapshot) -> Snapshot:
    """Return the draw, for those who are about to change it; Refused while the competition is cancelled."""
    if draw.competition.is_cancelled:
        raise Refused("The competition is cancelled: nothing is played or decided in it unless that is taken back.")
    return draw


def read_draws(draws: Sequence[Draw], now: datetime | None = None) -> list[Snapshot]:
    """Return published draws as they stand at one moment, in eight queries however many they are."""
    moment = now or timezone.now()
    return [Snapshot(rows, moment) for rows in of_draws(draws)]
