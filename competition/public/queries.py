"""Queries for a published draw at the end of an earlier day, derived from the rows that existed then."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from django.db.models import Model
from django.utils import timezone

from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.rows import Rows, at_address


def first_day(draw: PublishedDraw) -> date:
    """Return the date of publication."""
    return timezone.localdate(draw.row.published_at)


def days(draw: PublishedDraw) -> int:
    """Return the number of days from the day of publication to today, including both."""
    return (timezone.localdate(draw.now) - first_day(draw)).days + 1


def at_the_end_of(draw: PublishedDraw, day: int) -> PublishedDraw:
    """Return the draw at the end of a day, where day 1 is the day of publication (eight queries).

    Rows are never edited except to add a reply, so the rows of that time are enough. Score sheets store no times, so
    the deals of that time are unknown.
    """
    last = datetime.combine(first_day(draw) + timedelta(days=day), time(), timezone.get_current_timezone())
    moment = last - timedelta(microseconds=1)
    rows = at_address(draw.competition.slug)
    if rows and (row := rows.draw.competition.cancellation) and row.at > moment:
        rows.draw.competition.cancellation = None
    return PublishedDraw(_rows_at(rows, moment), moment) if rows else draw


def _rows_at(rows: Rows, moment: datetime) -> Rows:
    for round in rows.rounds:
        _filter_rows(round, "extensions", moment)
        _filter_rows(round, "conditions", moment)
    for pair in rows.everybody.values():
        _filter_rows(pair, "withdrawals", moment)
    placings = [row for row in rows.placings if row.at <= moment]
    withdrawals = [row for row in rows.withdrawals if row.at <= moment]
    rows = rows._replace(placings=placings, withdrawals=withdrawals)
    there = {pair.pk for pair in rows.everybody.values()}
    # A late entry had no meetings before it came in.
    meetings = [meeting for meeting in rows.meetings if {meeting.upper_id, meeting.lower_id} <= there]
    begun_later = {row.begins_id for meeting in meetings for row in meeting.result_entries.all() if row.at > moment}
    meetings = [meeting for meeting in meetings if meeting.pk not in begun_later]
    for meeting in meetings:
        _clear_later_columns(_filter_rows(meeting, "result_entries", moment), moment)
        meeting.sheet, meeting.plays_at = None, None
    return rows._replace(meetings=meetings)


def _filter_rows(owner: Model, name: str, moment: datetime) -> list:
    kept = [row for row in getattr(owner, name).all() if row.at <= moment]
    vars(owner)["_prefetched_objects_cache"][name] = kept
    return kept


def _clear_later_columns(entries: Iterable[ResultEntry], moment: datetime) -> None:
    """Clear the columns that were filled in after `moment`."""
    for row in entries:
        if row.answered_at and row.answered_at > moment:
            row.answer, row.answered_at, row.answer_reason = "", None, ""
        if row.told_at and row.told_at > moment:
            row.told_at, row.told_by = None, ""
        if row.interrupted_at and row.interrupted_at > moment:
            row.interrupted_at = None
