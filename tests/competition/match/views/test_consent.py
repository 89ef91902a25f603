"""Tests for changes that need the other pair's consent (Law 78)."""

import pytest
from django.urls import reverse

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
    turn,
)

BAD = 422


def test_the_other_pair_sees_a_preview_of_a_requested_change(lower, competition, wish):
    page = lower.get(address("correction", competition, wish.pk))

    assert "Ada North 2 & Ben South 2 ask you to agree: deal 1 was 2♥ by Ada 2., 1 over." in text(page)
    assert "The tricks of an earlier deal change only if both pairs agree (Law 78)." in text(page)
    assert table(page, "What this changes")[1:] == [["Total, We", "0", "0"], ["Total, They", "120", "150"]]
    assert buttons(page)[:2] == ["Accept We 0, They 150", "Not right The old score stays"]


def test_a_request_is_shown_above_the_keys_of_the_pair_that_replies(upper, lower, competition, wish):
    above = [text(phone.get(address("match", competition))).partition("Declarer")[0] for phone in (upper, lower)]

    assert ["They ask you about deal 1. Reply" in words for words in above] == [False, True]


@pytest.mark.parametrize(
    ("who", "reply", "verdict", "tricks"), [("lower", "decline", "declined", 8), ("upper", "decline", "taken back", 8)]
)
def test_a_requested_change_is_accepted_declined_or_cancelled(request, competition, wish, who, reply, verdict, tricks):
    phone = request.getfixturevalue(who)

    page = phone.post(address("correction", competition, wish.pk), {"answer": reply}, follow=True)

    assert notices(page) == [f"The change to deal 1 was {verdict}."]
    assert on_the_sheet()[0].tricks == tricks
    assert phone.get(address("correction", competition, wish.pk)).url == address("match", competition)


def test_the_pair_that_asked_sees_the_reply_until_it_is_read(upper, lower, competition, wish):
    news = "declined your change to deal 1, so the deal is unchanged."
    play.answer(stories.tables(competition, "R1-M1")[1], correction=wish, accept=False)
    assert news in part(upper.get(address("match", competition)), "notices")
    assert news not in part(lower.get(address("match", competition)), "notices")

    page = upper.post(address("correction", competition, wish.pk), {"answer": "read"}, follow=True)
    assert news not in text(page)


def test_a_request_lapses_if_the_other_pair_changes_the_deal(upper, competition, wish):
    lower = stories.tables(competition, "R1-M1")[1]
    stories.correct_deal(lower, number=1, deal=DealResult(Seat.S, stories.deal().contract, 8))

    page = text(upper.get(address("match", competition)))

    assert "changed deal 1 in another way since you asked. Check that it is right now." in page


def test_a_pair_cannot_mark_the_other_pairs_reply_as_read(lower, upper, competition, wish):
    play.answer(stories.tables(competition, "R1-M1")[1], correction=wish, accept=True)

    lower.post(address("correction", competition, wish.pk), {"answer": "read"})

    assert "accepted your change to deal 1." in text(upper.get(address("match", competition)))


def test_an_empty_reply_to_a_request_is_refused(lower, competition, wish):
    page = lower.post(address("correction", competition, wish.pk))

    assert (page.status_code, fault(page)) == (BAD, "Choose whether you accept the change.")
    assert DealCorrection.objects.get().answer == ""


def test_honours_after_their_time_need_a_claim_and_consent(upper, competition, sheet):
    record(competition, *[stories.deal("1C", 6), stories.deal("1C", 6, "E")] * 2, DealResult.passed_in())

    refused = upper.post(address("honours", competition, 1), {"honours": "ns-100"})
    page = upper.post(address("honours", competition, 1), {"honours": "ns-100", "claimed": "yes"}, follow=True)

    assert fault(refused) == (
        "Tick that the honours were claimed before the next deal. Honours that nobody claimed are lost."
    )
    assert "Did somebody claim the honours before the next deal?" in text(refused)
    assert notices(page) == [
        "The other pair has been asked to accept your change: deal 1, 1♣ by Ada 2., 1 light, We 100 honours."
    ]
    assert on_the_sheet()[0].honours is None


def test_the_other_phone_shows_an_immediate_change_until_it_is_read(upper, lower, competition, two_deals):
    change = stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=2, deal=stories.deal("2S", 9))

    def notes(phone) -> str:
        return part(phone.get(address("match", competition)), "notices")

    assert "Ada North 2 & Ben South 2 changed deal 2." in notes(lower)
    assert "2♠ by Ada 2., made 2♠ by Ada 2., 1 over Our total 0 0 Their total 120 150" in notes(lower)
    assert "changed deal 2" not in notes(upper)

    upper.post(address("correction", competition, change.pk), {"answer": "read"})
    assert "changed deal 2" in notes(lower)
    lower.post(address("correction", competition, change.pk), {"answer": "read"})
    assert "changed deal 2" not in notes(lower)


def test_the_other_pair_replies_here_if_it_has_no_phone_of_its_own(upper, competition, wish):
    page = upper.get(address("match", competition))
    assert "Ada North 1 & Ben South 1: do you agree?" in text(page)

    upper.post(address("correction", competition, wish.pk), {"answer": "agree-here"})

    wish.refresh_from_db()
    assert (wish.answer, wish.agreed_here, on_the_sheet()[0].tricks) == ("accepted", True, 9)
    assert "Agreed to change deal 1" in competition.log.latest("pk").text
    assert competition.log.latest("pk").text.endswith("on the other pair’s phone.")


def test_a_pair_with_its_own_phone_does_not_reply_on_the_other_phone(upper, lower, competition, wish):
    lower.post(reverse("play:opened"))

    page = upper.post(address("correction", competition, wish.pk), {"answer": "agree-here"})

    assert fault(page) == "Your opponents have opened this match on their own phone. Ask them to reply there."
    assert "The old score counts until they accept." in text(upper.get(address("match", competition)))
    assert on_the_sheet()[0].tricks == 8


def test_the_confirming_pair_sees_every_change_first(upper, lower, competition, sheet):
    record(competition, *[stories.deal()] * 3)
    stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=3, deal=stories.deal(tricks=9))
    wish = stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=7))
    play.answer_change_here(stories.tables(competition, "R1-M1")[0], correction=wish, accept=True)
    record(competition, stories.deal())
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])

    page = text(lower.get(address("match", competition)))

    assert "For you to know" not in page
    assert "2 deals changed after recording Deal 1: 2♥ by Ada 2., made" in page
    assert page.index("Deal 1: 2♥ by Ada 2., made") < page.index("Deal 3: 2♥ by Ada 2., made")
    assert "Agreed on the other pair’s phone" in page


def test_a_request_from_another_match_returns_404(upper, competition, sheet):
    other = stories.published(2)
    seen, _ = stories.open_sheet(other, "R1-M1")
    stories.record(seen, stories.deal(), stories.deal())
    stories.correct_deal(stories.tables(other, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))

    answer = upper.post(address("correction", competition, DealCorrection.objects.get().pk), {"answer": "agree"})

    assert answer.status_code == 404


def test_a_waiting_change_is_shown_in_place_of_the_report_button(upper, competition, wish):
    left = stories.tables(competition, "R1-M1")[0].opened.scored.deals_left
    record(competition, *[stories.deal("1C", 7)] * left)

    page = upper.get(address("match", competition))

    assert "have not answered about deal 1 yet. Report the result after that." in turn(page)
    assert not {"Report the result", "Pass the phone to confirm"} & {*buttons(page)}
    assert upper.get(address("submit", competition)).url == address("match", competition)
