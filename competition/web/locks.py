"""Actions for sharing nightly tasks between servers: take a task and finish it."""

import platform
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from competition.web.models import NightlyTask

# A task that is unfinished after an hour has failed, or its server was killed. Another server may take it.
LEASE = timedelta(hours=1)


def take_due(names: Iterable[str], since: datetime) -> Iterable[str]:
    """Take the due tasks one by one and yield their names.

    A task is due if no server has finished it since this time and no server is working on it.
    """
    done = {*NightlyTask.objects.filter(done_at__gte=since).values_list("name", flat=True)}
    for name in names:
        if name not in done and _take(name, since):
            yield name


def _take(name: str, since: datetime) -> bool:
    now = timezone.now()
    NightlyTask.objects.bulk_create([NightlyTask(name=name)], ignore_conflicts=True)
    due = Q(done_at=None) | Q(done_at__lt=since)
    free = Q(taken_until=None) | Q(taken_until__lte=now)
    return bool(NightlyTask.objects.filter(due, free, name=name).update(taken_until=now + LEASE))


def finish(name: str) -> None:
    """Store that this machine has finished a task."""
    NightlyTask.objects.filter(name=name).update(done_at=timezone.now(), taken_until=None, done_by=this_machine())


def this_machine() -> str:
    """Return the name of this machine for storing it."""
    return platform.node()[: NightlyTask._meta.get_field("done_by").max_length]
