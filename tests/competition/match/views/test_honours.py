import pytest

from scoring.rules.deal import DealResult
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.pair_reading import address, buttons, fault, notices, on_the_sheet, record, text

BAD = 422


def test_a_pair_adds_forgotten_honours_to_the_last_deal(upper, competition, sheet):
    record(competition, stories.deal())
    match = upper.get(address("match", competition))
    assert "Add forgotten honours to deal 1" in buttons(match)

    choice = upper.get(address("honours", competition, 1))
    assert buttons(choice)[:4] == ["We 100", "We 150", "They 100", "They 150"]

    page = upper.post(address("honours", competition, 1), {"honours": "ew-100"}, follow=True)
    assert notices(page) == ["Deal 1 is now 2♥ by Ada 2., made, They 100 honours."]
    assert on_the_sheet() == [DealResult(Seat.N, stories.deal("2H").contract, 8, stories.honours("ew", 100))]


@pytest.mark.parametrize(
    ("deal", "sent", "sentence"),
    [
        (stories.deal("3NT", 9), "ns-100", "Honours: These honours are impossible on this deal."),
        (stories.deal(), "", "Honours: Choose who held the honours and how many points they score."),
    ],
)
def test_impossible_honours_are_refused(upper, competition, sheet, deal, sent, sentence):
    record(competition, deal)

    page = upper.post(address("honours", competition, 1), {"honours": sent})

    assert (page.status_code, fault(page)) == (BAD, sentence)
    assert on_the_sheet() == [deal]


def test_the_honours_button_needs_a_deal_without_honours(upper, competition, sheet):
    record(competition, DealResult(Seat.N, stories.deal("2H").contract, 8, stories.honours("ns", 100)))

    assert [button for button in buttons(upper.get(address("match", competition))) if "honours" in button] == []


def test_the_end_of_a_rubber_asks_about_missing_honours(upper, competition, sheet):
    record(competition, stories.deal("3NT", 9))
    assert "Honours claimed and not entered?" not in text(upper.get(address("match", competition)))

    record(competition, stories.deal("4S", 10))

    page = upper.get(address("match", competition))
    assert "Honours claimed and not entered? Add honours" in text(page)
    assert f'href="{address("honours", competition, 2)}"' in page.content.decode()
