"""Queries for the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import User

from competition.audit.events import Event
from competition.audit.models import LogEntry

if TYPE_CHECKING:
    from competition.contest.models import Competition


def looks(competition: Competition, user: User) -> list[LogEntry]:
    """Return the log entries about this organiser's views of private links, oldest first."""
    return [*competition.log.filter(organiser=user, event=Event.LOOKED).order_by("pk")]


def site_log(user: User) -> list[LogEntry]:
    """Return this organiser's entries in the site's own log, latest first (one query)."""
    return [*LogEntry.objects.filter(competition=None, organiser=user)]
