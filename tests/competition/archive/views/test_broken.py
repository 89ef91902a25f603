"""Tests that an unreadable competition does not break pages about others."""

import logging

import pytest

from competition.draw.models.rounds import Round
from tests import stories
from tests.competition.public_reading import text


@pytest.fixture
def broken():
    """Return a competition without its last round, so that its draw cannot be read."""
    competition = stories.published(4)
    competition.name = "The Broken One"
    competition.save()
    Round.objects.filter(draw__competition=competition, number=2).delete()
    return competition


@pytest.fixture
def sound():
    """Return another competition with champions."""
    competition = stories.published(2)
    stories.settle_round(competition, 1)
    return competition


def test_pages_omit_an_unreadable_competition_and_log_it(client, caplog, broken, sound):
    with caplog.at_level(logging.ERROR, logger="competition"):
        pages = [client.get(page) for page in ("/", "/archive/", "/players/?find=a")]

    for shown in pages:
        assert shown.status_code == 200
        assert ("The Broken One" in text(shown), "Ada North" in text(shown)) == (False, True)
    assert {record.getMessage() for record in caplog.records} == {
        f"Competition {broken.pk} cannot be read, so pages about many leave it out."
    }


def test_organiser_page_leaves_out_an_unreadable_competition(client, caplog, broken, sound):
    organiser = sound.organisers.get()
    broken.organisers.add(organiser)
    client.force_login(organiser)

    with caplog.at_level(logging.ERROR, logger="competition"):
        desk = client.get("/desk/")

    assert desk.status_code == 200
    assert [seen.competition for _, desks in desk.context["groups"] for seen in desks] == [sound]
    assert len(caplog.records) == 1
