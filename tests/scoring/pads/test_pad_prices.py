"""Tests of the prices printed in the papers."""

from scoring.pads import pad_prices


def test_solo_points_are_one_to_seven_in_the_papers_order():
    small, grand = pad_prices.SLAM[6], pad_prices.SLAM[7]

    assert [
        small[False],
        pad_prices.RUBBER_2_1,
        grand[False],
        pad_prices.RUBBER_2_0,
        small[True],
        pad_prices.RUBBER_BY_A_DOOR,
        grand[True],
    ] == [1, 2, 3, 4, 5, 6, 7]


def test_both_doors_are_at_1000_points():
    assert (pad_prices.FRONT_DOOR, pad_prices.BACK_DOOR) == (1000, -1000)


def test_games_and_part_scores_have_the_printed_prices():
    assert (pad_prices.GAME, pad_prices.PART_SCORE, pad_prices.LAST_PART_SCORE) == ((300, 500), 50, 100)
