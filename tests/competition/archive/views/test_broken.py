"""A competition that cannot be read takes no page about others with it."""

import logging

import pytest

from competition.knockout.models.draw import Round
from tests import stories
from tests.competition.public_reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def broken():
    """A competition whose last round has gone, so that its draw cannot be worked out."""
    competition = stories.published(4)
    competition.name = "The Broken One"
    competition.save()
    Round.objects.filter(draw__competition=competition, number=2).delete()
    return competition


@pytest.fixture
def sound():
    """Another competition, with champions."""
    competition = stories.published(2)
    stories.settle_round(competition, 1)
    return competition


@pytest.mark.parametrize("page", ["/", "/archive/", "/players/?find=a"])
def test_pages_about_all_leave_it_out_and_the_log_says_so(client, caplog, broken, sound, page):
    with caplog.at_level(logging.ERROR, logger="competition"):
        shown = client.get(page)

    assert shown.status_code == 200
    assert ("The Broken One" in text(shown), "Ada North" in text(shown)) == (False, True)
    assert {record.getMessage() for record in caplog.records} == {
        f"Competition {broken.pk} cannot be read, so pages about many leave it out."
    }


def test_the_organisers_other_competitions_stay_on_the_desk(client, caplog, broken, sound):
    organiser = sound.organisers.get()
    broken.organisers.add(organiser)
    client.force_login(organiser)

    with caplog.at_level(logging.ERROR, logger="competition"):
        desk = client.get("/desk/")

    assert desk.status_code == 200
    assert [seen.competition for seen in desk.context["desks"]] == [sound]
    assert len(caplog.records) == 1
