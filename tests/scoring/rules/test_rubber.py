"""Tests for the rubber: games, part-scores, vulnerability and Law 80 credits."""

from scoring.rules.deal import PointsReason, ScoreEntry, ScorePart
from scoring.rules.rubber import Rubber, RubberStep, carry_on
from scoring.rules.sides import EW, NS, Tally

NONE = Tally(0, 0)


def test_a_side_with_a_game_is_vulnerable():
    for games, vulnerable in [((0, 0), ()), ((1, 0), (NS,)), ((0, 1), (EW,)), ((1, 1), (NS, EW))]:
        assert Rubber(Tally(*games)).vulnerable == vulnerable, games


def test_part_scores_add_up():
    assert carry_on(Rubber(NONE, Tally(40, 30)), Tally(0, 60)) == RubberStep(Rubber(NONE, Tally(40, 90)), None, None)


def test_two_part_scores_make_a_game_and_reset_both_sides():
    assert carry_on(Rubber(NONE, Tally(40, 90)), Tally(60, 0)) == RubberStep(Rubber(Tally(1, 0), NONE), NS, None)


def test_surplus_trick_points_do_not_count_for_the_next_game():
    assert carry_on(Rubber(NONE, Tally(0, 90)), Tally(0, 220)).rubber.part_scores == NONE


def test_a_deal_without_trick_points_changes_nothing():
    rubber = Rubber(Tally(1, 1), Tally(40, 0))

    assert carry_on(rubber, NONE) == RubberStep(rubber, None, None)


def test_two_games_win_the_rubber():
    for games_of_the_losers, points in [(0, 700), (1, 500)]:
        step = carry_on(Rubber(Tally(games_of_the_losers, 1)), Tally(0, 100))

        assert step == RubberStep(
            Rubber(Tally(games_of_the_losers, 2), NONE),
            EW,
            ScoreEntry(EW, ScorePart.ABOVE, points, PointsReason.RUBBER, 74),
        )


def test_game_and_part_score_credits_are_independent():
    for games, part_scores, credits in [
        ((0, 0), (0, 0), []),
        ((1, 0), (0, 0), [("ns", 300, "only game")]),
        ((0, 1), (0, 0), [("ew", 300, "only game")]),
        ((1, 1), (0, 0), []),
        ((0, 0), (60, 0), [("ns", 100, "only part-score")]),
        ((0, 0), (0, 60), [("ew", 100, "only part-score")]),
        ((0, 0), (60, 40), []),
        ((1, 0), (60, 0), [("ns", 300, "only game"), ("ns", 100, "only part-score")]),
        ((1, 0), (0, 60), [("ns", 300, "only game"), ("ew", 100, "only part-score")]),
        ((1, 0), (60, 40), [("ns", 300, "only game")]),
        ((1, 1), (0, 60), [("ew", 100, "only part-score")]),
        ((1, 1), (20, 20), []),
    ]:
        entries = Rubber(Tally(*games), Tally(*part_scores)).credits(100)

        assert [(entry.side, entry.points, entry.reason) for entry in entries] == credits, games
        assert {(entry.line, entry.law) for entry in entries} <= {("above", 80)}, games


def test_the_conditions_set_the_value_of_an_only_part_score():
    for worth, credits in [(50, [50]), (0, [])]:
        assert [entry.points for entry in Rubber(NONE, Tally(60, 0)).credits(worth)] == credits, worth
