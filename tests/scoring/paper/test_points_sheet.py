from hypothesis import given, settings, strategies

from scoring.paper.points_sheet import PaperPoints, TypedPoints, check
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.sides import NS
from tests.scoring.rules.generated import sheets

# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

SLAM = "1,220"


def keyed(*lines: tuple[str, str], credits: tuple[str, str] = ("", ""), deals: int = 4) -> PaperPoints:
    typed = {number: TypedPoints(*line) for number, line in enumerate(lines, start=1)}
    return check(typed, TypedPoints(*credits), ScoringConditions(deals))


def faults(points: PaperPoints) -> dict[int, str]:
    return {row.number: row.fault for row in points.faults}


def test_the_leaflets_example_scores_90_to_920():
    points = keyed(("90", ""), ("0", "100"), ("", "820"))

    assert (points.total, faults(points)) == ((90, 920), {})
    assert [row.cumulative for row in points.rows] == [(90, 0), (90, 100), (90, 920), None]


def test_a_passed_in_deal_scores_nothing():
    for typed in ["0", "p", "-", "pass"]:
        assert keyed((typed, "")).lines == ((0, 0),), typed


def test_an_impossible_line_is_explained():
    for line, fault in [
        (("85", "0"), "No deal scores 85. Points must end in 0."),
        (("ninety", ""), "“ninety” is not a number of points. Correct it."),
        (("20,010", ""), "20,010 is more than one deal can score. Check the points."),
        (("-50", ""), "“-50” is not a number of points. Correct it."),
    ]:
        assert faults(keyed(line)) == {1: fault}, line


def test_an_omitted_line_is_a_fault():
    assert faults(keyed(("90", ""), ("", ""), ("", "820"))) == {2: "Deal 2 is missing. Type 0 if it was passed in."}


def test_lines_after_an_unreadable_line_have_no_total():
    points = keyed(("90", ""), ("x", ""), ("50", ""))

    assert [row.cumulative for row in points.rows[:3]] == [(90, 0), None, None]
    assert points.lines == ((90, 0),)


def test_correct_credits_are_added_to_the_total():
    points = keyed((SLAM, ""), credits=("300", ""))

    assert (faults(points), points.total) == ({}, (1520, 0))


def test_missing_or_wrong_credits_are_explained():
    sentence = "According to these points, the unfinished rubber scores We 300."

    assert faults(keyed((SLAM, ""))) == {0: sentence}
    assert faults(keyed((SLAM, ""), credits=("", "300"))) == {0: sentence}


def test_any_credits_that_are_possible_are_accepted():
    assert [faults(keyed(("120", ""), credits=(credits, ""))) for credits in ("100", "300")] == [{}, {}]
    assert faults(keyed(("120", ""))) == {
        0: "According to these points, the unfinished rubber scores We 100 or We 300."
    }


def test_an_empty_sheet_has_a_row_for_every_deal_and_no_fault():
    points = keyed()

    assert ([row.number for row in points.rows], faults(points)) == ([1, 2, 3, 4], {})


@A_QUARTER
@given(sheets(), strategies.booleans())
def test_the_points_of_any_match_are_accepted(match, swapped):
    def said(value) -> TypedPoints:
        return TypedPoints(*map(str, value.seen_from(NS.other if swapped else NS)))

    typed = {line.number: said(line.score) for line in match.lines}
    banked = sum(match.banked, start=match.credits)
    points = check(typed, said(banked), match.conditions)

    is_certain = match.conditions.tie_break is TieBreak.CONTINUES or not match.banked
    assert [row.fault for row in points.rows] == [""] * len(points.rows)
    assert not (is_certain and points.credits.fault)
    assert points.total == match.total.seen_from(NS.other if swapped else NS)
