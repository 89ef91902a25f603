import csv
from pathlib import Path

import pytest

from scoring.pads.duplicate import DuplicateDeal, entries, table, vulnerable_on
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat
from tests.scoring.pads.notation import duplicate
from tests.scoring.rules.notation import deal


def items(text: str) -> list[tuple]:
    """Return the value of a deal as items of points, reason and source."""
    (line,) = duplicate(text).lines
    return [tuple(entry[2:]) for entry in entries(line.deal, line.vulnerable)]


def test_a_part_score_earns_50():
    assert items("N 2H 8 none") == [(60, "trick points", "Law 81"), (50, "part-score", "Duplicate Bridge Scoring")]


def test_a_game_earns_500_when_vulnerable():
    assert items("N 4S 11 both") == [
        (120, "trick points", "Law 81"),
        (30, "overtricks", "Law 81"),
        (500, "game", "Duplicate Bridge Scoring"),
    ]


def test_a_slam_also_earns_the_game_bonus():
    assert items("N 6NTX 12 none") == [
        (380, "trick points", "Law 81"),
        (500, "small slam", "Law 81"),
        (50, "doubled contract made", "Law 81"),
        (300, "game", "Duplicate Bridge Scoring"),
    ]


def test_values_match_those_on_the_paper():
    for text, points in [
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
    ]:
        assert duplicate(text).total == (points, -points), text


def test_penalties_are_negative_for_declarers_side():
    assert duplicate("E 4S 8 ns").lines[0].score == (100, -100)


def test_a_passed_in_deal_scores_nothing():
    assert duplicate("pass").lines[0].score == (0, 0)


def test_deals_do_not_affect_each_other():
    # In a rubber, two of these part-scores would make a game.
    assert [line.score for line in duplicate("N 2H 8 none", "N 2H 8 none").lines] == [(110, -110), (110, -110)]


def test_the_total_is_the_sum_of_all_deals():
    assert duplicate("N 3NT 9 ns", "E 4S 10 none", "N 1NT 6 none").total == (600 - 420 - 50, -600 + 420 + 50)


def test_vulnerability_repeats_after_sixteen_deals():
    names = {(): "-", (NS,): "n", (EW,): "e", (NS, EW): "b"}

    assert "".join(names[vulnerable_on(number)] for number in range(1, 21)) == "-nebneb-eb-nb-ne-neb"


def test_vulnerability_follows_the_number_unless_given():
    told = duplicate("N 4S 10", "N 4S 10", "N 4S 10 none")

    assert [line.vulnerable for line in told.lines] == [(), (NS,), ()]
    assert [line.score.ns for line in told.lines] == [420, 620, 420]


def test_the_next_deal_has_a_dealer_and_a_vulnerability():
    assert duplicate("pass", "pass").next == (3, Seat.S, (EW,))


def test_honours_are_refused():
    with pytest.raises(Refused, match=r"^Honours are not scored at duplicate\. Leave them out\.$"):
        DuplicateDeal(deal("N 4S 10 NS:100"))


def test_a_pad_of_duplicate_is_never_unfinished():
    assert duplicate("pass").unfinished == ""


PRINTED = Path(__file__).parents[3] / "fixtures" / "duplicate_scores.csv"


def test_all_582_values_match_the_printed_table():
    with PRINTED.open(newline="") as file:
        printed = list(csv.reader(file))[1:]
    ours = [
        [str(cell) for cell in (row.level or "defeated", row.kind or "", row.tricks, *row.scores)] for row in table()
    ]

    assert ours == printed
    assert sum(len(row.scores) for row in table()) == 582
