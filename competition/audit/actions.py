"""Actors, and actions for writing to the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from competition.audit.events import Event
from competition.audit.form_keys import use_form_key
from competition.audit.models import LogEntry
from scoring.rules.refusal import Refused

if TYPE_CHECKING:
    from competition.contest.models import Competition
    from competition.entries.models import Pair

# The update itself takes the lock. Selecting the row first would need another statement for every deal.
_LOCK = (
    "UPDATE {} SET version = version + 1, facts_version = facts_version + %s "
    "WHERE id = %s AND hidden_since IS NULL RETURNING facts_version"
)
DELETED = "This competition has been deleted, so nothing was saved. Go to the home page."


@dataclass(frozen=True, slots=True)
class Actor:
    """An organiser or a pair. Both are None for an applicant and for the app itself."""

    organiser: User | None = None
    pair: Pair | None = None

    @property
    def user(self) -> User:
        """The organiser. Raises Refused if the actor is not an organiser."""
        if self.organiser is None:
            raise Refused("Only an organiser can do this. Sign in as an organiser.")
        return self.organiser


@dataclass(frozen=True, slots=True)
class DecisionReason:
    """An organiser's reason for a decision: a public text, and a note for organisers only."""

    reason: str
    note: str = ""

    def columns(self) -> dict[str, str]:
        """Return both texts as columns. Raises Refused if the reason is empty."""
        if not self.reason.strip():
            raise Refused("Enter the reason. The pairs want to know it.")
        return {"reason": self.reason.strip(), "note": self.note.strip()}

    def decided(self, by: Actor) -> dict[str, object]:
        """Return the columns for every decision of an organiser, with the current time.

        Raises Refused if the reason is empty.
        """
        return {**self.columns(), "at": timezone.now(), "decided_by": by.organiser}


def lock(competition: Competition, *, only_deals: bool = False) -> int:
    """Lock the competition until this transaction ends, and use up the form key.

    Return the `facts_version` before this transaction. The new versions tell readers to reload. Set `only_deals` if
    this transaction changes only the deals on one score sheet. Raises Refused if the competition has been deleted.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK.format(type(competition)._meta.db_table), [0 if only_deals else 1, competition.pk])
        row = cursor.fetchone()
    if row is None:
        raise Refused(DELETED)
    use_form_key()
    return row[0] if only_deals else row[0] - 1


def log_view(
    competition: Competition, by: Actor, text: str, *, event: Event = Event.LOOKED, each: bool = False
) -> None:
    """Log that an organiser viewed private data, once a day or `each` time. Open pages need no reload."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    look = {"organiser": by.organiser, "event": event, "text": text}
    if each or not competition.log.filter(**look, at__gte=today).exists():
        competition.log.create(**look)


def log_event(
    competition: Competition,
    by: Actor,
    event: Event,
    text: str,
    *,
    match: str = "",
    about: Pair | None = None,
    **detail: object,
) -> None:
    """Add a log entry, optionally about a pair or a match. The caller must hold the lock.

    In `detail`, `before` and `after` are the old and new values as text. Contact details are never logged.
    """
    if about:
        detail["pair"] = about.number
    LogEntry.objects.create(
        competition=competition,
        organiser=by.organiser,
        pair=by.pair,
        match=match,
        event=event,
        text=text,
        detail=detail,
    )


def log_site_event(by: Actor, event: Event, text: str) -> None:
    """Add an entry to the site's own log, which remains after a competition is deleted."""
    LogEntry.objects.create(organiser=by.user, event=event, text=text)


def log_event_for_each(competition: Competition, by: Actor, event: Event, lines: Iterable[tuple[Pair, str]]) -> None:
    """Add a log entry about each of these pairs. The caller must hold the lock."""
    LogEntry.objects.bulk_create(
        LogEntry(competition=competition, organiser=by.organiser, event=event, text=text, detail={"pair": pair.number})
        for pair, text in lines
    )
