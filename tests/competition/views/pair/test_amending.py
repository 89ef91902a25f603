import pytest

from competition.actions import play
from scoring.models import Amendment
from scoring.rules.deal import Deal as Facts
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.views.pair.reading import (
    buttons,
    fault,
    notices,
    on_the_sheet,
    pressed,
    record,
    rows,
    said,
    text,
)
from tests.competition.views.pair.reading import play as address

pytestmark = pytest.mark.django_db
BAD, CLASH = 422, 409


# Amending


def test_amending_shows_what_stands(upper, competition, sheet):
    record(competition, Facts(Seat.E, stories.deal("3NTX").contract, 8, stories.honours("ew", 150)))

    page = upper.get(address("deal", competition, 1))

    assert "On the sheet: 3NT doubled by East, 1 light, honours 150 to East-West." in text(page)
    assert pressed(page) == {
        "declarer": "E",
        "level": "3",
        "denomination": "NT",
        "doubling": "2",
        "tricks": "8",
        "honours": "ew-150",
    }


def test_the_last_deal_is_put_right_at_once(upper, competition, sheet):
    record(competition, stories.deal())

    page = upper.post(address("deal", competition, 1), said(tricks=10), follow=True)

    assert notices(page) == ["Deal 1 now reads 2♥ by North, +2."]
    assert rows(page)[0] == ["1 N", "Amend deal 1: 2 ♥ N +2", "120", "", "120", "0"]


def test_a_forgotten_honour_is_put_right_on_any_deal_at_once(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal())

    upper.post(address("deal", competition, 1), said(honours="ns-100"))

    assert on_the_sheet()[0].honours == stories.honours("ns", 100)


def test_other_tricks_on_an_earlier_deal_wait_for_the_other_pair(upper, lower, competition, sheet):
    record(competition, stories.deal(), stories.deal())

    page = upper.post(address("deal", competition, 1), said(tricks=9), follow=True)

    assert notices(page) == ["The other pair has been asked to agree: deal 1, 2♥ by North, +1."]
    assert on_the_sheet()[0] == stories.deal()
    asked = "to change deal 1 from 2♥ by North, made, to 2♥ by North, +1. Totals would change from"
    assert f"You asked the other pair to agree {asked} We 420, They 0 to We 450, They 0." in text(page)
    assert buttons(page)[0] == "Take back the wish"
    theirs = lower.get(address("match", competition))
    assert f"The other pair asks you to agree {asked} We 0, They 420 to We 0, They 450." in text(theirs)
    assert buttons(theirs)[:2] == ["Agree", "Do not agree"]


@pytest.mark.parametrize(
    ("who", "answer", "verdict", "tricks"),
    [
        ("lower", "agree", "accepted", 9),
        ("lower", "decline", "declined", 8),
        ("upper", "decline", "taken back", 8),
    ],
)
def test_a_change_is_agreed_declined_or_taken_back(request, competition, sheet, who, answer, verdict, tricks):
    record(competition, stories.deal(), stories.deal())
    stories.amend(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))
    amendment = Amendment.objects.get()

    page = request.getfixturevalue(who).post(
        address("amendment", competition, amendment.pk), {"answer": answer}, follow=True
    )

    assert notices(page) == [f"The change of deal 1 was {verdict}."]
    assert on_the_sheet()[0].tricks == tricks


def test_a_change_by_which_the_match_would_have_ended_earlier_says_so(upper, competition, sheet):
    record(competition, *[Facts.passed_in()] * 4)
    stories.amend(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal())
    record(competition, Facts.passed_in())

    assert "With it the match would have ended before its last deal." in text(upper.get(address("match", competition)))


def test_nobody_agrees_to_a_wish_of_their_own(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal())
    stories.amend(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))

    page = upper.post(address("amendment", competition, Amendment.objects.get().pk), {"answer": "agree"})

    assert (page.status_code, fault(page)) == (
        BAD,
        "You asked for this change yourselves; the other pair must agree to it.",
    )
    assert on_the_sheet()[0] == stories.deal()


def test_a_wish_of_another_match_is_not_to_be_found(upper, competition, sheet):
    other = stories.published(2)
    seen, _ = stories.open_sheet(other, "R1-M1")
    stories.record(seen, stories.deal(), stories.deal())
    stories.amend(stories.tables(other, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))

    answer = upper.post(address("amendment", competition, Amendment.objects.get().pk), {"answer": "agree"})

    assert answer.status_code == 404


def test_an_amendment_that_changes_nothing_is_refused_and_kept(upper, competition, sheet):
    record(competition, stories.deal())

    page = upper.post(address("deal", competition, 1), said())

    assert (page.status_code, fault(page)) == (BAD, "Deal 1 already reads so: nothing was changed.")
    assert pressed(page) == {name: str(value) for name, value in said().items()}


def test_a_deal_that_is_not_on_the_sheet_cannot_be_amended(upper, competition, sheet):
    assert upper.get(address("deal", competition, 1)).status_code == 404
    assert upper.post(address("deal", competition, 1), said()).status_code == 404


# Forgotten honours


def test_honours_forgotten_on_the_last_deal_are_added_in_two_taps(upper, competition, sheet):
    record(competition, stories.deal())
    match = upper.get(address("match", competition))
    assert "Forgotten honours on deal 1?" in buttons(match)

    choice = upper.get(address("honours", competition, 1))
    assert buttons(choice)[:4] == ["We 100", "We 150", "They 100", "They 150"]

    page = upper.post(address("honours", competition, 1), {"honours": "ew-100"}, follow=True)
    assert notices(page) == ["Deal 1 now reads 2♥ by North, made, honours 100 to East-West."]
    assert on_the_sheet() == [Facts(Seat.N, stories.deal("2H").contract, 8, stories.honours("ew", 100))]


def test_only_four_aces_are_offered_at_no_trump(upper, competition, sheet):
    record(competition, stories.deal("3NT", 9))

    assert buttons(upper.get(address("honours", competition, 1)))[:2] == ["We 150", "They 150"]


@pytest.mark.parametrize(
    ("deal", "sent", "sentence"),
    [
        (stories.deal("3NT", 9), "ns-100", "Honours: There can be no such honours on this deal."),
        (Facts.passed_in(), "ns-100", "Honours: There can be no such honours on this deal."),
        (stories.deal(), "ns-90", "Honours: There can be no such honours on this deal."),
        (stories.deal(), "", "Honours: Say who held the honours, and how many points they are worth."),
    ],
)
def test_honours_that_cannot_be_are_refused(upper, competition, sheet, deal, sent, sentence):
    record(competition, deal)

    page = upper.post(address("honours", competition, 1), {"honours": sent})

    assert (page.status_code, fault(page)) == (BAD, sentence)
    assert on_the_sheet() == [deal]


@pytest.mark.parametrize(
    "deal", [Facts.passed_in(), Facts(Seat.N, stories.deal("2H").contract, 8, stories.honours("ns", 100))]
)
def test_a_deal_that_is_passed_in_or_has_its_honours_is_not_asked_for_them(upper, competition, sheet, deal):
    record(competition, deal)

    assert [button for button in buttons(upper.get(address("match", competition))) if "honours" in button] == []


def test_honours_after_the_result_was_sent_in_are_refused(upper, competition, sheet):
    record(competition, *[stories.deal()] * 4)
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])

    page = upper.post(address("honours", competition, 4), {"honours": "ns-100"})

    assert fault(page) == "The result has been sent in. Take it back, or wait for the other pair’s answer."


def test_honours_of_a_deal_that_is_not_on_the_sheet_are_not_to_be_found(upper, competition, sheet):
    assert upper.get(address("honours", competition, 1)).status_code == 404


# Taking back


def test_taking_back_the_last_deal_takes_a_second_look(upper, competition, sheet):
    record(competition, stories.deal("3S", 9))

    page = upper.get(address("delete-deal", competition, 1))

    assert "Deal 1 is on the sheet: 3♠ by North, made." in text(page)
    assert len(on_the_sheet()) == 1


def test_the_last_deal_is_taken_back(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal("3S", 9))

    page = upper.post(address("delete-deal", competition, 2), follow=True)

    assert notices(page) == ["Deal 2 has been taken off the sheet."]
    assert on_the_sheet() == [stories.deal()]


def test_an_earlier_deal_is_not_taken_back(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal())

    page = upper.post(address("delete-deal", competition, 1))

    assert page.status_code == BAD
    assert fault(page).startswith("Only the last deal of the sheet can be taken back")
    assert len(on_the_sheet()) == 2
