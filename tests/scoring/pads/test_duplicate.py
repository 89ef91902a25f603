"""Duplicate deals, worked by hand from the paper."""

import pytest

from scoring.pads.duplicate import Played, entries, vulnerable_on
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat
from tests.scoring.pads.notation import duplicate
from tests.scoring.rules.notation import deal


def items(text: str) -> list[tuple]:
    """What a deal is worth, item by item: points, reason, source."""
    (line,) = duplicate(text).lines
    return [tuple(entry[2:]) for entry in entries(line.deal, line.vulnerable)]


def test_a_part_score_is_worth_50_more():
    assert items("N 2H 8 none") == [
        (60, "trick points", "Law 81"),
        (50, "part-score", "Duplicate Bridge Scoring"),
    ]


def test_a_game_vulnerable_is_worth_500_more():
    assert items("N 4S 11 both") == [
        (120, "trick points", "Law 81"),
        (30, "overtricks", "Law 81"),
        (500, "game", "Duplicate Bridge Scoring"),
    ]


def test_a_slam_is_a_game_too():
    assert items("N 6NTX 12 none") == [
        (380, "trick points", "Law 81"),
        (500, "small slam", "Law 81"),
        (50, "doubled contract made", "Law 81"),
        (300, "game", "Duplicate Bridge Scoring"),
    ]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("N 1C 7 none", 70),
        ("N 1NT 9 ns", 150),
        ("N 3NT 9 none", 400),
        ("N 3NT 9 ns", 600),
        ("N 3NT 9 ew", 400),
        ("N 2DX 8 both", 180),
        ("N 2HX 8 both", 670),
        ("N 1NTXX 7 none", 560),
        ("N 5D 11 both", 600),
        ("N 6S 13 both", 1460),
        ("N 7CXX 13 both", 2660),
        ("N 7NT 13 none", 1520),
        ("N 4H 9 none", -50),
        ("N 4HX 7 none", -500),
        ("N 4HX 7 ns", -800),
        ("N 3NTXX 5 ns", -2200),
    ],
)
def test_the_papers_own_values(text, points):
    assert duplicate(text).total == (points, -points)


def test_what_defenders_score_counts_against_declarer():
    assert duplicate("E 4S 8 ns").lines[0].score == (100, -100)


def test_a_passed_in_deal_scores_nothing():
    assert duplicate("pass").lines[0].score == (0, 0)


def test_no_deal_bears_on_another():
    # In a rubber two part-scores would be a game.
    assert [line.score for line in duplicate("N 2H 8 none", "N 2H 8 none").lines] == [(110, -110), (110, -110)]


def test_the_points_of_an_evening_add_up():
    assert duplicate("N 3NT 9 ns", "E 4S 10 none", "N 1NT 6 none").total == (600 - 420 - 50, -600 + 420 + 50)


def test_who_is_vulnerable_goes_round_in_sixteen_deals():
    names = {(): "-", (NS,): "n", (EW,): "e", (NS, EW): "b"}

    assert "".join(names[vulnerable_on(number)] for number in range(1, 21)) == "-nebneb-eb-nb-ne-neb"


def test_a_deal_goes_by_its_number_unless_told_otherwise():
    told = duplicate("N 4S 10", "N 4S 10", "N 4S 10 none")

    assert [line.vulnerable for line in told.lines] == [(), (NS,), ()]
    assert [line.score.ns for line in told.lines] == [420, 620, 420]


def test_the_next_deal_is_named_with_its_dealer_and_who_is_vulnerable():
    assert duplicate("pass", "pass").next == (3, Seat.S, (EW,))


def test_honours_are_not_scored():
    with pytest.raises(Refused, match=r"^Honours are not scored at duplicate\.$"):
        Played(deal("N 4S 10 NS:100"))


def test_nothing_is_ever_unfinished():
    assert duplicate("pass").unfinished == ""
