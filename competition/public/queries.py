"""Queries for a published draw on an earlier day, for its latest change, and for the health check.

The health check writes a row and rolls it back, so it stores nothing.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from uuid import uuid4

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection, transaction
from django.db.models import Max, Min, Model
from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry, UsedFormKey
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.facts import RoundsFacts
from competition.draw.queries.rows import Rows, at_address
from competition.notifications.models import Email
from competition.rulings.presenters.records import IN_THE_DRAW, decisions
from competition.web.models import NightlyTask

_logger = logging.getLogger(__name__)
# Limit writes, so that requests from strangers cannot overload the database.
_SECONDS_BETWEEN_WRITES = 10
# More than the small page cache below can hold.
_MUCH = 400_000
# An older unsent email contains news that nobody needs.
_RECENT = timedelta(days=14)


def first_day(draw: PublishedDraw) -> date:
    """Return the date of publication."""
    return timezone.localdate(draw.row.published_at)


def season_days(draw: PublishedDraw) -> int:
    """Return the number of days from publication to today, including both."""
    return (timezone.localdate(draw.now) - first_day(draw)).days + 1


def at_the_end_of(draw: PublishedDraw, day: int) -> PublishedDraw:
    """Return the draw at the end of a day, where day 1 is the day of publication (eight queries).

    The rows with a time up to that day are enough, because rows never change later. The times of deals are not stored,
    so the deals on that day are not known.
    """
    last = datetime.combine(first_day(draw) + timedelta(days=day), time(), timezone.get_current_timezone())
    moment = last - timedelta(microseconds=1)
    rows = at_address(draw.competition.slug)
    if rows and (row := rows.draw.competition.cancellation) and row.at > moment:
        rows.draw.competition.cancellation = None
    return PublishedDraw(RoundsFacts(_rows_at(rows, moment), moment)).for_spectators() if rows else draw


def _rows_at(rows: Rows, moment: datetime) -> Rows:
    for round in rows.rounds:
        _filter_rows(round, "extensions", moment)
        _filter_rows(round, "conditions", moment)
        _filter_rows(round, "fixed_days", moment)
        _filter_rows(round, "clocks", moment)
        _filter_rows(round, "round_draws", moment)
    for pair in rows.everybody.values():
        _filter_rows(pair, "withdrawals", moment)
    placings = [row for row in rows.placings if row.at <= moment]
    withdrawals = [row for row in rows.withdrawals if row.at <= moment]
    rows = rows._replace(placings=placings, withdrawals=withdrawals)
    there = {pair.pk for pair in rows.everybody.values()}
    # A late entry has no meetings before it joined the draw.
    meetings = [meeting for meeting in rows.meetings if {meeting.upper_id, meeting.lower_id} <= there]
    begun_later = {row.begins_id for meeting in meetings for row in meeting.result_entries.all() if row.at > moment}
    meetings = [meeting for meeting in meetings if meeting.pk not in begun_later]
    for meeting in meetings:
        for entry in _filter_rows(meeting, "result_entries", moment):
            _hide_later_rows(entry, moment)
        meeting.sheet, meeting.plays_at = None, None
    return rows._replace(meetings=meetings)


def _filter_rows(owner: Model, name: str, moment: datetime) -> list:
    rows = [row for row in getattr(owner, name).all() if row.at <= moment]
    vars(owner)["_prefetched_objects_cache"][name] = rows
    return rows


def _hide_later_rows(entry: ResultEntry, moment: datetime) -> None:
    following = {name: getattr(entry, name, None) for name in ResultEntry.FOLLOWING}
    entry._state.fields_cache |= dict.fromkeys(name for name, row in following.items() if row and row.at > moment)


def last_changes() -> Mapping[str, Mapping[str, datetime]]:
    """Return the time of the latest event by competition slug and match code (one query).

    Events without a match have an empty code. Viewing a private link is not a change.
    """
    lines = LogEntry.objects.filter(competition__isnull=False).exclude(event=Event.LOOKED).order_by()
    latest: dict[str, dict[str, datetime]] = defaultdict(dict)
    for slug, code, at in lines.values_list("competition__slug", "match").annotate(Max("at")):
        latest[slug][code] = at
    return latest


def last_change_at(draw: PublishedDraw) -> datetime:
    """Return the time of the last result, reply, ruling, withdrawal, extension or cancellation in the draw."""
    rows = (row for meeting in draw.meetings for row in meeting.result_entries.all())
    facts = [draw.row.published_at]
    facts += [moment for row in rows for moment in (row.at, row.answered_at or row.confirms_at)]
    facts += [decision.at for decision in decisions(draw, IN_THE_DRAW)]
    facts += [row.at for row in (draw.competition.cancellation,) if row]
    return max((moment for moment in facts if moment and moment <= draw.now), default=draw.now)


def can_read() -> bool:
    """Return True if the database responds and has its tables."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
            return cursor.fetchone() is not None
    except Error as error:
        _log_fault(error)
        return False


def can_write() -> bool:
    """Return True if the database accepts a write, which is rolled back. Each process tries it every ten seconds."""
    return bool(cache.get_or_set("can-write", _try_to_write, _SECONDS_BETWEEN_WRITES))


def _try_to_write() -> bool:
    try:
        with _written_at_once(), transaction.atomic():
            UsedFormKey.objects.create(digest=f"health check {uuid4()}", answer="x" * _MUCH)
            transaction.set_rollback(True)
    except Error as error:
        _log_fault(error)
        return False
    return True


def _log_fault(error: Error) -> None:
    _logger.warning("The health check failed: %s", str(error).partition("\n")[0])


@contextmanager
def _written_at_once() -> Iterator[None]:
    """Let SQLite write to the disk before the transaction ends, and wait one second for another writer."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        before = {}
        for name, value in {"cache_size": 10, "busy_timeout": 1000}.items():
            cursor.execute(f"PRAGMA {name}")
            before[name] = cursor.fetchone()[0]
            cursor.execute(f"PRAGMA {name}={value}")
        try:
            yield
        finally:
            for name, value in before.items():
                cursor.execute(f"PRAGMA {name}={value}")


def email_waits_since() -> datetime | None:
    """Return the time since which the oldest unsent email from the last two weeks has waited, or None."""
    unsent = Email.objects.filter(sent_at=None, parked_at=None, since__gt=timezone.now() - _RECENT)
    return unsent.aggregate(since=Min("since"))["since"] if settings.HAS_EMAIL else None


def last_backup() -> datetime | None:
    """Return the time of the last nightly backup on any server, or None."""
    return NightlyTask.objects.filter(name="backup").values_list("done_at", flat=True).first()
