"""Tests of friendly rubbers, worked by hand from the leaflet and the Laws."""

from scoring.rules.sides import EW, NS, Seat
from tests.scoring.pads.notation import rubbers


def above(*deals: str) -> list[tuple]:
    """Return the entries of the last deal above the line: side, points and Law."""
    return [(entry.side, entry.points, entry.source) for entry in rubbers(*deals).lines[-1].entries[1:]]


def test_the_rubber_in_the_leaflet_is_90_to_920():
    assert rubbers("N 2H 9", "E 3NT 9", "E 4S 10").total == (90, 920)


def test_winning_two_games_to_none_earns_700():
    assert above("N 3NT 9", "N 4S 10") == [("ns", 700, "Law 74")]


def test_winning_two_games_to_one_earns_500():
    assert above("N 3NT 9", "E 3NT 9", "N 4S 10") == [("ns", 500, "Law 74")]


def test_the_winners_of_a_rubber_may_have_fewer_points():
    # North-South win two games and 500. East-West win one game and the penalty for four light, doubled and vulnerable.
    assert rubbers("N 3NT 9", "E 3NT 9", "N 2SX 4", "N 4S 10").total == (100 + 120 + 500, 100 + 1100)


def test_nobody_is_vulnerable_in_a_new_rubber():
    pad = rubbers("N 3NT 9", "N 4S 10", "N 4S 9")

    assert [line.vulnerable for line in pad.lines] == [(), (NS,), ()]
    assert pad.lines[-1].score == (0, 50)


def test_two_part_scores_make_a_game():
    assert [line.game for line in rubbers("N 2H 8", "S 2C 8").lines] == [None, NS]


def test_a_game_of_the_opponents_resets_a_part_score():
    assert rubbers("N 2H 8", "E 3NT 9", "N 2D 8").lines[-1].game is None


def test_surplus_trick_points_do_not_count_for_the_next_game():
    assert rubbers("N 5S 11", "N 3S 9").lines[-1].game is None


def test_the_only_game_of_an_unfinished_rubber_earns_300():
    assert rubbers("N 3NT 9").credits == (300, 0)


def test_the_only_part_score_of_an_unfinished_rubber_earns_100():
    assert rubbers("E 2H 8").credits == (0, 100)


def test_one_side_may_have_both_credits():
    assert rubbers("N 3NT 9", "N 2H 8").credits == (400, 0)


def test_each_side_may_have_one_of_the_credits():
    assert rubbers("N 3NT 9", "E 2H 8").credits == (300, 100)


def test_one_game_each_earns_no_credit():
    assert rubbers("N 3NT 9", "E 3NT 9").credits == (0, 0)


def test_part_scores_of_both_sides_earn_no_credit():
    assert rubbers("N 2H 8", "E 2H 8").credits == (0, 0)


def test_a_part_score_before_a_game_earns_no_credit():
    assert rubbers("N 2H 8", "E 3NT 9").credits == (0, 300)


def test_a_finished_rubber_has_no_credits():
    assert rubbers("N 3NT 9", "N 3NT 9").credits == (0, 0)


def test_two_revoke_tricks_count_for_three_hearts():
    """Test the example of Law 77: eight tricks won and two transferred."""
    (line,) = rubbers(f"N 3H {8 + 2}").lines

    assert (line.below, line.above) == ((90, 0), (30, 0))


def test_honours_of_defenders_score_for_the_defenders():
    assert rubbers("N 2H 8 EW:100").lines[-1].score == (60, 100)


def test_the_largest_penalty_is_7600():
    assert rubbers("N 3NT 9", "N 7NTXX 0").lines[-1].score == (0, 7600)


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

    assert pad.rubbers == (
        (1, 1, 4, (1, 2), True, (0, 500)),
        (2, 5, 5, (0, 0), False, (0, 0)),
    )


def test_an_unfinished_rubber_is_named():
    pad = rubbers("N 3NT 9", "N 3NT 9", "pass")

    assert not pad.complete
    assert pad.unfinished == "Rubber 2 is unfinished. If play stops now, Law 80 applies."


def test_a_pad_is_complete_at_the_start_and_after_a_rubber():
    assert [(pad.complete, pad.unfinished) for pad in (rubbers(), rubbers("N 3NT 9", "N 3NT 9"))] == [
        (True, ""),
        (True, ""),
    ]
