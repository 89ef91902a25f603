import pytest

from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, Honours, PointsReason, ScoreEntry, ScorePart, points, price
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat, Tally
from tests.scoring.rules.notation import deal

SPADES, NO_TRUMP = Contract.parse("4S"), Contract.parse("3NT")


def test_a_deal_belongs_to_declarers_side():
    assert (deal("W 4S 10").side, deal("W 4S 10").is_passed_in) == (EW, False)


def test_a_passed_in_deal_has_no_side():
    passed_in = DealResult.passed_in()

    assert (passed_in.is_passed_in, passed_in.side, passed_in.over) == (True, None, 0)


def test_overtricks_are_counted_from_the_contract():
    for tricks, over in [(8, -2), (10, 0), (13, 3)]:
        assert deal(f"N 4S {tricks}").over == over, tricks


def test_tricks_outside_0_to_13_are_refused():
    for tricks in [-1, 14]:
        with pytest.raises(Refused, match=f"^A side wins 0 to 13 tricks, not {tricks}.$"):
            DealResult(Seat.N, SPADES, tricks)


def test_an_incomplete_deal_is_refused():
    for facts, sentence in [
        ((None, SPADES, 10), "Choose the declarer."),
        ((Seat.N, SPADES, None), "Enter the number of tricks that declarer’s side won."),
        ((Seat.N, None, None), "A deal with a declarer needs a contract. A passed-in deal has no declarer."),
        ((None, None, 9), "A deal with tricks needs a contract. A passed-in deal has no tricks."),
        ((None, None, None, Honours(NS, 100)), "A passed-in deal has no honours. Leave them out."),
    ]:
        with pytest.raises(Refused) as refused:
            DealResult(*facts)

        assert str(refused.value) == sentence, facts


def test_honours_other_than_100_or_150_are_refused():
    for value in [0, 50, 200]:
        with pytest.raises(Refused, match=f"^Honours are worth 100 or 150 points, not {value}.$"):
            Honours(NS, value)


def test_100_honours_at_no_trump_are_refused():
    with pytest.raises(Refused, match=r"100 is impossible\.$"):
        DealResult(Seat.N, NO_TRUMP, 9, Honours(NS, 100))


def test_defenders_may_hold_four_aces_at_no_trump():
    assert DealResult(Seat.N, NO_TRUMP, 9, Honours(EW, 150)).honours == Honours(EW, 150)


def test_entries_are_added_up_for_each_side():
    written = [
        ScoreEntry(NS, ScorePart.BELOW, 60, PointsReason.TRICK_POINTS, 81),
        ScoreEntry(NS, ScorePart.ABOVE, 30, PointsReason.OVERTRICKS, 81),
        ScoreEntry(EW, ScorePart.ABOVE, 100, PointsReason.HONOURS, 81),
    ]

    assert points(written) == Tally(90, 100)


def test_an_entry_names_its_law():
    assert ScoreEntry(NS, ScorePart.ABOVE, 300, PointsReason.ONLY_GAME, 80).source == "Law 80"


def written(text: str, *vulnerable) -> list[tuple]:
    return [tuple(entry) for entry in price(deal(text), vulnerable).entries]


def test_a_contract_made_scores_below_the_line():
    assert written("N 4S 10") == [("ns", "below", 120, "trick points", 81)]


def test_overtricks_score_above_the_line():
    assert written("E 2H 9") == [("ew", "below", 60, "trick points", 81), ("ew", "above", 30, "overtricks", 81)]


def test_all_premiums_can_occur_in_one_deal():
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


def test_twelve_tricks_are_not_a_slam_unless_it_was_bid():
    assert price(deal("N 5D 12"), ()).above == Tally(20, 0)


def test_undertricks_go_to_the_defenders():
    assert written("W 4SX 8") == [("ns", "above", 300, "undertricks", 81)]


def test_only_the_vulnerability_of_declarers_side_counts():
    assert price(deal("N 4S 9"), (EW,)) == price(deal("N 4S 9"), ())
    assert price(deal("N 4S 9"), (NS,)).score == Tally(0, 100)


def test_honours_score_for_their_holder_whatever_the_result():
    for holder in ["NS", "EW"]:
        for tricks in [9, 10]:
            with_honours = price(deal(f"N 4SXX {tricks} {holder}:100"), (NS,))
            without = price(deal(f"N 4SXX {tricks}"), (NS,))

            assert with_honours.score == without.score.plus(NS if holder == "NS" else EW, 100), holder


def test_a_passed_in_deal_scores_nothing():
    assert price(deal("pass"), (NS, EW)) == ((), Tally(0, 0), Tally(0, 0), Tally(0, 0))
