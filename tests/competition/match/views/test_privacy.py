import pytest

from competition.log.models import LogEntry
from tests import stories
from tests.competition.pair_reading import play as address
from tests.competition.pair_reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(2)


@pytest.fixture
def phones(competition, phone):
    return [phone(table.pair) for table in stories.tables(competition, "R1-M1")]


def wish(browser, competition, private: str):
    return browser.post(address("privacy", competition), {"private": private})


def shown(browser, competition) -> str:
    return text(browser.get(address("match", competition)))


def test_a_pair_keeps_its_deals_private_before_the_first_one(competition, phones):
    upper, lower = phones

    wish(upper, competition, "yes")

    assert "You keep the deals private until the match is over." in shown(upper, competition)
    assert "The other pair keeps the deals private until the match is over." in shown(lower, competition)


def test_the_wish_can_be_taken_back(competition, phones):
    wish(phones[0], competition, "yes")
    wish(phones[0], competition, "no")

    assert "Everybody can read the deals while you play." in shown(phones[0], competition)


def test_one_pair_cannot_take_back_the_others_wish(competition, phones):
    wish(phones[0], competition, "yes")
    wish(phones[1], competition, "no")

    assert "You keep the deals private" in shown(phones[0], competition)


@pytest.mark.database
def test_every_wish_is_noted_once(competition, phones):
    wish(phones[0], competition, "yes")
    wish(phones[0], competition, "yes")

    wish(phones[0], competition, "no")

    assert [*LogEntry.objects.filter(event="privacy").order_by("pk").values_list("text", flat=True)] == [
        "Wished to keep the deals private until the match is over.",
        "Let everybody read the deals.",
    ]


def test_after_the_match_there_is_nothing_to_keep(competition, phones):
    stories.settle(competition, "R1-M1")

    answer = wish(phones[0], competition, "yes")

    assert (answer.status_code, "There is no match here to play" in text(answer)) == (422, True)
    assert "Keep the deals private" not in shown(phones[0], competition)


def test_where_all_deals_are_kept_there_is_nothing_to_wish(phone):
    competition = stories.published(2, deals_public=False)
    browser = phone(stories.tables(competition, "R1-M1")[0].pair)

    page = browser.get(address("match", competition))

    assert "The deals are shown once the match is over." in text(page)
    assert 'name="private"' not in page.content.decode()


def test_a_stranger_keeps_nothing(client, competition):
    assert wish(client, competition, "yes").status_code == 404


def test_only_an_order_keeps_anything(competition, phones):
    phones[0].get(address("privacy", competition), {"private": "yes"})

    assert "Everybody can read the deals" in shown(phones[0], competition)
