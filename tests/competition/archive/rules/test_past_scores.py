"""Tests for the score of a past final, and for its agreement with the note on the final."""

import pytest

from competition.archive.rules.past_scores import check_score, read_score

WINNERS, RUNNERS_UP = ("Ann Lark", "Bo Wren"), ("Cy Dam", "Dee Hay")


@pytest.mark.parametrize(
    ("score", "note"),
    [
        ("2,910 to 2,340", "won by 570"),
        ("2,910 to 2,340", "postponed by 2 weeks, walkover in the semi-final"),
        ("2,910 to 2,340", "A Lark & B Wren won"),
        ("by 570", "the book is lost"),
        ("walkover", ""),
    ],
)
def test_a_consistent_score_is_accepted(score, note):
    check_score(score, note, WINNERS, RUNNERS_UP)


def test_two_totals_are_always_written_in_one_format():
    assert read_score("2910 : 2340") == read_score("2910", "2340") == "2,910 to 2,340"
    assert read_score("2340-2910", may_be_reversed=True) == "2,910 to 2,340"
