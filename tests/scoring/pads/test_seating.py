"""Tests for the seating in singles, from the table in the paper."""

from scoring.pads.singles import SinglesPlayer, partners, round_of, seat_of_player, seats
from scoring.rules.sides import Seat

S, A, B, C = SinglesPlayer


def test_a_round_is_seated_as_in_the_paper():
    north_south_east_west = [[seats(rubber)[Seat(letter)] for letter in "NSEW"] for rubber in (1, 2, 3)]

    assert north_south_east_west == [[S, A, B, C], [S, B, A, C], [S, C, A, B]]


def test_the_scorer_partners_each_other_player_in_turn():
    assert [partners(rubber) for rubber in (1, 2, 3)] == [((S, A), (B, C)), ((S, B), (A, C)), ((S, C), (A, B))]


def test_a_second_round_is_seated_like_the_first():
    assert [seats(rubber) for rubber in (4, 5, 6)] == [seats(rubber) for rubber in (1, 2, 3)]


def test_three_rubbers_make_a_round():
    assert [round_of(rubber) for rubber in range(1, 8)] == [1, 1, 1, 2, 2, 2, 3]


def test_the_seat_of_a_player_depends_on_the_rubber():
    assert [seat_of_player(B, rubber) for rubber in (1, 2, 3)] == [Seat.E, Seat.S, Seat.W]
