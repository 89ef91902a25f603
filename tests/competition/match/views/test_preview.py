"""What the next deal would write is said before it is saved, and asking writes nothing."""

import pytest

from competition.match.actions import play
from tests import stories
from tests.competition.match.views.test_queries import asked
from tests.competition.pair_reading import play as address
from tests.competition.pair_reading import said, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """The upper pair sits North-South and is vulnerable; deal 2 of 4 is next."""
    competition = stories.published(2, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("4S", 10))
    return competition


def preview(phone, competition, *, place: int = 0, **deal) -> str:
    client = phone(stories.tables(competition, "R1-M1")[place].pair)
    answer = client.get(address("preview", competition, **said(**deal)))
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_each_pair_reads_what_the_deal_would_write_for_it(phone, competition):
    deal = {"number": 2, "level": 3, "tricks": 7, "doubling": 2}

    assert preview(phone, competition, **deal) == "3♥ doubled by North, 7 tricks: They 500 above."
    assert preview(phone, competition, place=1, **deal) == "3♥ doubled by North, 7 tricks: We 500 above."


def test_the_bonus_of_a_rubber_the_deal_would_end_is_among_its_figures(phone, competition):
    assert preview(phone, competition, number=2, level=4, tricks=11) == (
        "4♥ by North, 11 tricks: We 120 below, 30 + 700 above."
    )


@pytest.mark.parametrize(
    "unsaid",
    [
        {"number": 2, "tricks": ""},
        {"number": 2, "level": 8},
        {"number": 2, "denomination": "NT", "honours": "ns-100"},
        {"number": 1},
        {"number": 3},
        {},
    ],
)
def test_nothing_is_said_until_the_form_says_a_deal_that_is_next(phone, competition, unsaid):
    assert preview(phone, competition, **unsaid) == ""


def test_nothing_is_said_without_a_sheet(phone):
    assert preview(phone, stories.published(2), number=1) == ""


def test_nothing_is_said_once_the_result_was_sent_in(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    stories.record(upper, *[stories.deal()] * 3)
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])

    assert preview(phone, competition, number=5) == ""


def test_a_preview_asks_as_much_with_many_deals_as_with_few_and_writes_nothing(phone):
    counts = []
    for deals in (3, 24):
        competition = stories.published(4)
        upper, _ = stories.open_sheet(competition, "R1-M1")
        stories.record(upper, *[stories.deal()] * deals)
        counts.append(asked(phone(upper.pair), address("preview", competition, **said(deals + 1))))
        assert len(stories.table(upper.pair, "R1-M1").deals) == deals

    assert counts[0] == counts[1]
