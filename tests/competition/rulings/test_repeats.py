"""Tests for the warnings about a second bye, and about pairs that meet again, in a draw round by round."""

import pytest

from competition.contest.models import Competition
from competition.draw.models.rounds import RoundDraw
from competition.draw.rules.result import ResultKind, Stage
from competition.rulings.decisions.results import Played
from competition.rulings.decisions.round_draws import UndoRoundDraw
from competition.rulings.forms.decisions import PublicReasonForm
from competition.rulings.presenters.consequences import DecisionSheet
from competition.rulings.rules import Ruling
from tests import stories

pytestmark = pytest.mark.django_db
ADVICE = "Before play begins there, you can undo the draw of that round and make it again."


def sheet_of(competition: Competition, code: str, winner: int) -> DecisionSheet:
    """Return the preview of a ruling that this pair won this match."""
    totals = (900, 500) if stories.now(competition).matches[code].numbers[0] == winner else (500, 900)
    decision = Played(competition, stories.now(competition), code, Ruling(winner, totals))
    return decision.sheet(PublicReasonForm(), str)


def text_of(sheet: DecisionSheet) -> str:
    return " ".join(f"{line.pair} {line.sentence}" for case in sheet.cases for line in case.lines)


def test_the_preview_warns_of_a_second_bye():
    competition = stories.published(9, drawn_by_round=True)
    [bye] = [state.pairs[0] for state in stories.now(competition).rounds[0].matches if state.stage is Stage.BYE]
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)
    lost = stories.now(competition).matches_of(bye)[-1]
    for state in stories.now(competition).rounds[1].matches:
        if state.is_open:
            stories.settle(competition, state.code, upper_wins=state.pairs[0] != bye)
    while True:
        stories.draw_next_round(competition)
        later = stories.now(competition).matches[stories.now(competition).matches[lost.code].feeds]
        if later.stage is Stage.BYE:
            break
        stories.decide(UndoRoundDraw, competition, content=RoundDraw.objects.latest("pk").pk)

    sheet = sheet_of(competition, lost.code, bye.number)

    assert sheet.warnings == [f"{bye} have a second bye in the semi-finals. {ADVICE}"]
    assert "have a second bye in the semi-finals" in text_of(sheet)


def test_the_preview_warns_of_pairs_that_meet_again():
    competition = stories.published(10, minutes=60, drawn_by_round=True, closest_losers=True)
    for at in range(1, 6):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 100 * at))
    winners, losers = stories.now(competition).matches["R1-M5"].pairs
    stories.draw_next_round(competition)
    for pair, wins in ((losers, True), (winners, False)):
        state = stories.now(competition).matches_of(pair)[-1]
        stories.settle(competition, state.code, upper_wins=(state.pairs[0] == pair) is wins)
    ended = {pair: stories.now(competition).matches_of(pair)[-1] for pair in (winners, losers)}
    stories.settle_round(competition, 2)
    while True:
        stories.draw_next_round(competition)
        feeds = {stories.now(competition).matches[state.code].feeds for state in ended.values()}
        if len(feeds) == 1:
            break
        stories.decide(UndoRoundDraw, competition, content=RoundDraw.objects.latest("pk").pk)

    sheet = sheet_of(competition, ended[winners].code, winners.number)

    [warning] = sheet.warnings
    assert "meet again in the semi-finals" in warning
    assert f"play {losers} again in the semi-finals" in text_of(sheet)


def test_another_correction_has_no_such_warning():
    competition = stories.published(8, drawn_by_round=True)
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)

    loser = stories.now(competition).matches["R1-M1"].numbers[1]

    assert sheet_of(competition, "R1-M1", loser).warnings == []


def test_the_preview_says_who_no_longer_plays_the_repechage():
    competition = stories.published(6, minutes=60, drawn_by_round=True, repechage_deals=4)
    for at in range(1, 4):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 200 * at))
    stories.draw_next_round(competition)
    loser = stories.now(competition).matches["R1-M3"].numbers[1]

    sheet = sheet_of(competition, "R1-M3", loser)

    text = text_of(sheet)
    assert "go through. They no longer play in the repechage. They play " in text
    assert "no longer in the draw" not in text
    assert "no longer play on" not in text
    assert ", by " not in text
