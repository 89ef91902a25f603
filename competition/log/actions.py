"""Who does something, and the line the log keeps of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F
from django.utils import timezone

from competition.log.events import Event
from competition.log.models import LogEntry
from scoring.rules.refusal import Refused

if TYPE_CHECKING:
    from competition.contest.models import Competition
    from competition.entries.models.pair import Pair

# What it writes makes others wait: to ask first would take a statement more, with every deal.
_LOCK = "UPDATE {} SET version = version + 1 WHERE id = %s RETURNING structure"


@dataclass(frozen=True, slots=True)
class Actor:
    """An organiser or a pair; exactly one of the two."""

    organiser: User | None = None
    pair: Pair | None = None

    @property
    def user(self) -> User:
        """The organiser, where only an organiser may do it; anybody else is Refused."""
        if self.organiser is None:
            raise Refused("Only an organiser can do this.")
        return self.organiser


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why the organiser decides something: the wording for everybody, and a note for the organisers alone."""

    reason: str
    note: str = ""

    def columns(self) -> dict[str, str]:
        """Both as they are kept; Refused without a reason."""
        if not self.reason.strip():
            raise Refused("Give the reason: the pairs will want to know it, and the log keeps it.")
        return {"reason": self.reason.strip(), "note": self.note.strip()}

    def decided(self, by: Actor) -> dict[str, object]:
        """What every decision of an organiser keeps, made now; Refused without a reason."""
        return {**self.columns(), "at": timezone.now(), "decided_by": by.organiser}


def lock(competition: Competition) -> int:
    """Make every other writer of this competition wait until this transaction ends, and every reader read it again.

    Gives its `structure`: while that is the one that was read, all that was read with it still holds but the deals.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK.format(type(competition)._meta.db_table), [competition.pk])
        return cursor.fetchone()[0]


def note_look(competition: Competition, by: Actor, text: str, *, each: bool = False) -> None:
    """Write down, once a day or each time, that an organiser has looked at what opens matches; no reader is told."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    look = {"organiser": by.organiser, "event": Event.LOOKED, "text": text}
    if each or not competition.log.filter(**look, at__gte=today).exists():
        competition.log.create(**look)


def looks(competition: Competition, user: User) -> list[LogEntry]:
    """What that organiser has looked at, the first first."""
    return [*competition.log.filter(organiser=user, event=Event.LOOKED).order_by("pk")]


def note(
    competition: Competition,
    by: Actor,
    event: Event,
    text: str,
    *,
    match: str = "",
    about: Pair | None = None,
    only_deals: bool = False,
    **detail: object,
) -> None:
    """Write a line of the log, about a pair or a match where it is, while the lock is held.

    `only_deals` says that nothing has changed but the deals of one sheet. `before` and `after` in the detail are what
    stood and what stands, in words; contacts never go into the log.
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
    if not only_deals:
        type(competition).objects.filter(pk=competition.pk).update(structure=F("structure") + 1)


def note_for_the_site(by: Actor, event: Event, text: str) -> None:
    """Write a line of the log of the site itself, which outlives every competition."""
    LogEntry.objects.create(organiser=by.user, event=event, text=text)


def site_log(user: User) -> list[LogEntry]:
    """What this organiser did to the site itself, the latest first (one query)."""
    return [*LogEntry.objects.filter(competition=None, organiser=user)]


def note_each(competition: Competition, by: Actor, event: Event, lines: Iterable[tuple[Pair, str]]) -> None:
    """Write a line of the log about each of these pairs at once, while the lock is held."""
    LogEntry.objects.bulk_create(
        LogEntry(competition=competition, organiser=by.organiser, event=event, text=text, detail={"pair": pair.number})
        for pair, text in lines
    )
    type(competition).objects.filter(pk=competition.pk).update(structure=F("structure") + 1)
