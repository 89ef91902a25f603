"""Tests for the decision to correct deals on a score sheet."""

import pytest

import scoring.queries
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.queries.results import totals_by_the_sheet
from competition.draw.rules.result import Stage
from competition.match.actions import play
from competition.rulings.decisions.corrected_deals import CorrectDeals, DecidedDeals
from competition.transfer.queries.integrity import differences
from scoring.rules.refusal import Refused
from tests import stories

GAME, LIGHT, PART = stories.deal("3NT", 9), stories.deal("3NT", 7), stories.deal("2H", 8, "E")


@pytest.fixture
def competition():
    """Return a competition in which the first match's result is disputed. Its sheet has 400 to 160."""
    competition = stories.published(4, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    play.submit_sheet(upper)
    play.dispute(lower, outcome=1, reason="Deal 1: two light")
    return competition


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def correct(competition, **deals) -> ResultEntry:
    content = DecidedDeals({int(number[1:]): deal for number, deal in deals.items()})
    return stories.decide(CorrectDeals, competition, "R1-M1", content)[0]


def test_the_sheet_and_the_result_agree_after_a_corrected_deal(competition):
    row = correct(competition, d1=LIGHT)

    match = state(competition)
    assert (match.stage, row.totals, row.winner, row.from_sheet) == (Stage.OFFICIAL, (0, 260), "lower", True)
    assert match.result.totals == totals_by_the_sheet(match) == (0, 260)
    assert [side.total for side in match.sides] == [0, 260]
    assert differences() == []


def test_a_corrected_sheet_keeps_seats_times_and_other_deals(competition):
    before = state(competition).meeting
    recorded = [deal.recorded_at for deal in scoring.queries.deals(before.sheet)]

    after = correct(competition, d1=LIGHT).meeting

    deals = scoring.queries.deals(after.sheet)
    assert (after.seats, after.upper_side, after.number) == (before.seats, before.upper_side, 2)
    assert [(deal.facts(), deal.recorded_at) for deal in deals] == [*zip((LIGHT, PART), recorded, strict=True)]
    assert [deal.facts() for deal in scoring.queries.deals(before.sheet)] == [GAME, PART]


def test_undoing_a_corrected_deal_restores_the_dispute_and_its_sheet(competition):
    correct(competition, d1=LIGHT)

    stories.undo(competition, "R1-M1")

    match = state(competition)
    assert (match.stage, match.last.disputed_deal, match.meeting.number) == (Stage.DISPUTED, 1, 1)
    assert [side.total for side in match.sides] == [400, 160]


def test_a_corrected_deal_that_makes_a_tie_reopens_the_match(competition):
    row = correct(competition, d1=stories.deal("2H", 8))

    match = state(competition)
    assert (row.kind, match.stage, match.due, match.result) == (ResultEntry.REOPENED, Stage.IN_PLAY, 4, None)
    line = competition.log.filter(event="ruled").last()
    level = "The totals are level, so the pairs play 2 more deals"
    assert line.text == f"Corrected deal 1 from 3NT by North, made, to 2♥ by North, made; {level}: decided for the test"


def test_a_repeated_correction_is_stored_once(competition):
    content = DecidedDeals({1: LIGHT})
    shown = stories.preview(CorrectDeals, competition, "R1-M1", content).fingerprint
    for _ in range(2):
        stories.decide(CorrectDeals, competition, "R1-M1", content, shown=shown)

    assert Meeting.objects.filter(number=2).count() == 1


@pytest.mark.parametrize(
    ("deals", "why"),
    [
        ({"d1": GAME}, "Nothing was changed. The score sheet already has these scores."),
        ({"d4": GAME}, "There is no deal 4 on this score sheet. Check the numbers."),
    ],
)
def test_a_correction_without_effect_is_refused(competition, deals, why):
    with pytest.raises(Refused, match=why):
        correct(competition, **deals)


def test_the_organiser_cannot_correct_deals_during_a_match(competition):
    stories.settle(competition, "R1-M1", kind=None)

    with pytest.raises(Refused, match="The pairs still play this match"):
        correct(competition, d1=LIGHT)


def test_a_match_without_a_sheet_has_no_deals_to_correct():
    other = stories.published(4)
    stories.settle(other, "R1-M1")

    with pytest.raises(Refused, match="has no score sheet with deals"):
        correct(other, d1=LIGHT)
