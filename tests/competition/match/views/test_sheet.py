from uuid import uuid4

from competition.draw.models.rounds import Meeting
from scoring import models
from scoring.rules.deal import DealResult
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.pair_reading import (
    address,
    as_pressed,
    buttons,
    fault,
    notices,
    on_the_sheet,
    part,
    pressed,
    record,
    said,
    text,
)

BAD, CLASH = 422, 409


def seats(pairs, north=0, east=0, dealer=0) -> dict:
    """Return the form data for the seats. `north` and `east` count within their pair, `dealer` among all four."""
    we, they = ([player.pk for player in pair.players.all()] for pair in pairs)
    return {"north": we[north], "east": they[east], "dealer": (we + they)[dealer]}


# New score sheets


def test_the_seats_form_suggests_the_pair_as_north_and_south(lower, competition, pairs):
    page = lower.get(address("open", competition))

    assert pressed(page) == {"north": str(pairs[1].players.all()[0].pk), "east": str(pairs[0].players.all()[0].pk)}


def test_the_score_sheet_stores_the_seats_and_dealer(upper, competition, pairs):
    answer = upper.post(address("open", competition), seats(pairs, north=1, east=0, dealer=3))

    meeting = Meeting.objects.get()
    assert answer.url == address("match", competition) + "#table"
    assert meeting.north == pairs[0].players.all()[1]
    assert meeting.west == pairs[1].players.all()[1]
    assert meeting.sheet.first_dealer == Seat.W


def test_north_and_east_of_one_pair_are_refused(upper, competition, pairs):
    north, partner = pairs[0].players.all()
    said_so = {"north": north.pk, "east": partner.pk, "dealer": north.pk}

    page = upper.post(address("open", competition), said_so)

    assert page.status_code == BAD
    assert fault(page) == "East: North and East are opponents: choose one player from each pair."
    assert pressed(page) == {name: str(player) for name, player in said_so.items()}
    without = upper.post(address("open", competition), seats(pairs) | {"dealer": ""})
    assert (without.status_code, fault(without)) == (BAD, "First dealer: Choose one of the four players.")
    assert not Meeting.objects.exists()


def test_a_second_score_sheet_redirects_to_the_match(upper, competition, pairs, sheet):
    assert upper.get(address("open", competition)).url == address("match", competition)
    assert upper.post(address("open", competition), seats(pairs, dealer=2)).url == address("match", competition)
    assert Meeting.objects.get().sheet.first_dealer == Seat.N


# Recorded deals


def test_recording_a_deal_redirects_to_the_match(upper, competition, sheet):
    page = upper.post(address("record", competition), said(1, tricks=9), follow=True)

    assert page.redirect_chain == [(address("match", competition) + "#table", 302)]
    assert on_the_sheet() == [stories.deal("2H", 9)]
    assert part(page, "next").startswith("Deal 2 of 4")


def test_a_clash_shows_both_deals(upper, lower, competition, sheet):
    upper.post(address("record", competition), said(1, level=3, denomination="S", tricks=9))

    page = lower.post(address("record", competition), said(1, level=4, denomination="S", tricks=9, note="ours"))

    assert page.status_code == CLASH
    assert fault(page) == "Deal 1 is recorded as 3♠ by Ada 2., made. You sent 4♠ by Ada 2., 1 light."
    assert buttons(page) == ["Theirs is right", "Mine is right: ask them", "Mine is another deal: record it as deal 2"]
    assert on_the_sheet() == [stories.deal("3S", 9)]


def test_a_clashing_deal_can_become_the_next_deal(upper, lower, competition, sheet):
    upper.post(address("record", competition), said(1))
    clash = lower.post(address("record", competition), said(1, level=4, honours="ns-100", note="ours"))

    assert clash.status_code == CLASH
    lower.post(address("record", competition), pressed(clash))

    assert on_the_sheet()[1] == DealResult(Seat.N, stories.deal("4H").contract, 8, stories.honours("ns", 100))
    assert models.Deal.objects.get(number=2).note == "ours"


def test_a_pair_with_a_different_version_asks_the_other_pair(upper, lower, competition, sheet):
    upper.post(address("record", competition), said(1))
    clash = lower.post(address("record", competition), said(1, tricks=9, note="ours"))

    page = lower.post(address("deal", competition, 1), {**pressed(clash), "ask": "yes"}, follow=True)

    assert notices(page) == ["The other pair has been asked to accept your change: deal 1, 2♥ by Ada 2., 1 over."]
    assert on_the_sheet() == [stories.deal()]


def test_a_clash_in_a_decided_match_offers_no_next_deal(upper, competition, sheet):
    record(competition, *[stories.deal()] * 4)

    page = upper.post(address("record", competition), said(4, tricks=9))

    assert page.status_code == CLASH
    assert buttons(page) == ["Theirs is right", "Mine is right: ask them"]


# Deals for another score sheet


def taken_again(competition, pairs) -> None:
    """Exchange the seats of the two pairs."""
    stories.change_seats(stories.table(pairs[0], "R1-M1"))


def test_a_deal_for_another_sheet_keeps_its_declarer(lower, competition, pairs, sheet):
    waiting = said(1, level=4, denomination="S", tricks=10, honours="ns-100", note="Late.", submission=uuid4())
    taken_again(competition, pairs)

    page = lower.post(address("record", competition), waiting)

    (ada, ben), (cleo, dan) = (pair.present for pair in pairs)
    assert (page.status_code, on_the_sheet()) == (CLASH, [])
    assert fault(page) == (
        "The seats were changed after you entered this deal. Check the declarer. "
        "You sent deal 1: 4♠ by North, made, 100 honours to North-South. "
        f"{cleo} sits North, {ada} sits East, {dan} sits South, {ben} sits West now."
    )
    assert text(page).endswith("Record it as deal 1: 4♠ by Ada 2., made, They 100 honours Do not record it")
    lower.post(address("record", competition), pressed(page))
    assert on_the_sheet() == [DealResult(Seat.E, stories.deal("4S").contract, 10, stories.honours("ew", 100))]
    assert models.Deal.objects.get().note == "Late."


def test_a_deal_for_an_unknown_sheet_is_not_recorded(upper, competition, sheet):
    for name in (None, "1-990-991-992-993-994", "--"):
        sent = said(1) | {"sheet": name}
        if name is None:
            del sent["sheet"]

        page = upper.post(address("record", competition), sent)

        assert (page.status_code, on_the_sheet(), buttons(page)) == (CLASH, [], ["Do not record it"])


def test_an_impossible_deal_is_refused_and_shown_again(upper, competition, sheet):
    for wrong, sentence in (
        ({"result": 6}, "Result: A side wins 0 to 13 tricks."),
        ({"level": 8}, "Level: A contract is at level 1 to 7."),
        ({"declarer": ""}, "Declarer: Choose the declarer."),
        ({"denomination": "NT", "honours": "ns-100"}, "Honours: Honours at no-trump are four aces"),
    ):
        sent = said(1, declarer="E", note="a note") | wrong

        page = upper.post(address("record", competition), sent)

        assert page.status_code == BAD
        assert fault(page).startswith(sentence)
        changed = {*wrong, "result"}
        kept = {name: value for name, value in as_pressed(sent).items() if name not in changed}
        assert {name: value for name, value in pressed(page).items() if name not in changed} == kept
        assert on_the_sheet() == []


def test_a_get_request_redirects_to_the_match(upper, competition, sheet):
    for name in ("record", "confirm", "withdraw-result", "undo"):
        assert upper.get(address(name, competition)).url == address("match", competition)


def test_a_deal_with_a_later_number_is_refused(upper, competition, sheet):
    page = upper.post(address("record", competition), said(2, tricks=9))

    assert (page.status_code, fault(page)) == (BAD, "You cannot record deal 2 yet. Deal 1 is next.")
    # The page offers the deal again with the next number.
    assert pressed(page) == as_pressed(said(1, tricks=9))
