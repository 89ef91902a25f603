from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import IntegrityError, connection, transaction

from competition.audit import append_only
from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event as Kind
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.draw.queries.draw import draw_to_change
from competition.rulings.actions import delete
from tests import stories

pytestmark = pytest.mark.django_db(transaction=True)


def in_own_connection(action):
    """Return a function that runs an action and closes the connection of its thread."""

    def run():
        try:
            return action()
        finally:
            connection.close()

    return run


def test_deleting_a_competition_does_not_block_writing_in_another():
    played, unplayed = stories.published(4), stories.entered(4)
    by = stories.organiser_of(unplayed)
    has_read, may_write = Event(), Event()

    def write():
        with transaction.atomic():
            lock(played)
            draw_to_change(Competition.objects.get(pk=played.pk))
            has_read.set()
            may_write.wait(0.5)
            log_event(played, Actor(), Kind.PLACED, "text", match="R1-M1")

    def remove():
        has_read.wait(10)
        delete(Competition.objects.get(pk=unplayed.pk), by=by)
        may_write.set()

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(in_own_connection(action)) for action in (write, remove)]:
            done.result(60)

    assert played.log.filter(event=Kind.PLACED).exists()
    assert [*Competition.objects.all()] == [played]


def test_only_the_deleting_transaction_can_change_facts():
    stories.published(2)

    def change():
        with pytest.raises(IntegrityError, match="cannot be changed or deleted"), transaction.atomic():
            LogEntry.objects.update(text="Nothing happened.")

    with append_only.lifted():
        # SQLite allows only one writer at a time, so there is no other transaction.
        if connection.vendor == "postgresql":
            with ThreadPoolExecutor(1) as threads:
                threads.submit(in_own_connection(change)).result(60)
        assert LogEntry.objects.update(text="A test may do this.")

    change()
