"""The prices of the papers, as they print them."""

from scoring.pads import tariff


def test_the_solo_points_are_one_to_seven_in_the_order_of_the_paper():
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


def test_both_doors_are_a_thousand_away():
    assert (tariff.FRONT_DOOR, tariff.BACK_DOOR) == (1000, -1000)


def test_a_game_is_300_or_500_and_a_part_score_50_or_on_a_last_deal_100():
    assert (tariff.GAME, tariff.PART_SCORE, tariff.LAST_PART_SCORE) == ((300, 500), 50, 100)
