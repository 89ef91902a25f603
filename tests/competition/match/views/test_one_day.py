"""Tests for a pair's pages on a day at one venue: its table, the end of its round, and a match that ends early."""

import pytest
from django.utils import timezone

from competition.draw.actions.rounds import change_end, start_round
from competition.draw.rules.result import Stage
from tests import stories
from tests.competition.pair_reading import address, text

pytestmark = [pytest.mark.django_db, pytest.mark.published(4, minutes=60, deals=8, confirmation="both")]


@pytest.fixture
def clock(competition):
    """Start round 1."""
    return start_round(competition, 1, by=stories.organiser_of(competition))


@pytest.fixture
def call_time(competition, clock):
    return lambda: change_end(competition, 1, minutes=0, shown=clock.key, by=stories.organiser_of(competition))


def look(phone, competition, name: str = "match", **options) -> str:
    return text(phone.get(address(name, competition), **options))


def test_a_pair_reads_its_table_before_the_start(upper, competition):
    page = look(upper, competition)

    assert "Table 1. The organiser starts the round." in page
    assert "Start when all four sit at the table." not in page
    assert "Table 1 Play by" in page


def test_a_pair_arranges_no_date(upper, competition):
    page = look(upper, competition)

    assert "The organiser set this day." in page
    assert "Agree a date" not in page
    assert "Offer dates" not in page


def test_a_pair_reads_when_its_round_ends(upper, competition, clock):
    ends = f"{timezone.localtime(clock.ends_at):%H:%M}"

    assert f"Table 1. The semi-finals: until {ends}. Then finish the deal in play." in look(upper, competition)
    assert f"Table 1. The semi-finals: until {ends}." in text(upper.get("/play/"))
    assert f"Table 1, until {ends}" in look(upper, competition)


def test_the_card_has_the_table_and_changes_with_the_clock(upper, competition, clock):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())
    ends = f"{timezone.localtime(clock.ends_at):%H:%M}"
    assert f"Semi-finals, table 1, until {ends}" in look(upper, competition)
    before = upper.get(address("card", competition)).json()["page"]

    change_end(competition, 1, minutes=5, shown=clock.key, by=stories.organiser_of(competition))

    assert upper.get(address("card", competition)).json()["page"] != before


def test_a_match_can_end_before_its_last_deal_once_time_is_called(upper, lower, competition, call_time):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("4S", 10))
    assert "Time. Finish the deal" not in look(upper, competition)

    call_time()

    assert "Time. Finish the deal in play and record it. Then report the result" in look(upper, competition)
    page = upper.get(address("totals", competition))
    assert "These are the totals on the score sheet, with the points for the unfinished rubber (Law 80)." in text(page)
    form = page.context["form"]
    ours, theirs = form["ours"].value(), form["theirs"].value()
    # A game of 120 points and 300 for the only game, for the pair that sits North-South.
    assert sorted((ours, theirs)) == [0, 420]
    upper.post(address("totals", competition), {"ours": ours, "theirs": theirs})
    number = stories.now(competition).matches["R1-M1"].last.number
    lower.post(address("confirm", competition), {"outcome": number})
    state = stories.now(competition).matches["R1-M1"]
    assert state.stage is Stage.OFFICIAL
    assert sorted(state.result.totals) == [0, 420]
    public_page = upper.get(f"/{competition.slug}/matches/R1-M1/")
    assert "The pairs reported their totals after deal 1 of 8." in text(public_page)


def test_a_level_match_goes_on_after_the_time(upper, competition, call_time):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("1NT", 7), stories.deal("1NT", 7, "E"))

    call_time()

    page = look(upper, competition)
    assert "If the totals are level, play more deals until they differ." in page
    assert "Then report" not in page


def test_a_match_without_a_sheet_is_reported_as_before(upper, competition, call_time):
    call_time()

    assert "Use this page if you scored the match on paper." in look(upper, competition, "totals")
    assert "Table 1. Time. Finish the deal in play." in look(upper, competition)


def test_other_competitions_have_no_tables(phone):
    competition = stories.published(2)
    upper = phone(stories.now(competition).matches["R1-M1"].pairs[0])

    assert "Table" not in look(upper, competition)
