"""Tests for friendly rubbers, worked out by hand from the leaflet and the Laws."""

from scoring.rules.sides import EW, NS, Seat
from tests.scoring.pads.notation import rubbers


def test_the_leaflets_rubber_scores_90_to_920():
    assert rubbers("N 2H 9", "E 3NT 9", "E 4S 10").total == (90, 920)


def test_a_passed_in_deal_counts_and_passes_the_deal():
    pad = rubbers("pass", "N 2H 8", first_dealer=Seat.W)

    assert [line.dealer for line in pad.lines] == [Seat.W, Seat.N]
    assert pad.next == (3, Seat.E, ())


def test_the_next_deal_has_a_dealer_and_a_vulnerability():
    assert rubbers("N 3NT 9", "E 3NT 9").next == (3, Seat.S, (NS, EW))


def test_a_pad_has_any_number_of_deals():
    assert rubbers(*["pass"] * 100, "N 3NT 9").total == (400, 0)


def test_each_rubber_lists_its_deals_games_and_bonus():
    pad = rubbers("pass", "E 3NT 9", "N 3NT 9", "E 4S 10", "N 1C 7")

    assert pad.rubbers == ((1, 1, 4, (1, 2), True, (0, 500)), (2, 5, 5, (0, 0), False, (0, 0)))


def test_an_unfinished_rubber_is_described():
    pad = rubbers("N 3NT 9", "N 3NT 9", "pass")

    assert not pad.complete
    assert pad.unfinished == "Rubber 2 is unfinished. If play stops now, Law 80 applies."


def test_a_pad_is_complete_at_the_start_and_after_each_rubber():
    assert [(pad.complete, pad.unfinished) for pad in (rubbers(), rubbers("N 3NT 9", "N 3NT 9"))] == [
        (True, ""),
        (True, ""),
    ]
