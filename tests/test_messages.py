"""Test for the program that prints every message to pairs."""

import pytest

from competition.notifications.queries.message_states import TO_PAIRS
from tests.messages.readings import readings
from tests.messages.states import everything

pytestmark = pytest.mark.django_db


def test_every_kind_of_message_is_printed_once_in_each_state(settings):
    settings.HAS_EMAIL = True

    printed = readings(everything(0))

    assert {reading.topic for reading in printed} == TO_PAIRS
    assert len({(reading.topic, reading.shape) for reading in printed}) == len(printed)
    assert all("Text message: " in reading.text and "By phone: " in reading.text for reading in printed)
