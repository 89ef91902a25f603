"""Tests for conditions about reports: which pair should report, and whether two totals are enough."""

import pytest

from competition.contest.models import Conditions
from competition.draw.queries.draw import clear_cache
from competition.match.actions import pair_sheet, play
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Tally
from tests import stories
from tests.competition.pair_reading import address, buttons, record, turn

pytestmark = pytest.mark.published(2, deals=2)
ASKS = "The result counts once it is reported."
WAITS = "report it. If they do not, report it yourself."


def state(**conditions) -> None:
    """Change the conditions of contest."""
    Conditions.objects.update(**conditions)
    clear_cache()


@pytest.mark.parametrize(
    ("reporter", "asked"),
    [("either", (ASKS, ASKS)), ("winners", (ASKS, WAITS)), ("upper", (ASKS, WAITS))],
)
def test_the_page_asks_the_pair_that_should_report(upper, lower, competition, reporter, asked):
    state(reporter=reporter)
    stories.open_sheet(competition, "R1-M1")
    record(competition, *[stories.deal()] * 2)

    pages = [phone.get(address("match", competition)) for phone in (upper, lower)]

    assert [sentence in turn(page) for page, sentence in zip(pages, asked, strict=True)] == [True, True]
    assert all("Report the result" in buttons(page) for page in pages)


def test_the_conditions_can_require_the_deals(upper, competition):
    state(deals_required=True)

    page = upper.get(address("match", competition))
    answer = upper.post(address("totals", competition), {"ours": "500", "theirs": "400"})

    assert "Report two totals" not in buttons(page)
    assert "Type in a paper score sheet" in buttons(page)
    assert "The conditions of contest ask for the deals." in answer.content.decode()
    assert 'value="500"' in answer.content.decode()
    match = stories.tables(competition, "R1-M1")[0]
    with pytest.raises(Refused, match="ask for the deals"):
        play.submit_winner(match, we_won=True)
    assert stories.now(competition).matches["R1-M1"].last is None


def test_reported_points_of_each_deal_satisfy_the_requirement(competition):
    state(deals_required=True)
    match = stories.tables(competition, "R1-M1")[0]
    pair_sheet.keep_points(match, lines=[Tally(100, 0), Tally(60, 0)], credits=NOTHING)

    pair_sheet.send_points(stories.tables(competition, "R1-M1")[0])

    assert stories.now(competition).matches["R1-M1"].reported.totals == (160, 0)
