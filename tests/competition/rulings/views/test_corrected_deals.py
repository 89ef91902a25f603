"""Tests for the form with which the organiser corrects deals."""

import pytest
from django.urls import reverse

from competition.match.actions import play
from competition.rulings.decisions.corrected_deals import CorrectDeals, DecidedDeals
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.markup import markup

GAME, PART = stories.deal("3NT", 9), stories.deal("2H", 8, "E")


@pytest.fixture
def competition():
    competition = stories.published(4, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    play.confirm(lower, outcome=play.submit_sheet(upper).number)
    return competition


def test_typed_deals_correct_the_result_after_a_preview(organiser, competition):
    address = desk("correct-deals", competition, "R1-M1")
    pairs = stories.now(competition).matches["R1-M1"].pairs

    page = confirmed(organiser, address, {"deals": "1 3nt n -2\n2 2h e +1", "reason": "The paper says so."})

    won = f"{pairs[1].name} beat {pairs[0].name} by 290 to 0."
    assert said(page) == [f"Deal 1: 3NT by North, 2 light. Deal 2: 2♥ by East, +1. {won}"]
    assert stories.now(competition).matches["R1-M1"].result.totals == (0, 290)


def test_all_public_pages_and_files_follow_the_corrected_deal(organiser, competition):
    confirmed(organiser, desk("correct-deals", competition, "R1-M1"), {"deals": "1 3nt n -2", "reason": "Paper."})

    page, facts, rows = (
        organiser.get(reverse(f"public:{name}", args=[competition.slug, "R1-M1"]))
        for name in ("match", "match-json", "match-csv")
    )
    assert "won by 260" in text(page)
    assert "An earlier score sheet that no longer counts: N-S 400, E-W 160" in text(page)
    assert [side["total"] for side in facts.json()["sides"]] == [0, 260]
    assert (facts.json()["sheet"]["total"], "1,N,3NT,7," in rows.getvalue().decode()) == ({"ns": 0, "ew": 260}, True)


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("3nt n -2", "The line “3nt n -2” needs a number and a score, as in “22 4s n =”."),
        ("1", "The line “1” needs a number and a score, as in “22 4s n =”."),
        ("1 3nt", "After “3nt” comes the declarer: n, e, s or w."),
    ],
)
def test_an_unreadable_line_is_refused(organiser, competition, typed, fault):
    page = organiser.post(desk("correct-deals", competition, "R1-M1"), {"deals": typed, "reason": "Paper."})

    assert (page.status_code, errors(page)) == (422, [f"Deals as they should read: {fault}"])


def test_the_form_starts_with_the_deal_named_in_the_link(organiser, competition):
    page = organiser.get(desk("correct-deals", competition, "R1-M1", deals="1 3nt n ="))

    assert "1 3nt n =</textarea>" in markup(page)


def test_deals_after_the_true_end_of_the_match_are_named(organiser, competition):
    address = desk("correct-deals", competition, "R1-M1")
    stories.decide(CorrectDeals, competition, "R1-M1", DecidedDeals({1: stories.deal("2H", 8)}))
    upper, lower = stories.tables(competition)
    stories.record(upper, GAME, stories.deal("2H", 7, "E"))
    play.confirm(lower, outcome=play.submit_sheet(upper).number)

    page = organiser.post(address, {"deals": "1 2h n +1", "reason": "Paper."})

    assert "The match is then over after 2 deals, so deals 3 and 4 do not count." in text(page)


def test_only_a_match_with_a_sheet_offers_the_correction(organiser, competition):
    stories.settle(competition, "R1-M2")

    has_link = ["Correct deals" in text(organiser.get(desk("match", competition, code))) for code in ("R1-M1", "R1-M2")]
    assert has_link == [True, False]
