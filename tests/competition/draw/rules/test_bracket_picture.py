import pytest

from competition.contest.rules.division import Division
from competition.draw.rules.bracket_picture import bracket_picture
from competition.draw.rules.sections import byes_for, places_for


@pytest.mark.parametrize(("pairs", "matches", "byes"), [(2, 1, 0), (5, 1, 3), (16, 8, 0), (22, 6, 10), (33, 1, 31)])
def test_the_picture_has_a_fork_for_each_match_of_round_1_and_a_line_for_each_bye(pairs, matches, byes):
    picture = bracket_picture(pairs)

    assert picture.play.count("M4 ") == matches
    assert picture.byes.count("M") == byes
    assert picture.play.count("V") == pairs - 1


def test_a_draw_of_more_than_64_pairs_has_no_picture():
    assert bracket_picture(64)
    assert bracket_picture(65) is None


@pytest.mark.parametrize(("pairs", "division"), [(10, Division(4, 8)), (9, Division(1, 4)), (3, Division(1, 2))])
def test_the_picture_has_no_lines_in_the_sections_of_pairs_that_join_later(pairs, division):
    picture = bracket_picture(pairs, division)
    plain = bracket_picture(places_for(pairs, division))

    assert picture.byes.count("M") == byes_for(pairs, division)
    assert picture.play.count("V") == pairs - 1 + division.kept
    assert (picture.height, picture.end) == (plain.height, plain.end)
