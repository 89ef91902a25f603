import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import address, buttons, part, record, rows, text, turn

pytestmark = pytest.mark.published(4, deals=4)


def page(phone, competition, *, lower: bool = False):
    pair = stories.tables(competition, "R1-M1")[lower].pair
    return phone(pair).get(address("match", competition))


def test_the_match_page_offers_a_sheet_or_two_totals(phone, competition):
    _, lower = stories.tables(competition, "R1-M1")

    match = page(phone, competition)

    assert f"Semi-finals, against {lower.pair}" in text(match)
    assert f"Agree a date with {lower.pair}." in text(match)
    assert re.sub(r"Phone [^,]* 07 555 \d+", "Phone", ", ".join(buttons(match))).split(", ") == [
        "Offer dates",
        "Phone",
        "Phone",
        "Agree a date",
        "Agree another number",
        "Start the score sheet",
        "Report two totals",
        "Type in a paper score sheet",
        "Type in points only",
        "Keep the deals private",
        "Print a blank score sheet",
        "Concede the match",
    ]
    assert "Play by Fri 31 May 2030 You play no date agreed yet" in text(match)
    assert f"{lower.pair.players.all()[0]} 07 555" in text(match)
    assert b'id="strip"' not in match.content
    assert b'name="result"' not in match.content


def test_the_match_page_shows_the_next_dealer_and_the_last_deal(phone, competition):
    stories.open_sheet(competition, "R1-M1")
    record(competition, stories.deal("3NT", 9))
    names = stories.tables(competition, "R1-M1")[0].opened.card.names

    ours, theirs = page(phone, competition), page(phone, competition, lower=True)
    assert part(ours, "next").startswith(f"Deal 2 of 4 Dealer {names['E']} Vulnerable We The match Over")
    assert f"Dealer {names['E']} Vulnerable They" in text(theirs)
    assert f"Deal 1: 3NT by {names['N']}, made. We 100 below Undo deal 1" in text(ours)
    assert f"Deal 1: 3NT by {names['N']}, made. They 100 below Undo deal 1" in text(theirs)


def test_earlier_rubbers_are_shown_below_the_current_one(phone, competition):
    stories.open_sheet(competition, "R1-M1")
    record(competition, stories.deal("3NT", 9), stories.deal("4S", 10), stories.deal())

    read = page(phone, competition)

    assert part(read, "this-rubber").startswith("Rubber 2 We They 60 deal 3 We 60 They 0")
    assert part(read, "earlier-rubbers").startswith("Earlier rubbers Rubber 1 We won by 920 We They 700 deal 2, rubber")


def test_the_score_sheet_has_a_line_for_every_deal(phone, competition):
    stories.open_sheet(competition, "R1-M1")
    record(competition, stories.deal("2HX", 9), stories.deal("1C", 5, "E"))

    assert rows(page(phone, competition, lower=True)) == [
        ["1 N", "Correct deal 1: 2 ♥ X N +1", "", "270", "0", "270"],
        ["2 E", "Correct deal 2: 1 ♣ E 2 light", "", "100", "0", "370"],
        ["3 S", ""],
        ["4 W", ""],
        ["Law 80, unfinished rubber, if play stopped now", "0", "300"],
        ["Points so far", "0", "370"],
    ]


def test_level_totals_announce_two_more_deals(phone, competition):
    stories.open_sheet(competition, "R1-M1")
    record(competition, *[stories.deal("1C", 7, declarer) for declarer in "NE"] * 2)

    match = page(phone, competition)

    assert part(match, "moment").startswith(
        "Level: 40 each Two more deals. The unfinished rubber continues. Nobody vulnerable. "
    )
    assert part(match, "next").startswith("Deal 5 of 6 Dealer")
    assert "Record deal 5" in buttons(match)


def test_a_decided_match_offers_to_report_the_result(phone, competition):
    stories.open_sheet(competition, "R1-M1")
    record(competition, *[stories.deal()] * 4)

    match = page(phone, competition)

    assert b'name="result"' not in match.content
    upper, _ = stories.tables(competition, "R1-M1")
    names = upper.opened.card.names
    assert part(match, "moment").startswith(f"{names['N']} & {names['S']} win by 940 4 deals.")
    asked = "You won by 940. The result counts once it is reported."
    assert f"{asked} Pass the phone to confirm Report the result" in turn(match)


def test_both_pairs_see_the_reason_of_a_dispute(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=500, theirs=400)
    play.dispute(stories.tables(competition, "R1-M1")[1], outcome=1, reason="We had 700.")

    assert "They reported: you 400, they 500. You: “We had 700.”" in text(page(phone, competition, lower=True))
    told = text(page(phone, competition))
    assert f"You reported: you 500, they 400. {stories.place(competition, which=1).pair}: “We had 700.”" in told


def test_an_official_match_shows_its_result(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=500, theirs=400)
    play.confirm(stories.tables(competition, "R1-M1")[1], outcome=1)

    match = page(phone, competition)

    assert "You won by 100 points. Next: " in turn(match)
    assert " You 500 " in turn(match)
    assert buttons(match)[-4:] == ["Share the result", "See all deals", "Get a picture", "Your matches in a calendar"]
    assert b"tel:" not in match.content


def test_a_ruling_and_a_reopening_are_shown_with_their_reason(phone, competition):
    stories.settle(competition, "R1-M1")
    assert "go through by walkover." in turn(page(phone, competition))
    assert part(page(phone, competition), "notices") == "The organiser: “decided for the test”"

    stories.settle(competition, "R1-M1", kind=None)
    reopened = page(phone, competition)
    assert part(reopened, "notices").startswith("The organiser has reopened the match: “decided for the test”")
    assert "Agree a date with " in text(reopened)


def test_a_decided_match_is_not_shown_as_overdue(phone):
    competition = stories.published(4, deals=2, first_play_by=timezone.localdate() - timedelta(days=8))
    upper, _ = stories.open_sheet(competition, "R1-M1")
    at_home, found = phone(upper.pair), []

    for _ in range(2):
        stories.record(stories.table(upper.pair, "R1-M1"), stories.deal())
        found.append("This match is overdue" in text(at_home.get(address("match", competition))))

    assert found == [True, False]


def test_an_unlikely_deal_is_recorded_with_a_question(phone, competition):
    stories.open_sheet(competition, "R1-M1")
    record(competition, stories.deal("2H", 8), replace(stories.deal("4S", 13), honours=stories.honours("ew", 100)))

    match = page(phone, competition)

    question = "Deal 2: Four trump honours in one hand against declarer, and no tricks lost?"
    assert f"{question} Look at deal 2" in part(match, "notices")
    assert "Correct deal 2: 4 ♠ N +3 210 100" in part(match, "line-2")
