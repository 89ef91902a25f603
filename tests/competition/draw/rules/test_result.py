from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from competition.draw.rules.result import (
    ENOUGH,
    Answer,
    MarginRecord,
    Result,
    ResultKind,
    Stage,
    doubtful_margin,
    doubtful_total,
    highest_margin,
    highest_total,
    impossible_total,
    is_confirmed_automatically,
    stage_of,
)
from scoring.rules.refusal import Refused


def refusal(
    kind: ResultKind, winner: int | None, totals: tuple[int, int] | None, pairs: tuple[int, int] = (3, 7)
) -> str:
    with pytest.raises(Refused) as refused:
        Result("R1-M1", pairs, kind, winner, totals)
    return str(refused.value)


def test_the_pair_with_the_higher_total_wins_a_played_match():
    for winner, loser, totals in ((3, 7, (4730, 2100)), (7, 3, (90, 920)), (7, 3, (0, 50))):
        assert Result("R1-M1", (3, 7), ResultKind.PLAYED, winner, totals).winner == winner
        said = "The pair with the higher total wins a match that was played. Check the totals."
        assert refusal(ResultKind.PLAYED, loser, totals) == said


def test_a_pair_stays_if_the_later_rounds_are_kept():
    result = Result("R1-M1", (3, 7), ResultKind.PLAYED, 7, (90, 920), keep_progress=3)

    assert (result.winner, result.goes_on) == (7, 3)
    assert Result("R1-M1", (3, 7), ResultKind.PLAYED, 7, (90, 920)).goes_on == 7


def test_only_a_pair_that_lost_on_its_score_sheet_can_stay():
    for kind, totals, stays in [(ResultKind.PLAYED, (90, 920), 7), (ResultKind.RULING, None, 3)]:
        with pytest.raises(
            Refused, match="The later rounds can be kept only if a corrected score sheet has another winner."
        ):
            Result("R1-M1", (3, 7), kind, 7, totals, stays)


def test_a_played_match_cannot_end_with_level_totals():
    sentence = "The totals are level. Play the tie-break deals, then report the result."

    assert refusal(ResultKind.PLAYED, 3, (1200, 1200)) == sentence


def test_a_played_match_may_have_only_a_margin_or_no_score():
    for margin in [None, 110]:
        result = Result("R1-M1", (3, 7), ResultKind.PLAYED, 7, only_margin=margin)

        assert (result.winner, result.loser, result.goes_on, result.totals, result.margin) == (7, 3, 7, None, margin), (
            margin
        )


def test_the_totals_give_the_margin_of_a_played_match():
    assert Result("R1-M1", (3, 7), ResultKind.PLAYED, 7, (90, 920)).margin == 830
    assert Result("R1-M1", (3, 7), ResultKind.CONCEDED, 7, (90, 920)).margin is None


def test_an_impossible_margin_is_refused():
    for kind, totals, margin, sentence in [
        (ResultKind.PLAYED, None, 0, "A margin must be more than 0 and end in 0. Check the score sheet."),
        (ResultKind.PLAYED, None, -110, "A margin must be more than 0 and end in 0. Check the score sheet."),
        (ResultKind.PLAYED, None, 115, "A margin must be more than 0 and end in 0. Check the score sheet."),
        (ResultKind.PLAYED, (920, 90), 830, "The totals give the margin. Enter either the totals or the margin."),
        (ResultKind.WALKOVER, None, 110, "Only a match that was played has a margin. Leave it out."),
        (ResultKind.RULING, None, 110, "Only a match that was played has a margin. Leave it out."),
    ]:
        with pytest.raises(Refused) as refused:
            Result("R1-M1", (3, 7), kind, 3, totals, only_margin=margin)

        assert str(refused.value) == sentence, kind


def played(totals: tuple[int, int] | None = None, **known) -> Result:
    return Result.played("R1-M1", (3, 7), totals, **known)


def test_a_report_contains_the_known_score():
    for result, report, in_the_log in [
        (played((920, 12_340), deals=32), "Lower won by 11,420 after 32 deals, 12,340 to 920", "920 to 12,340"),
        (played((4730, 4280)), "Upper won by 450, 4,730 to 4,280", "4,730 to 4,280"),
        (played(margin=1110), "Lower won by 1,110", "Lower won by 1,110"),
        (played(upper_won=True), "Upper won (score not recorded)", "Upper won (score not recorded)"),
        (
            Result("R1-M1", (3, 7), ResultKind.LOTS, 7),
            "Lower go through at random against Upper.",
            "Lower go through at random against Upper.",
        ),
    ]:
        assert (result.report("Upper", "Lower"), result.in_the_log("Upper", "Lower")) == (report, in_the_log), result


def test_results_after_different_numbers_of_deals_are_equal():
    assert played((4730, 4280), deals=32) == played((4730, 4280))


def test_every_total_is_at_least_zero_and_ends_in_zero():
    for totals in ((-10, 200), (200, -10), (1205, 200), (200, 1205)):
        assert refusal(ResultKind.RULING, 3, totals) == "A total must be 0 or more and end in 0. Check the sums."


def test_an_unplayed_result_may_contradict_its_totals():
    for kind in (ResultKind.CONCEDED, ResultKind.RULING, ResultKind.LOTS):
        for totals in (None, (100, 900), (500, 500)):
            assert Result("R1-M1", (3, 7), kind, 3, totals).winner == 3


def test_a_walkover_and_a_double_default_have_no_totals():
    for kind, winner in ((ResultKind.WALKOVER, 3), (ResultKind.DOUBLE_DEFAULT, None)):
        assert refusal(kind, winner, (100, 0)) == f"A {kind} has no totals. Leave them out."


def test_a_double_default_has_no_winner():
    assert refusal(ResultKind.DOUBLE_DEFAULT, 3, None) == "A double default has no winner. Leave the winner out."


def test_the_winner_must_be_one_of_the_two_pairs():
    for kind in {*ResultKind} - {ResultKind.DOUBLE_DEFAULT}:
        for winner in (None, 5):
            assert refusal(kind, winner, None) == "The winner must be pair 3 or pair 7."


def test_a_pair_cannot_play_itself():
    assert refusal(ResultKind.RULING, 3, None, pairs=(3, 3)) == "A match is between two different pairs."


NOON = datetime(2026, 5, 30, 12, tzinfo=UTC)


def test_the_draw_and_the_report_set_the_stage():
    for state in (Stage.WAITING, Stage.OFFICIAL, Stage.BYE, Stage.VACANT):
        assert stage_of(state, started=True, answer=Answer.DISPUTED) == state
    for started, open_stage in ((False, Stage.READY), (True, Stage.IN_PLAY)):
        for answer in (None, Answer.TAKEN_BACK, Answer.CONFIRMED):
            assert stage_of(Stage.READY, started=started, answer=answer) == open_stage
        assert stage_of(Stage.READY, started=started, answer=Answer.NONE) == Stage.SUBMITTED
        assert stage_of(Stage.READY, started=started, answer=Answer.DISPUTED) == Stage.DISPUTED


def test_only_an_unanswered_result_is_confirmed_at_the_deadline():
    for answer in Answer:
        for more in (timedelta(0), timedelta(days=3)):
            assert is_confirmed_automatically(NOON, answer, NOON + more) is (answer is Answer.NONE)
        assert is_confirmed_automatically(NOON, answer, NOON - timedelta(seconds=1)) is False
    assert is_confirmed_automatically(None, Answer.NONE, NOON + timedelta(days=365)) is False


THEN = "Check the score sheet. If it is right, tick “The score is right” and send it again."


def test_a_likely_total_raises_no_question():
    for totals, deals in [
        ((2610, 1980), 30),
        ((0, 1200), 30),
        ((12_010, 11_980), 30),
        ((13_500, 9000), 36),
        ((3510, 0), 8),
        ((18_000, 15_000), 60),
        # A match of a few deals has the limits for the usual length.
        ((9000, 0), 2),
    ]:
        assert doubtful_total(totals, deals) == "", totals


def test_a_very_unlikely_total_raises_a_question():
    for totals, deals in [
        ((26_100, 1980), 30),
        ((1980, 26_100), 30),
        ((13_000, 12_900), 30),
        ((26_100, 19_800), 60),
        ((12_100, 900), 8),
        ((6000, 900), 8),
        ((26_100, 0), 2),
        ((99_990, 99_980), 30),
    ]:
        assert doubtful_total(totals, deals) == f"{max(totals):,} points in {deals} deals is very unlikely. {THEN}", (
            totals
        )


def test_a_likely_margin_raises_no_question():
    for margin, deals in [(10, 30), (110, 30), (7930, 30), (3240, 8), (8940, 36)]:
        assert doubtful_margin(margin, deals) == "", margin


def test_a_very_unlikely_margin_raises_a_question():
    for margin, deals in [(11_000, 30), (26_100, 30), (8000, 8), (12_000, 36)]:
        assert doubtful_margin(margin, deals) == f"A margin of {margin:,} in {deals} deals is very unlikely. {THEN}", (
            margin
        )


def test_a_margin_above_the_record_raises_a_question():
    record = MarginRecord(5230, ENOUGH)

    assert doubtful_margin(5230, 30, record) == ""
    assert doubtful_margin(5240, 30, record) == (
        f"A margin of 5,240 is very unlikely: in 100 matches it was never more than 5,230. {THEN}"
    )


def test_the_record_of_few_matches_sets_no_limit():
    record = MarginRecord(900, ENOUGH - 1)

    assert doubtful_margin(5240, 30, record) == ""
    assert doubtful_margin(11_000, 30, record).startswith("A margin of 11,000 in 30 deals is very unlikely.")


def test_no_combination_of_deals_makes_a_total_of_ten_points():
    for totals, is_possible in [((10, 900), False), ((900, 10), False), ((20, 0), True)]:
        assert bool(impossible_total(totals)) is not is_possible, totals


def test_more_deals_never_lower_the_limit():
    for bound in (highest_total, highest_margin):
        bounds = [bound(deals) for deals in range(8, 100)]
        assert bounds == sorted(bounds)
        assert all(value % 10 == 0 for value in bounds)
