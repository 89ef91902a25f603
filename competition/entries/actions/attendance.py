"""Actions that record attendance on the opening day, visits to the pair's pages, and days away."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.entries.models.pair import Away, Pair


@transaction.atomic
def tick(pair: Pair, *, here: bool, by: Actor) -> None:
    """Record that a pair is present or absent. Do nothing if this is already recorded."""
    lock(pair.competition)
    pair.refresh_from_db(fields=["here_since"])
    if here == (pair.here_since is not None):
        return
    pair.here_since = timezone.now() if here else None
    pair.save(update_fields=["here_since"])
    said = "is here" if here else "is not here"
    log_event(pair.competition, by, Event.TICKED, f"Pair {pair.number}, {pair.name}, {said}.", about=pair)


def opened(pairs: Iterable[Pair]) -> None:
    """Record that these pairs have opened their pages now. The time is accurate to ten minutes."""
    if news := [pair.pk for pair in pairs if not pair.opened_lately]:
        Pair.objects.filter(pk__in=news).update(opened_at=timezone.now())


Spans = Sequence[tuple[date, date]]
"""The first and the last day of each absence."""


@transaction.atomic
def keep_away(pair: Pair, spans: Spans, *, by: Actor) -> None:
    """Replace the days on which a pair is away."""
    lock(pair.competition)
    if sorted(spans) == list(pair.away.values_list("first", "last")):
        return
    pair.away.all().delete()
    Away.objects.bulk_create(Away(pair=pair, first=first, last=last) for first, last in sorted(spans))
    log_event(
        pair.competition,
        by,
        Event.AWAY,
        f"Pair {pair.number}, {pair.name}, gave the days on which they are away.",
        about=pair,
    )
