import pytest

from competition.draw.rules.bracket_picture import bracket_picture


@pytest.mark.parametrize(("pairs", "matches", "byes"), [(2, 1, 0), (5, 1, 3), (16, 8, 0), (22, 6, 10), (33, 1, 31)])
def test_the_picture_has_a_fork_for_each_match_of_round_1_and_a_line_for_each_bye(pairs, matches, byes):
    picture = bracket_picture(pairs)

    assert picture.play.count("M4 ") == matches
    assert picture.byes.count("M") == byes
    assert picture.play.count("V") == pairs - 1


def test_a_draw_of_more_than_64_pairs_has_no_picture():
    assert bracket_picture(64)
    assert bracket_picture(65) is None
