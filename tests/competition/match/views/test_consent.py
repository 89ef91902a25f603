"""What one pair wishes to amend and the other must agree to (Law 78)."""

import pytest

from competition.match.actions import amending
from scoring.models import Amendment
from scoring.rules.deal import Deal as Facts
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.pair_reading import buttons, fault, notices, on_the_sheet, part, record, table, text
from tests.competition.pair_reading import play as address

pytestmark = pytest.mark.django_db
BAD = 422


def test_the_other_pair_sees_all_that_a_change_does(lower, competition, wish):
    page = lower.get(address("amendment", competition, wish.pk))

    assert "The other pair asks you to agree to change deal 1 from" in text(page)
    assert table(page, "What this changes")[1:] == [["Total, We", "0", "0"], ["Total, They", "420", "450"]]
    assert buttons(page)[:2] == ["Agree", "Do not agree"]


@pytest.mark.parametrize(
    ("who", "reply", "verdict", "tricks"),
    [
        ("lower", "agree", "accepted", 9),
        ("lower", "decline", "declined", 8),
        ("upper", "decline", "taken back", 8),
    ],
)
def test_a_change_is_agreed_declined_or_taken_back(request, competition, wish, who, reply, verdict, tricks):
    phone = request.getfixturevalue(who)

    page = phone.post(address("amendment", competition, wish.pk), {"answer": reply}, follow=True)

    assert notices(page) == [f"The change of deal 1 was {verdict}."]
    assert on_the_sheet()[0].tricks == tricks
    assert phone.get(address("amendment", competition, wish.pk)).url == address("match", competition)


@pytest.mark.parametrize(
    ("reply", "news"),
    [
        (True, "The other pair has agreed: deal 1 has been changed."),
        (False, "The other pair does not agree to your change of deal 1: it stands as it was."),
    ],
)
def test_the_pair_that_asked_reads_the_answer_once(upper, lower, competition, wish, reply, news):
    amending.answer(stories.tables(competition, "R1-M1")[1], amendment=wish, accept=reply)
    assert news in part(upper.get(address("match", competition)), "notices")
    assert news not in part(lower.get(address("match", competition)), "notices")

    page = upper.post(address("amendment", competition, wish.pk), {"answer": "read"}, follow=True)
    assert news not in text(page)


def test_a_wish_lapses_when_its_deal_was_changed(upper, competition, wish):
    lower = stories.tables(competition, "R1-M1")[1]
    stories.amend(lower, number=1, deal=Facts(Seat.N, stories.deal().contract, 8, stories.honours("ew", 100)))

    page = text(upper.get(address("match", competition)))

    assert (
        "You asked to change deal 1. The other pair has changed it otherwise since: see whether it is right now."
        in page
    )


def test_only_the_pair_that_asked_puts_the_answer_away(lower, upper, competition, wish):
    amending.answer(stories.tables(competition, "R1-M1")[1], amendment=wish, accept=True)

    lower.post(address("amendment", competition, wish.pk), {"answer": "read"})

    assert "The other pair has agreed" in text(upper.get(address("match", competition)))


def test_an_unclear_answer_settles_nothing(lower, competition, wish):
    page = lower.post(address("amendment", competition, wish.pk))

    assert (page.status_code, fault(page)) == (BAD, "Say whether you agree to the change.")
    assert Amendment.objects.get().answer == ""


def test_honours_that_leave_no_tie_wait_for_the_other_pair(upper, competition, sheet):
    record(competition, *[stories.deal("1C", 6), stories.deal("1C", 6, "E")] * 2, Facts.passed_in())

    page = upper.post(address("honours", competition, 1), {"honours": "ns-100"}, follow=True)

    assert notices(page) == ["The other pair has been asked to agree: deal 1, 1♣ by North, 1 light, 100 honours to We."]
    assert on_the_sheet()[0].honours is None


def test_a_wish_of_another_match_is_not_to_be_found(upper, competition, sheet):
    other = stories.published(2)
    seen, _ = stories.open_sheet(other, "R1-M1")
    stories.record(seen, stories.deal(), stories.deal())
    stories.amend(stories.tables(other, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))

    answer = upper.post(address("amendment", competition, Amendment.objects.get().pk), {"answer": "agree"})

    assert answer.status_code == 404
