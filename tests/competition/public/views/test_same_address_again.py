"""Tests that a competition created at the address of a deleted one shows nothing from it."""

from datetime import date

import pytest

from competition.audit.actions import Actor, DecisionReason
from competition.contest.actions import create_competition
from competition.contest.models import Competition, Conditions
from competition.entries.actions.pairs import enter_all
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.rulings.actions import delete
from competition.rulings.decisions.competition import UndoDraw
from tests import stories
from tests.competition.public.views.test_live import poll
from tests.competition.public_reading import public
from tests.factories import OrganiserFactory


@pytest.fixture
def create():
    by = Actor(OrganiserFactory())

    def create_with(*names: str) -> Competition:
        new = Competition(name="Lakes", slug="lakes", season=2026, closing_date=date(2026, 12, 31), region="North")
        create_competition(new, Conditions(), by=by)
        enter_all(new, [Entry(tuple(map(PlayerEntry, pair.split(" & ")))) for pair in names], by=by)
        return new

    return create_with


OLD, NEW = ("Ada Old & Ben Old", "Cy Old & Di Old"), ("Ada New & Ben New", "Cy New & Di New")


def test_the_entries_page_shows_the_new_pairs(client, create):
    first = create(*OLD)
    before = client.get("/lakes/").content.decode()
    delete(first, by=stories.organiser_of(first))
    assert client.get("/lakes/").status_code == 404

    create(*NEW)

    after = client.get("/lakes/").content.decode()
    assert ("Ada Old" in before, "Ada Old" in after, "Ada New" in after) == (True, False, True)


def test_an_open_page_of_the_deleted_draw_receives_the_new_draw(client, create):
    first = create(*OLD)
    stories.publish(first)
    page = client.get(public("draw", first))
    changed = Competition.objects.filter(pk=first.pk).values("version", "facts_version").get()
    assert client.get(poll(page)).status_code == 204
    stories.decide(UndoDraw, first, grounds=DecisionReason("drawn too early"))
    delete(first, by=stories.organiser_of(first))

    second = create(*NEW)
    stories.publish(second)
    Competition.objects.filter(pk=second.pk).update(**changed)

    assert "Ada New" in client.get(poll(page)).content.decode()
