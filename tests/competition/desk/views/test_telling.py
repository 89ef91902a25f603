"""Tests for the task to phone a pair about a result."""

import pytest

from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import desk, short, text

pytestmark = pytest.mark.published(4)


@pytest.fixture
def other(competition):
    upper, lower = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=4730, theirs=3980)
    return lower.pair


def page(organiser, competition) -> str:
    return text(organiser.get(desk("competition", competition)))


def test_the_desk_shows_the_phone_number_of_the_pair_to_tell(organiser, competition, other):
    told = page(organiser, competition)

    assert f"Tell {short(other)} that their opponents reported the semi-final." in told
    assert f"reported a win by 750. {short(other)} then have {stories.REPLY_TIME_SAID} to reply." in told
    assert f"Phone {other.present[0].name}, {other.present[0].phone}" in told


def test_the_reply_time_starts_when_the_organiser_has_phoned(organiser, competition, other):
    answer = organiser.post(desk("told", competition, "R1-M1"), {"outcome": "9²"}, follow=True)
    assert "This result already has a reply. Reload the match to see it." in text(answer)
    assert stories.now(competition).matches["R1-M1"].last.notified_at is None

    organiser.post(desk("told", competition, "R1-M1"), {"outcome": 1})

    assert stories.now(competition).matches["R1-M1"].last.notified_by == "organiser"
    assert "have not been told" not in page(organiser, competition)
    assert "were told by the organiser on" in text(organiser.get(desk("match", competition, "R1-M1")))
