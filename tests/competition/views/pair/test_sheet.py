import pytest

from competition.actions import play
from competition.models import Meeting
from scoring.models import Amendment, Deal
from scoring.rules.deal import Deal as Facts
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.views.pair.reading import HTMX, buttons, fault, notices, part, pressed, rows, said, text
from tests.competition.views.pair.reading import play as address

pytestmark = pytest.mark.django_db
BAD, CLASH = 422, 409


@pytest.fixture
def competition():
    return stories.published(2, deals=4)


@pytest.fixture
def pairs(competition):
    return [table.pair for table in stories.tables(competition, "R1-M1")]


@pytest.fixture
def upper(phone, pairs):
    return phone(pairs[0])


@pytest.fixture
def lower(phone, pairs):
    return phone(pairs[1])


@pytest.fixture
def sheet(competition):
    """The sheet is open: the upper pair sits North-South, North deals first."""
    stories.open_sheet(competition, "R1-M1")


def record(competition, *deals) -> None:
    stories.record(stories.tables(competition, "R1-M1")[0], *deals)


def on_the_sheet() -> list[Facts]:
    return [row.facts() for row in Deal.objects.order_by("number")]


def seats(pairs, north=0, east=0, dealer=0) -> dict:
    """Who sits where, by place in the pair; the dealer by place among all four."""
    we, they = ([player.pk for player in pair.players.all()] for pair in pairs)
    return {"north": we[north], "east": they[east], "dealer": (we + they)[dealer]}


# Opening the sheet


def test_opening_the_sheet_proposes_the_pair_itself_north_and_its_opponents_east(lower, competition, pairs):
    page = lower.get(address("open", competition))

    assert pressed(page) == {
        "north": str(pairs[1].players.first().pk),
        "east": str(pairs[0].players.first().pk),
    }


def test_the_pairs_sit_as_they_say_and_the_dealer_named_deals_first(upper, competition, pairs):
    answer = upper.post(address("open", competition), seats(pairs, north=1, east=0, dealer=3))

    meeting = Meeting.objects.get()
    assert answer.url == address("match", competition) + "#table"
    assert meeting.player_at(Seat.N) == pairs[0].players.last()
    assert meeting.player_at(Seat.W) == pairs[1].players.last()
    assert meeting.sheet.first_dealer == Seat.W


def test_north_and_east_of_one_pair_are_refused_and_what_was_said_is_kept(upper, competition, pairs):
    north, partner = pairs[0].players.all()
    said_so = {"north": north.pk, "east": partner.pk, "dealer": north.pk}

    page = upper.post(address("open", competition), said_so)

    assert page.status_code == BAD
    assert fault(page) == "East: North and East are opponents: choose one player of each pair."
    assert pressed(page) == {name: str(player) for name, player in said_so.items()}
    assert not Meeting.objects.exists()


def test_nobody_dealing_first_is_refused(upper, competition, pairs):
    page = upper.post(address("open", competition), seats(pairs) | {"dealer": ""})

    assert (page.status_code, fault(page)) == (BAD, "First dealer: Choose one of the four players.")


def test_an_open_sheet_is_not_opened_again(upper, competition, pairs, sheet):
    assert upper.get(address("open", competition)).url == address("match", competition)
    assert upper.post(address("open", competition), seats(pairs, dealer=2)).url == address("match", competition)
    assert Meeting.objects.get().sheet.first_dealer == Seat.N


# Recording


def test_a_deal_is_recorded_and_the_pad_comes_back(upper, competition, sheet):
    page = upper.post(address("record", competition), said(1, tricks=9), follow=True)

    assert page.redirect_chain == [(address("match", competition) + "#table", 302)]
    assert on_the_sheet() == [stories.deal("2H", 9)]
    assert part(page, "next").startswith("Deal 2 of 4")


def test_htmx_gets_the_table_alone(upper, competition, sheet):
    answer = upper.post(address("record", competition), said(1), headers=HTMX)

    assert answer.status_code == 200
    assert answer.content.decode().strip().startswith('<div id="table">')
    assert part(answer, "next").startswith("Deal 2 of 4")
    assert pressed(answer) == {"number": "2", "doubling": "1", "honours": ""}


def test_passed_in_is_one_press_whatever_else_is_pressed(upper, competition, sheet):
    upper.post(address("record", competition), {"number": 1, "doubling": 1, "level": 3, "passed_in": "on"})

    assert on_the_sheet() == [Facts.passed_in()]


def test_honours_of_the_defenders_are_recorded(upper, competition, sheet):
    upper.post(address("record", competition), said(1, honours="ew-100"))

    assert on_the_sheet() == [Facts(Seat.N, stories.deal("2H").contract, 8, stories.honours("ew", 100))]


def test_a_misdeal_is_noted_and_moves_nothing(upper, competition, sheet):
    upper.post(address("record", competition), said(1, misdeals=1, note="Dealt 14 cards."))

    (row,) = Deal.objects.all()
    assert (row.number, row.misdeals, row.note) == (1, 1, "Dealt 14 cards.")
    assert "Noted: 1 misdeal before it. Dealt 14 cards." in text(upper.get(address("deal", competition, 1)))


def test_the_same_deal_again_from_either_phone_is_the_same_deal(upper, lower, competition, sheet):
    for phone in (upper, upper, lower):
        assert phone.post(address("record", competition), said(1)).status_code == 302

    assert on_the_sheet() == [stories.deal()]


def test_a_deal_sent_again_after_it_was_put_right_is_not_written_again(upper, lower, competition, sheet):
    sent = said(1, submission="0b7ad2f4-6d0e-4b0a-9a55-3f6a6f3c1d11")
    upper.post(address("record", competition), sent)
    lower.post(address("deal", competition, 1), said(tricks=9))

    again = upper.post(address("record", competition), sent, headers=HTMX)

    assert (again.status_code, part(again, "next")[:11]) == (200, "Deal 2 of 4")
    assert on_the_sheet() == [stories.deal(tricks=9)]


def test_a_different_deal_under_a_number_taken_is_shown_beside_the_one_that_stands(upper, lower, competition, sheet):
    upper.post(address("record", competition), said(1, level=3, denomination="S", tricks=9))

    page = lower.post(address("record", competition), said(1, level=4, denomination="S", tricks=9, note="ours"))

    assert page.status_code == CLASH
    assert fault(page) == "Deal 1 stands as 3♠ by North, made. You sent 4♠ by North, 1 light."
    assert buttons(page) == ["Leave deal 1 as it stands", "Record what you sent as deal 2", "Amend deal 1"]
    assert on_the_sheet() == [stories.deal("3S", 9)]


def test_what_was_sent_can_be_recorded_as_the_next_deal(upper, lower, competition, sheet):
    upper.post(address("record", competition), said(1))
    clash = lower.post(address("record", competition), said(1, level=4, honours="ns-100", note="ours"), headers=HTMX)

    assert clash.status_code == CLASH
    lower.post(address("record", competition), pressed(clash))

    assert on_the_sheet()[1] == Facts(Seat.N, stories.deal("4H").contract, 8, stories.honours("ns", 100))
    assert Deal.objects.get(number=2).note == "ours"


def test_a_deal_passed_in_can_be_recorded_as_the_next_one_too(upper, lower, competition, sheet):
    upper.post(address("record", competition), said(1))
    clash = lower.post(address("record", competition), {"number": 1, "doubling": 1, "passed_in": "on"})

    lower.post(address("record", competition), pressed(clash))

    assert on_the_sheet() == [stories.deal(), Facts.passed_in()]


def test_a_clash_after_the_match_is_decided_can_only_be_left(upper, competition, sheet):
    record(competition, *[stories.deal()] * 4)

    page = upper.post(address("record", competition), said(4, tricks=9))

    assert page.status_code == CLASH
    assert buttons(page) == ["Leave deal 4 as it stands", "Amend deal 4"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"tricks": 14}, "Tricks won by declarer: A side wins 0 to 13 tricks."),
        ({"level": 8}, "Level: A contract is at level 1 to 7."),
        ({"declarer": ""}, "Declarer: Say who was declarer."),
        ({"denomination": "NT", "honours": "ns-100"}, "Honours: Honours at no-trump are four aces"),
    ],
)
def test_an_impossible_deal_is_refused_and_what_was_pressed_is_kept(upper, competition, sheet, wrong, sentence):
    sent = said(1, declarer="E", note="a note") | wrong

    page = upper.post(address("record", competition), sent)

    assert page.status_code == BAD
    assert fault(page).startswith(sentence)
    kept = {name: str(value) for name, value in sent.items() if name not in wrong}
    assert {name: value for name, value in pressed(page).items() if name not in wrong} == kept
    assert on_the_sheet() == []


def test_a_deal_whose_turn_has_not_come_is_refused_and_kept(upper, competition, sheet):
    page = upper.post(address("record", competition), said(2, tricks=9), headers=HTMX)

    assert (page.status_code, fault(page)) == (BAD, "Deal 1 is next; deal 2 cannot be written yet.")
    assert pressed(page) == {name: str(value) for name, value in said(2, tricks=9).items()}


def test_a_deal_after_the_match_is_decided_is_refused(upper, competition, sheet):
    record(competition, *[stories.deal()] * 4)

    page = upper.post(address("record", competition), said(5))

    assert (page.status_code, fault(page)) == (
        BAD,
        "Deal 5 is one too many: the match was decided by deal 4.",
    )
    assert len(on_the_sheet()) == 4


def test_a_deal_without_a_sheet_is_refused(upper, competition):
    page = upper.post(address("record", competition), said(1))

    assert (page.status_code, fault(page)) == (
        BAD,
        "Open the sheet first: say who sits where and who deals first.",
    )


def test_a_deal_after_the_result_was_sent_in_is_refused(upper, competition, sheet):
    record(competition, *[stories.deal()] * 4)
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])

    page = upper.post(address("record", competition), said(5))

    assert fault(page) == "The result has been sent in. Take it back, or wait for the other pair’s answer."


def test_whoever_merely_opens_the_address_of_an_order_is_led_to_the_match(upper, competition, sheet):
    for name in ("record", "confirm", "take-back"):
        assert upper.get(address(name, competition)).url == address("match", competition)


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
    play.amend_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))
    amendment = Amendment.objects.get()

    page = request.getfixturevalue(who).post(
        address("answer-amendment", competition, amendment.pk), {"answer": answer}, follow=True
    )

    assert notices(page) == [f"The change of deal 1 was {verdict}."]
    assert on_the_sheet()[0].tricks == tricks


def test_a_change_by_which_the_match_would_have_ended_earlier_says_so(upper, competition, sheet):
    record(competition, *[Facts.passed_in()] * 4)
    play.amend_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal())
    record(competition, Facts.passed_in())

    assert "With it the match would have ended before its last deal." in text(upper.get(address("match", competition)))


def test_nobody_agrees_to_a_wish_of_their_own(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal())
    play.amend_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))

    page = upper.post(address("answer-amendment", competition, Amendment.objects.get().pk), {"answer": "agree"})

    assert (page.status_code, fault(page)) == (
        BAD,
        "You asked for this change yourselves; the other pair must agree to it.",
    )
    assert on_the_sheet()[0] == stories.deal()


def test_a_wish_of_another_match_is_not_to_be_found(upper, competition, sheet):
    other = stories.published(2)
    seen, _ = stories.open_sheet(other, "R1-M1")
    stories.record(seen, stories.deal(), stories.deal())
    play.amend_deal(stories.tables(other, "R1-M1")[0], number=1, deal=stories.deal(tricks=9))

    answer = upper.post(address("answer-amendment", competition, Amendment.objects.get().pk), {"answer": "agree"})

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

    page = upper.get(address("take-back-deal", competition, 1))

    assert "Deal 1 is on the sheet: 3♠ by North, made." in text(page)
    assert len(on_the_sheet()) == 1


def test_the_last_deal_is_taken_back(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal("3S", 9))

    page = upper.post(address("take-back-deal", competition, 2), follow=True)

    assert notices(page) == ["Deal 2 has been taken off the sheet."]
    assert on_the_sheet() == [stories.deal()]


def test_an_earlier_deal_is_not_taken_back(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal())

    page = upper.post(address("take-back-deal", competition, 1))

    assert page.status_code == BAD
    assert fault(page).startswith("Only the last deal of the sheet can be taken back")
    assert len(on_the_sheet()) == 2
