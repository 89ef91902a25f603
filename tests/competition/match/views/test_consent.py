"""Tests for changes to which the other pair must agree (Law 78)."""

import pytest

from competition.match.actions import play
from scoring.models import DealCorrection
from scoring.rules.deal import DealResult
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.pair_reading import (
    address,
    buttons,
    fault,
    notices,
    on_the_sheet,
    part,
    record,
    table,
    text,
)

pytestmark = pytest.mark.django_db
BAD = 422


def test_the_other_pair_can_preview_a_requested_change(lower, competition, wish):
    page = lower.get(address("correction", competition, wish.pk))

    assert "The other pair asks you to agree to change deal 1 from" in text(page)
    assert table(page, "What this changes")[1:] == [["Total, We", "0", "0"], ["Total, They", "420", "450"]]
    assert buttons(page)[:2] == ["Accept the change", "Decline the change"]


@pytest.mark.parametrize(
    ("who", "reply", "verdict", "tricks"),
    [
        ("lower", "decline", "declined", 8),
        ("upper", "decline", "taken back", 8),
    ],
)
def test_a_requested_change_is_accepted_declined_or_cancelled(request, competition, wish, who, reply, verdict, tricks):
    phone = request.getfixturevalue(who)

    page = phone.post(address("correction", competition, wish.pk), {"answer": reply}, follow=True)

    assert notices(page) == [f"The change to deal 1 was {verdict}."]
    assert on_the_sheet()[0].tricks == tricks
    assert phone.get(address("correction", competition, wish.pk)).url == address("match", competition)


@pytest.mark.parametrize(
    ("reply", "news"),
    [
        (False, "The other pair declined your change to deal 1, so the deal is unchanged."),
    ],
)
def test_the_asking_pair_sees_the_reply_until_it_is_read(upper, lower, competition, wish, reply, news):
    play.answer(stories.tables(competition, "R1-M1")[1], correction=wish, accept=reply)
    assert news in part(upper.get(address("match", competition)), "notices")
    assert news not in part(lower.get(address("match", competition)), "notices")

    page = upper.post(address("correction", competition, wish.pk), {"answer": "read"}, follow=True)
    assert news not in text(page)


def test_a_request_lapses_if_the_other_pair_changes_the_deal(upper, competition, wish):
    lower = stories.tables(competition, "R1-M1")[1]
    stories.correct_deal(
        lower, number=1, deal=DealResult(Seat.N, stories.deal().contract, 8, stories.honours("ew", 100))
    )

    page = text(upper.get(address("match", competition)))

    assert (
        "You asked to change deal 1. The other pair has since changed it in another way. Check that it is right now."
        in page
    )


def test_a_pair_cannot_mark_the_other_pairs_reply_as_read(lower, upper, competition, wish):
    play.answer(stories.tables(competition, "R1-M1")[1], correction=wish, accept=True)

    lower.post(address("correction", competition, wish.pk), {"answer": "read"})

    assert "The other pair accepted your change:" in text(upper.get(address("match", competition)))


def test_an_empty_reply_to_a_request_is_refused(lower, competition, wish):
    page = lower.post(address("correction", competition, wish.pk))

    assert (page.status_code, fault(page)) == (BAD, "Choose whether you accept the change.")
    assert DealCorrection.objects.get().answer == ""


def test_honours_that_break_a_tie_need_consent(upper, competition, sheet):
    record(competition, *[stories.deal("1C", 6), stories.deal("1C", 6, "E")] * 2, DealResult.passed_in())

    page = upper.post(address("honours", competition, 1), {"honours": "ns-100"}, follow=True)

    assert notices(page) == [
        "The other pair has been asked to accept your change: deal 1, 1♣ by North, 1 light, 100 honours to We."
    ]
    assert on_the_sheet()[0].honours is None


def test_a_request_of_another_match_answers_404(upper, competition, sheet):
    other = stories.published(2)
    seen, _ = stories.open_sheet(other, "R1-M1")
    stories.record(seen, stories.deal(), stories.deal())
    stories.correct_deal(stories.tables(other, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))

    answer = upper.post(address("correction", competition, DealCorrection.objects.get().pk), {"answer": "agree"})

    assert answer.status_code == 404
