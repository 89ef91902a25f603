from hypothesis import given, settings, strategies

from scoring.paper.possible import credits, cumulative, faults
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.sides import Tally
from tests.scoring.rules.generated import sheets

# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)


def found(*lines: tuple[int, int], **conditions) -> list[str]:
    return list(faults([Tally(*line) for line in lines], ScoringConditions(**conditions)))


def test_the_leaflets_example_is_possible():
    assert found((90, 0), (0, 100), (0, 820)) == ["", "", ""]


def test_a_passed_in_deal_scores_nothing():
    assert found((0, 0)) == [""]


def test_points_that_no_contract_scores_are_explained():
    for line, sentence in [
        ((85, 0), "No deal scores 85. Points must end in 0."),
        ((0, 1), "No deal scores 1. Points must end in 0."),
        ((10, 0), "No deal scores We 10. Check the points."),
        ((0, 99990), "No deal scores They 99,990. Check the points."),
        ((110, 130), "No deal scores We 110 and They 130. Check the points."),
    ]:
        assert found(line) == [sentence], line


def test_both_sides_can_score_if_one_has_honours():
    assert found((120, 100), (100, 50)) == ["", ""]


# These points win a game in every possible way: 1,220 not vulnerable, 420 and 1,690 vulnerable.
SLAM, GAME, GREAT_GAME = 1220, 420, 1690


def test_a_missing_rubber_bonus_is_detected():
    assert found((SLAM, 0), (GAME, 0)) == ["", "We won the rubber with this deal. Add the bonus of 700."]
    assert found((SLAM, 0), (0, SLAM), (0, GAME)) == [
        "",
        "",
        "They won the rubber with this deal. Add the bonus of 500.",
    ]


def test_a_rubber_with_its_bonus_is_accepted():
    assert found((SLAM, 0), (GAME + 700, 0), (SLAM, 0)) == ["", "", ""]


def test_a_bonus_before_the_second_game_is_refused():
    assert found((SLAM + 700, 0)) == ["We did not win the rubber here. Remove the bonus of 700."]


def test_700_is_refused_if_the_opponents_have_a_game():
    assert found((SLAM, 0), (0, SLAM), (GREAT_GAME + 700, 0)) == [
        "",
        "",
        "We did not win the rubber here. Remove the bonus of 700.",
    ]


def test_a_vulnerable_penalty_needs_a_game_first():
    # The penalty for seven redoubled, vulnerable, without a trick is 7,600.
    assert found((0, 7600)) == ["No deal scores They 7,600 at this point of the rubber. Check the points."]
    assert found((SLAM, 0), (0, 7600)) == ["", ""]


def test_any_state_of_the_rubber_is_possible_after_a_wrong_line():
    assert found((10, 0), (0, 7600), (820, 0))[1:] == ["", ""]


def test_credits_are_worked_out_from_the_points():
    assert credits([], ScoringConditions()) == ((0, 0),)
    assert credits([Tally(0, 50)], ScoringConditions()) == ((0, 0),)
    assert credits([Tally(60, 0)], ScoringConditions()) == ((100, 0),)
    assert credits([Tally(SLAM, 0)], ScoringConditions()) == ((300, 0),)


def test_credits_can_be_ambiguous():
    assert credits([Tally(120, 0)], ScoringConditions()) == ((100, 0), (300, 0))


def test_a_fresh_tie_break_starts_a_new_rubber():
    lines = [(SLAM, 0), (0, SLAM), (1720 + 500, 0)]

    assert found(*lines, deals=2, tie_break=TieBreak.CONTINUES)[2] == ""
    assert found(*lines, deals=2, tie_break=TieBreak.FRESH)[2] != ""


def test_credits_are_unknown_after_a_fresh_tie_break():
    assert credits([Tally(0, 0)] * 3, ScoringConditions(deals=2, tie_break=TieBreak.FRESH)) == ()
    assert credits([Tally(60, 0)] * 2, ScoringConditions(deals=2, tie_break=TieBreak.FRESH)) == ((100, 0), (300, 0))


def test_totals_are_cumulative():
    assert cumulative([Tally(90, 0), Tally(0, 100), Tally(0, 820)]) == ((90, 0), (90, 100), (90, 920))


@A_QUARTER
@given(sheets())
def test_the_points_and_credits_of_every_match_are_possible(match):
    lines = [line.score for line in match.lines]

    assert set(faults(lines, match.conditions)) <= {""}
    assert match.credits in (credits(lines, match.conditions) or [match.credits])


@A_QUARTER
@given(
    strategies.lists(
        strategies.builds(Tally, strategies.integers(0, 300).map(lambda n: n * 10), strategies.just(0)), max_size=30
    )
)
def test_any_list_of_points_is_checked_line_by_line(lines):
    assert len(faults(lines, ScoringConditions())) == len(lines)
