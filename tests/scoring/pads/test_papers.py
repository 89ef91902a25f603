"""Tests for the games and their source papers."""

from scoring.pads import papers
from scoring.pads.papers import PadGame, SourcePaper


def test_five_games_have_a_score_pad():
    assert [(game.value, game.word) for game in PadGame] == [
        ("rubber", "rubber bridge"),
        ("duplicate", "duplicate"),
        ("chicago", "Chicago"),
        ("singles", "singles"),
        ("nullos", "nullos"),
    ]


def test_each_source_paper_has_its_own_title():
    assert [*SourcePaper] == ["Duplicate Bridge Scoring", "Chicago", "Singles Scoring System", "Nullos"]


def test_solo_points_are_one_to_seven_in_the_order_of_the_paper():
    small, grand = papers.SLAM[6], papers.SLAM[7]

    assert [
        small[False],
        papers.RUBBER_2_1,
        grand[False],
        papers.RUBBER_2_0,
        small[True],
        papers.RUBBER_BY_A_DOOR,
        grand[True],
    ] == [1, 2, 3, 4, 5, 6, 7]


def test_both_doors_open_at_1000_points():
    assert (papers.FRONT_DOOR, papers.BACK_DOOR) == (1000, -1000)


def test_games_and_part_scores_have_the_printed_prices():
    assert (papers.GAME, papers.PART_SCORE, papers.LAST_PART_SCORE) == ((300, 500), 50, 100)
