import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.paper.possible import credits, cumulative, faults
from scoring.rules.conditions import Conditions, TieBreak
from scoring.rules.sides import Tally
from tests.scoring.rules.generated import sheets


def found(*lines: tuple[int, int], **conditions) -> list[str]:
    return list(faults([Tally(*line) for line in lines], Conditions(**conditions)))


def test_the_leaflets_own_example_is_possible():
    assert found((90, 0), (0, 100), (0, 820)) == ["", "", ""]


def test_a_passed_in_deal_brings_nothing():
    assert found((0, 0)) == [""]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ((85, 0), "No deal gives 85: points end in 0."),
        ((0, 1), "No deal gives 1: points end in 0."),
        ((10, 0), "No deal gives We 10: check the figures."),
        ((0, 99990), "No deal gives They 99,990: check the figures."),
        ((110, 130), "No deal gives We 110 and They 130: check the figures."),
    ],
)
def test_points_no_contract_brings_are_explained(line, sentence):
    assert found(line) == [sentence]


def test_honours_of_the_other_side_explain_points_on_both_sides():
    assert found((120, 100), (100, 50)) == ["", ""]


# 1220 not vulnerable wins a game in whatever way it came about; so do 420 and 1690 vulnerable.
SLAM, GAME, GREAT_GAME = 1220, 420, 1690


def test_the_bonus_of_a_rubber_that_was_forgotten_is_missing():
    assert found((SLAM, 0), (GAME, 0)) == ["", "With this We won the rubber: the bonus of 700 is missing."]
    assert found((SLAM, 0), (0, SLAM), (0, GAME)) == [
        "",
        "",
        "With this They won the rubber: the bonus of 500 is missing.",
    ]


def test_the_rubber_is_won_with_its_bonus():
    assert found((SLAM, 0), (GAME + 700, 0), (SLAM, 0)) == ["", "", ""]


def test_a_bonus_before_its_time_is_not_due():
    assert found((SLAM + 700, 0)) == ["The bonus of 700 for a rubber is not due to We here."]


def test_the_bonus_of_a_rubber_without_games_of_the_others_is_not_due_after_one_of_theirs():
    assert found((SLAM, 0), (0, SLAM), (GREAT_GAME + 700, 0)) == [
        "",
        "",
        "The bonus of 700 for a rubber is not due to We here.",
    ]


def test_what_a_vulnerable_side_alone_can_lose_needs_a_game_first():
    # 7600: seven redoubled, vulnerable, no trick won.
    assert found((0, 7600)) == ["No deal gives They 7,600 as the rubber stands: check the figures."]
    assert found((SLAM, 0), (0, 7600)) == ["", ""]


def test_after_a_line_that_is_wrong_the_rubber_may_stand_anyhow():
    assert found((10, 0), (0, 7600), (820, 0))[1:] == ["", ""]


def test_the_credits_follow_from_the_points():
    assert credits([], Conditions()) == ((0, 0),)
    assert credits([Tally(0, 50)], Conditions()) == ((0, 0),)
    assert credits([Tally(60, 0)], Conditions()) == ((100, 0),)
    assert credits([Tally(SLAM, 0)], Conditions()) == ((300, 0),)


def test_points_may_leave_open_whether_a_game_was_won():
    assert credits([Tally(120, 0)], Conditions()) == ((100, 0), (300, 0))


def test_a_fresh_tie_break_begins_a_new_rubber():
    lines = [(SLAM, 0), (0, SLAM), (1720 + 500, 0)]

    assert found(*lines, deals=2, tie_break=TieBreak.CONTINUES)[2] == ""
    assert found(*lines, deals=2, tie_break=TieBreak.FRESH)[2] != ""


def test_credits_of_earlier_stages_of_a_fresh_tie_break_are_not_told_by_points():
    assert credits([Tally(0, 0)] * 3, Conditions(deals=2, tie_break=TieBreak.FRESH)) == ()
    assert credits([Tally(60, 0)] * 2, Conditions(deals=2, tie_break=TieBreak.FRESH)) == ((100, 0), (300, 0))


def test_points_add_up_from_deal_to_deal():
    assert cumulative([Tally(90, 0), Tally(0, 100), Tally(0, 820)]) == ((90, 0), (90, 100), (90, 920))


@given(sheets())
def test_the_points_of_every_match_are_possible_and_so_are_its_credits(match):
    lines = [line.score for line in match.lines]

    assert set(faults(lines, match.conditions)) <= {""}
    assert match.credits in (credits(lines, match.conditions) or [match.credits])


@settings(max_examples=30)
@given(st.lists(st.builds(Tally, st.integers(0, 300).map(lambda n: n * 10), st.just(0)), max_size=30))
def test_any_column_of_points_is_judged_line_by_line(lines):
    assert len(faults(lines, Conditions())) == len(lines)
