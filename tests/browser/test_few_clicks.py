"""Browser tests that the organiser's usual decisions take only a few clicks from the desk."""

from datetime import timedelta

import pytest
from django.urls import reverse

from competition.draw.models.rounds import Round
from competition.draw.rules.result import ResultKind, Stage
from competition.match.actions import play
from tests import stories
from tests.browser.browser import check_all_round
from tests.browser.organiser import Organiser
from tests.competition.desk_reading import short
from tests.desks import TODAY

pytestmark = pytest.mark.django_db(transaction=True)

GAME, PART = stories.deal("3NT", 9), stories.deal("2H", 8, "E")


@pytest.fixture
def competition():
    return stories.published(8, deals=2, first_play_by=TODAY)


@pytest.fixture
def organiser(open_browser, competition):
    window = open_browser(1280, whose=competition.owner)
    organiser = Organiser(window, javascript=True)
    organiser.desk = reverse("desk:competition", args=[competition.slug])
    organiser.go(organiser.desk)
    return organiser


def match(competition, code: str = "R1-M1"):
    return stories.now(competition).matches[code]


@pytest.fixture
def disputed(competition):
    """Dispute the result of the first match, 400 to 160."""
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    play.submit_sheet(upper)
    play.dispute(lower, outcome=1, reason="Deal 1: two light")


@pytest.mark.usefixtures("disputed")
def test_a_dispute_takes_three_clicks(organiser, competition):
    organiser.go(organiser.desk)
    organiser.follow("Decide deal 1")
    check_all_round(organiser.page)
    organiser.press(f"Two light {short(match(competition).pairs[1])} win by 260")
    organiser.decide()

    assert match(competition).result.totals == (0, 260)
    assert organiser.taps == 3


def test_a_result_by_phone_takes_four_clicks(organiser, competition):
    pair = match(competition).pairs[1]

    organiser.follow("Enter one result")
    check_all_round(organiser.page)
    organiser.follow(pair.name)
    organiser.fill(
        {f"Total of {side.name}": total for side, total in zip(match(competition).pairs, (0, 900), strict=True)}
    )
    organiser.press("Show what this changes")
    organiser.press("Save the result")

    assert (match(competition).stage, match(competition).last.by) == (Stage.SUBMITTED, pair)
    assert organiser.taps == 4


@pytest.fixture
def overdue(competition, organiser):
    """Make the first match overdue, and decide the others."""
    for code in ("R1-M2", "R1-M3", "R1-M4"):
        stories.settle(competition, code)
    stories.rewrite(Round.objects.filter(draw__competition=competition, number=1), play_by=TODAY - timedelta(days=9))
    organiser.go(organiser.desk)


@pytest.mark.usefixtures("overdue")
def test_an_extension_takes_two_clicks(organiser, competition):
    organiser.follow("Decide the match")
    with organiser.page.expect_navigation():
        organiser._tap(organiser.page.get_by_role("button", name="Extend to"))

    assert match(competition).play_by > TODAY
    assert organiser.taps == 2


@pytest.mark.usefixtures("overdue")
def test_a_walkover_takes_two_clicks(organiser, competition):
    organiser.follow("Decide the match")
    with organiser.page.expect_navigation():
        organiser._tap(organiser.page.get_by_role("button", name="Award the match to"))

    assert match(competition).result.kind == ResultKind.WALKOVER
    assert organiser.taps == 2


def test_a_withdrawal_takes_four_clicks(organiser, competition):
    pair = match(competition).pairs[0]

    organiser.follow("Pairs")
    organiser.follow(pair.name)
    organiser.follow("Withdraw the")
    organiser.fill({"Public reason": "She is ill."})
    organiser.press("Withdraw the pair")

    assert stories.now(competition).pairs[pair.number].withdrawal
    assert organiser.taps == 4
