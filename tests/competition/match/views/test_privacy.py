import pytest

from competition.audit.models import LogEntry
from tests import stories
from tests.competition.pair_reading import address, text

pytestmark = pytest.mark.published(2)


@pytest.fixture
def phones(competition, phone):
    return [phone(table.pair) for table in stories.tables(competition, "R1-M1")]


def wish(browser, competition, private: str):
    return browser.post(address("privacy", competition), {"private": private})


def shown(browser, competition) -> str:
    return text(browser.get(address("match", competition)))


@pytest.mark.database
def test_each_pair_can_make_the_deals_private_and_public_again(competition, phones):
    upper, lower = phones
    for _ in range(2):
        wish(upper, competition, "yes")
    # A pair cannot override the other pair.
    wish(lower, competition, "no")

    assert "You keep the deals private until the match is over." in shown(upper, competition)
    assert "The other pair keeps the deals private until the match is over." in shown(lower, competition)

    wish(upper, competition, "no")
    assert "Everybody can see the deals while you play." in shown(upper, competition)
    assert [*LogEntry.objects.filter(event="privacy").order_by("pk").values_list("text", flat=True)] == [
        "Asked to keep the deals private until the match is over.",
        "Stopped asking to keep the deals private until the match is over.",
    ]


def test_a_privacy_request_after_the_match_is_refused(competition, phones):
    stories.settle(competition, "R1-M1")

    answer = wish(phones[0], competition, "yes")

    assert (answer.status_code, "You cannot change this now. The match is over" in text(answer)) == (422, True)
    assert "Keep the deals private" not in shown(phones[0], competition)


def test_conditions_that_hide_the_deals_hide_the_privacy_form(phone):
    competition = stories.published(2, spectators="totals")
    browser = phone(stories.tables(competition, "R1-M1")[0].pair)

    page = browser.get(address("match", competition))

    assert "The deals are shown once the match is over." in text(page)
    assert 'name="private"' not in page.content.decode()
