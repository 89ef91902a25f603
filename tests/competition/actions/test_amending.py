import pytest

from competition.actions import amending
from scoring.models import Amendment
from scoring.rules.refusal import Refused
from tests import stories

pytestmark = pytest.mark.django_db
GAME, PART_SCORE = stories.deal("3NT", 9), stories.deal("2H", 8, "E")


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def table(competition):
    return stories.open_sheet(competition, "R1-M1")[0]


def both(competition):
    return stories.tables(competition, "R1-M1")


def test_the_tricks_of_the_last_deal_are_put_right_at_once(competition, table):
    stories.record(table, GAME)

    stories.amend(both(competition)[0], number=1, deal=stories.deal("3NT", 10))

    assert both(competition)[0].deals[0].tricks == 10


def test_the_tricks_of_an_earlier_deal_wait_for_the_other_pair(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.amend(both(competition)[0], number=1, deal=stories.deal("3NT", 10))

    upper, lower = both(competition)
    with pytest.raises(Refused, match="the other pair must agree"):
        amending.answer(upper, amendment=wish, accept=True)
    assert [row.tricks for row in upper.deals] == [9, 8]

    amending.answer(lower, amendment=wish, accept=True)
    assert [row.tricks for row in both(competition)[0].deals] == [10, 8]


def test_an_honour_forgotten_on_an_earlier_deal_needs_nobodys_consent(competition, table):
    stories.record(table, GAME, PART_SCORE)
    forgotten = stories.deal("3NT", 9)
    with_aces = type(forgotten)(forgotten.declarer, forgotten.contract, 9, stories.honours("ew", 150))

    stories.amend(both(competition)[0], number=1, deal=with_aces)

    assert both(competition)[0].row.total.ew == 60 + 150 + 100


def test_a_wish_that_was_declined_changes_nothing(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.amend(both(competition)[0], number=1, deal=stories.deal("3NT", 10))

    amending.answer(both(competition)[1], amendment=wish, accept=False)

    assert Amendment.objects.get().answer == "declined"
    assert [row.tricks for row in both(competition)[0].deals] == [9, 8]
    with pytest.raises(Refused, match="settled already"):
        amending.answer(both(competition)[1], amendment=wish, accept=True)


def test_an_amendment_that_would_end_the_match_earlier_is_refused(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME)

    with pytest.raises(Refused, match="would have ended earlier"):
        stories.amend(both(competition)[0], number=1, deal=stories.deal("1C", 7))


def test_only_the_last_deal_can_be_taken_back(competition, table):
    stories.record(table, GAME, PART_SCORE)

    with pytest.raises(Refused, match="Only the last deal"):
        stories.delete(both(competition)[0], number=1)
    stories.delete(both(competition)[0], number=2)

    assert [row.number for row in both(competition)[0].deals] == [1]
