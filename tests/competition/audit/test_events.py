"""Tests for the events in the log."""

import re

import pytest
from django.db import IntegrityError, transaction

from competition.audit.events import Event
from competition.audit.models import LogEntry
from tests.house.sources import layer

_WRITTEN = re.compile(r"\bEvent\.([A-Z_]+)")


def test_every_event_is_written():
    paths = [*layer("actions"), *layer("decisions"), *layer("views")]
    written = {name for path in paths for name in _WRITTEN.findall(path.read_text())}

    assert {event.name for event in Event} - written == set()


@pytest.mark.django_db
@pytest.mark.database
def test_the_database_refuses_an_unknown_event():
    with pytest.raises(IntegrityError, match="logentry_event"), transaction.atomic():
        LogEntry.objects.create(event="walked out", text="A line.")
