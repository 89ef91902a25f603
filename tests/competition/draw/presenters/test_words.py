from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.presenters import words
from competition.draw.queries import draw
from competition.draw.rules.result import ResultKind
from scoring.rules.deal import DealResult
from tests import stories

pytestmark = [pytest.mark.django_db, pytest.mark.published(4, deals=2)]


def match(competition, code: str = "R1-M1"):
    return stories.now(competition).matches[code]


def test_a_label_shows_the_progress_on_the_score_sheet(competition):
    passed, done = DealResult.passed_in(), stories.deal()
    for code, steps in {
        "R1-M1": [([], "Score sheet started"), ([passed], "Deal 1 of 2 done"), ([done], "All 2 deals played")],
        "R1-M2": [
            ([passed] * 2, "Level after 2 deals"),
            ([passed], "Tie-break, deal 3 of 4 done"),
            ([passed], "Level after 4 deals"),
        ],
    }.items():
        seen = stories.open_sheet(competition, code)[0]
        for deals, said in steps:
            stories.record(seen, *deals)
            seen = stories.tables(competition, code)[0]
            assert words.label(match(competition, code)) == said


def test_a_match_is_overdue_until_all_its_deals_are_played():
    competition = stories.published(4, deals=2, first_play_by=timezone.localdate() - timedelta(days=8))
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())
    assert words.label(match(competition)) == "Overdue: Deal 1 of 2 done"

    stories.record(stories.tables(competition)[0], stories.deal())
    assert words.label(match(competition)) == "All 2 deals played"


def test_the_sentence_on_a_match_in_play_gives_its_score(competition):
    upper, lower = match(competition).pairs
    seen = stories.open_sheet(competition, "R1-M1")[0]
    assert words.sentence(match(competition)) == f"{upper} and {lower} play by Fri 31 May 2030."

    stories.record(seen, stories.deal())
    assert words.sentence(match(competition)) == f"Deal 1 of 2 done: {upper} 60, {lower} 0."


def test_each_kind_of_result_has_its_sentence(competition):
    upper, lower = match(competition).pairs
    for kind, totals, said in (
        (ResultKind.PLAYED, (4730, 3980), "{winner} beat {loser} by 4,730 to 3,980."),
        (ResultKind.CONCEDED, None, "{loser} conceded to {winner}."),
        (ResultKind.CONCEDED, (900, 2100), "{loser} conceded to {winner}, 900 to 2,100."),
        (ResultKind.WALKOVER, None, "{winner} go through by walkover against {loser}."),
        (ResultKind.DOUBLE_DEFAULT, None, "Neither {winner} nor {loser} go through: double default."),
        (ResultKind.RULING, None, "{winner} go through by a ruling against {loser}."),
        (ResultKind.RULING, (900, 2100), "{winner} go through by a ruling against {loser}, 900 to 2,100."),
    ):
        stories.settle(competition, "R1-M1", kind=kind, totals=totals)
        assert words.sentence(match(competition)) == said.format(winner=upper, loser=lower)

    stories.settle(competition, "R1-M1", upper_wins=False, kind=ResultKind.PLAYED, totals=(3980, 4730))
    assert words.sentence(match(competition)) == f"{lower} beat {upper} by 4,730 to 3,980."


def test_a_bye_has_its_sentence():
    competition = stories.published(3)
    bye = next(match for match in stories.now(competition).matches.values() if match.stage == "bye")

    assert words.sentence(bye) == f"{bye.pairs[0]} have a bye."


def test_a_double_default_explains_the_missing_opponents(competition):
    others = " v ".join(str(pair) for pair in match(competition, "R1-M2").pairs)
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)
    final = match(competition, "R2-M1")
    assert words.sentence(final) == f"The winner of {others} goes through: no opponents (double default)."
    assert words.prospect(final, "R1-M2") == "Then no opponents."

    stories.settle(competition, "R1-M2")
    left = match(competition, "R2-M1").pairs[0]
    assert words.sentence(match(competition, "R2-M1")) == f"{left} go through: no opponents (double default)."

    stories.settle(competition, "R1-M2", kind=ResultKind.DOUBLE_DEFAULT)
    said = words.sentence(match(competition, "R2-M1"))
    assert said == "Nobody goes through: no opponents (double default, double default)."


def test_a_reopened_match_names_the_reason_until_a_withdrawal(competition):
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M1", kind=None)
    said = words.standing(match(competition))
    assert said.startswith("Reopened by the organiser, ")
    assert said.endswith(": decided for the test")

    upper = match(competition).pairs[0]
    stories.withdraw(upper, reason="moved away")
    assert words.standing(match(competition)) == f"{upper} withdrew."
    other = match(competition, "R1-M2").pairs[0]
    stories.withdraw(other, reason="moved away")
    assert words.standing(match(competition, "R1-M2")) == f"{other} withdrew."


def test_the_path_of_a_pair_ends_with_a_double_default(competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)
    now = stories.now(competition)

    assert [state.code for state in draw.way_of(now, now.matches["R1-M1"].pairs[0])] == ["R1-M1"]
