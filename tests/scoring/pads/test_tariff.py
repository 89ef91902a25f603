"""Tests of the prices printed in the papers."""

from scoring.pads import tariff


def test_solo_points_are_one_to_seven_in_the_papers_order():
    small, grand = tariff.SLAM[6], tariff.SLAM[7]

    assert [
        small[False],
        tariff.RUBBER_2_1,
        grand[False],
        tariff.RUBBER_2_0,
        small[True],
        tariff.RUBBER_BY_A_DOOR,
        grand[True],
    ] == [1, 2, 3, 4, 5, 6, 7]


def test_both_doors_are_at_1000_points():
    assert (tariff.FRONT_DOOR, tariff.BACK_DOOR) == (1000, -1000)


def test_games_and_part_scores_have_the_printed_prices():
    assert (tariff.GAME, tariff.PART_SCORE, tariff.LAST_PART_SCORE) == ((300, 500), 50, 100)
