"""Tests of the price of one deal."""

from scoring.rules.deal_value import price
from scoring.rules.sides import EW, NS, Tally
from tests.scoring.rules.notation import deal


def written(text: str, *vulnerable) -> list[tuple]:
    return [tuple(entry) for entry in price(deal(text), vulnerable).entries]


def test_a_contract_made_scores_below_the_line():
    assert written("N 4S 10") == [("ns", "below", 120, "trick points", 81)]


def test_overtricks_score_above_the_line():
    assert written("E 2H 9") == [
        ("ew", "below", 60, "trick points", 81),
        ("ew", "above", 30, "overtricks", 81),
    ]


def test_all_premiums_may_occur_in_one_deal():
    assert written("N 6NTXX 13 NS:150", NS) == [
        ("ns", "below", 760, "trick points", 81),
        ("ns", "above", 400, "overtricks", 81),
        ("ns", "above", 750, "small slam", 81),
        ("ns", "above", 100, "redoubled contract made", 81),
        ("ns", "above", 150, "honours", 81),
    ]


def test_a_slam_bonus_is_not_doubled():
    assert written("N 7CX 13") == [
        ("ns", "below", 280, "trick points", 81),
        ("ns", "above", 1000, "grand slam", 81),
        ("ns", "above", 50, "doubled contract made", 81),
    ]


def test_twelve_tricks_are_not_a_slam_unless_bid():
    assert price(deal("N 5D 12"), ()).above == Tally(20, 0)


def test_undertricks_go_to_the_defenders():
    assert written("W 4SX 8") == [("ns", "above", 300, "undertricks", 81)]


def test_only_the_vulnerability_of_declarers_side_counts():
    assert price(deal("N 4S 9"), (EW,)) == price(deal("N 4S 9"), ())
    assert price(deal("N 4S 9"), (NS,)).score == Tally(0, 100)


def test_honours_score_for_their_holder_in_any_result():
    for holder in ["NS", "EW"]:
        for tricks in [9, 10]:
            with_honours = price(deal(f"N 4SXX {tricks} {holder}:100"), (NS,))
            without = price(deal(f"N 4SXX {tricks}"), (NS,))

            assert with_honours.score == without.score.plus(NS if holder == "NS" else EW, 100), holder


def test_a_passed_in_deal_scores_nothing():
    assert price(deal("pass"), (NS, EW)) == ((), Tally(0, 0), Tally(0, 0), Tally(0, 0))
