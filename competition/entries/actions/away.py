"""Saying when a pair is away."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from competition.entries.models.application import Application
from competition.entries.models.away import Away
from competition.entries.models.pair import Pair
from competition.log.actions import Actor, lock, note

Spans = Sequence[tuple[date, date]]
"""The first and the last day of each time away."""


@transaction.atomic
def keep(pair: Pair, spans: Spans, *, by: Actor) -> None:
    """Keep when a pair is away, in place of what it said before."""
    lock(pair.competition)
    if sorted(spans) == list(pair.away.values_list("first", "last")):
        return
    pair.away.all().delete()
    Away.objects.bulk_create(Away(pair=pair, first=first, last=last) for first, last in sorted(spans))
    note(pair.competition, by, "away", f"Pair {pair.number}, {pair.name}, said when they are away.", about=pair)


def sent_in(application: Application, spans: Spans) -> None:
    """Keep it with an entry that has just been sent in."""
    Away.objects.bulk_create(Away(application=application, first=first, last=last) for first, last in sorted(spans))


def accepted(application: Application, pair: Pair) -> None:
    """Let what came with an entry be the pair's own."""
    application.away.update(pair=pair, application=None)
