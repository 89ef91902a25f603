from datetime import timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.rules.result import Kind
from tests import stories
from tests.competition.public_reading import text
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db


def finished(pairs: int = 2) -> Competition:
    competition = stories.published(pairs)
    stories.settle_round(competition, 1)
    return competition


def test_home_shows_the_state_of_every_competition(client):
    stories.entered(3)
    stories.published(4)
    finished()
    going_on = text(client.get("/"))

    assert "Entries closed on Tue 31 Mar 2026: 3 pairs entered" in going_on
    assert "4 pairs; Semi-finals, 0 of 2 decided" in going_on
    assert "Champions: Regional Rubber Knockout 2026" in going_on


def test_home_shows_a_summary_of_each_round(client):
    competition = stories.published(4)
    stories.settle_round(competition, 1)

    assert "Semi-finals 2 of 2 decided Final 0 of 1 decided" in text(client.get("/"))


def test_home_marks_the_demo(client):
    Competition.objects.filter(pk=stories.entered(3).pk).update(is_demo=True)

    assert text(client.get("/")).count("Demo") == 1


def test_home_says_that_there_is_no_competition(client):
    OrganiserFactory()

    assert "There is no competition yet." in text(client.get("/"))


def test_a_final_without_a_winner_is_in_the_past(client):
    competition = stories.published(2)
    stories.settle(competition, "R1-M1", kind=Kind.DOUBLE_DEFAULT)

    assert "It ended without champions" in text(client.get("/")).partition("Champions")[2]


def test_home_shows_a_change_immediately(client):
    competition = stories.published(4)
    client.get("/")
    stories.settle(competition, "R1-M1")

    assert "1 of 2 decided" in text(client.get("/"))


def test_home_closes_entries_at_midnight(client, monkeypatch):
    competition = stories.entered(3)
    Competition.objects.filter(pk=competition.pk).update(closing_date=timezone.localdate())
    assert "Entries are open until" in text(client.get("/"))
    tomorrow = timezone.now() + timedelta(days=1)

    monkeypatch.setattr(timezone, "now", lambda: tomorrow)

    assert "Entries closed on" in text(client.get("/"))
