"""Tests for singles, worked out by hand from the paper."""

import pytest

from scoring.pads.singles import RankingPlace, SinglesDeal, SinglesPlayer, places
from scoring.rules.contract import Contract
from scoring.rules.refusal import Refused
from scoring.rules.sides import NS, Seat
from tests.scoring.pads.notation import singles

S, A, B, C = SinglesPlayer
# The scorer wins a rubber by two games to none with any partner.
TWO_NIL = ("S 3NT 9", "S 3NT 9")


def test_partners_change_after_each_finished_rubber():
    pad = singles(*TWO_NIL)

    assert (pad.running.number, pad.running.sides, pad.running.lines) == (2, ((S, B), (A, C)), ())


def test_declarer_scores_for_their_side_in_that_rubber():
    games = [singles(*TWO_NIL * before, "A 3NT 9").rubbers[-1].games for before in range(4)]

    assert games == [(1, 0), (0, 1), (0, 1), (1, 0)]


def test_each_rubber_starts_without_games_and_points():
    pad = singles("S 3NT 9", "B 1C 6", "S 3NT 9", "pass")

    assert (pad.running.games, pad.running.above, pad.next.vulnerable) == ((0, 0), (0, 0), ())


def test_deals_are_numbered_within_their_rubber():
    assert [line.number for line in singles(*TWO_NIL, "pass", "S 2H 8").lines] == [1, 2, 1, 2]


def test_the_deal_passes_on_from_one_rubber_to_the_next():
    pad = singles("pass", *TWO_NIL, "pass", first_dealer=Seat.W)

    assert [line.dealer for line in pad.lines] == [Seat.W, Seat.N, Seat.E, Seat.S]
    assert pad.next == (2, Seat.W, ())


def test_the_next_deal_has_a_dealer_and_a_vulnerability():
    assert singles("S 3NT 9").next == (2, Seat.E, (NS,))


def test_each_player_collects_points_from_all_rubbers():
    # S and A win 2-0. A and C win by the back door. S and C win 2-1 against a small slam.
    pad = singles(*TWO_NIL, "S 2NTX 2", "S 3NT 9", "A 6H 12", "C 3NT 9")

    assert [rubber.points for rubber in pad.rubbers] == [
        {S: 4, A: 4, B: 0, C: 0},
        {S: 0, A: 6, B: 0, C: 6},
        {S: 2, A: 1, B: 1, C: 2},
    ]
    assert pad.points == {S: 6, A: 11, B: 1, C: 8}


def test_players_are_ranked_after_each_round():
    pad = singles(*TWO_NIL * 3, "B 3NT 9", "B 3NT 9", *TWO_NIL * 2)

    assert [played.total for played in pad.rounds] == [{S: 12, A: 4, B: 4, C: 4}, {S: 20, A: 4, B: 12, C: 12}]
    assert [played.points for played in pad.rounds] == [{S: 12, A: 4, B: 4, C: 4}, {S: 8, A: 0, B: 8, C: 8}]
    assert places(pad.rounds[1].total) == (
        RankingPlace(1, S, 20),
        RankingPlace(2, B, 12),
        RankingPlace(2, C, 12),
        RankingPlace(4, A, 4),
    )


def test_an_incomplete_round_adds_points_but_has_no_ranking():
    # B leads after the fourth rubber, but the second round is incomplete.
    out_the_door = ["B 7NT 13", "B 1C 8"]
    pad = singles(*TWO_NIL * 3, *out_the_door)

    assert pad.points == {S: 12, A: 4, B: 17, C: 17}
    assert places(pad.rounds[0].total)[0] == RankingPlace(1, S, 12)


def test_players_with_equal_points_share_the_lead():
    # C and the scorer win every rubber they play together, and each wins with one other partner.
    pad = singles(*TWO_NIL, "C 3NT 9", "C 3NT 9", *TWO_NIL)

    assert [place.player for place in places(pad.rounds[0].total) if place.place == 1] == [S, A, C]


def test_an_incomplete_round_is_called_unfair():
    for deals, over, number in [
        (TWO_NIL, 1, 1),
        (TWO_NIL * 2, 2, 1),
        ((*TWO_NIL * 2, "pass"), 2, 1),
        ((*TWO_NIL * 3, "pass"), 0, 2),
    ]:
        evening = singles(*deals)

        assert not evening.complete, deals
        assert evening.unfinished == (
            f"Round {number} is incomplete, with {over} of its 3 rubbers finished. "
            "Its points are unfair, because not everybody has partnered everybody."
        )


def test_complete_rounds_are_fair():
    for rounds in [0, 1, 2]:
        evening = singles(*TWO_NIL * 3 * rounds)

        assert (evening.complete, evening.unfinished, len(evening.rounds)) == (True, "", rounds), rounds


def test_an_impossible_deal_is_refused():
    for facts, sentence in [
        ((None, Contract.parse("3NT"), 9), "Choose the declarer."),
        ((S, Contract.parse("3NT"), 14), "A side wins 0 to 13 tricks, not 14."),
        ((None, None, 9), "A deal with tricks needs a contract. A passed-in deal has no tricks."),
    ]:
        with pytest.raises(Refused) as refused:
            SinglesDeal(*facts)

        assert str(refused.value) == sentence, facts
