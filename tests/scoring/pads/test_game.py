"""Tests of the games and their papers."""

from scoring.pads.game import Game, Paper


def test_five_games_have_a_score_pad():
    assert [(game.value, game.word) for game in Game] == [
        ("rubber", "rubber bridge"),
        ("duplicate", "duplicate"),
        ("chicago", "Chicago"),
        ("singles", "singles"),
        ("nullos", "nullos"),
    ]


def test_each_paper_has_its_own_title():
    assert [*Paper] == ["Duplicate Bridge Scoring", "Chicago", "Singles Scoring System", "Nullos"]
