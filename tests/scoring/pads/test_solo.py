"""Tests for solo points, line by line from the table in the paper."""

from scoring.pads.singles import (
    RankingPlace,
    RubberEnding,
    SinglesAward,
    SinglesPlayer,
    Slam,
    WayToWin,
    awards,
    partners,
    places,
    tally,
)
from scoring.rules.sides import EW, NS

S, A, B, C = SinglesPlayer
SIDES = partners(1)


def test_both_winners_of_a_rubber_get_points():
    for how, points, reason in [
        (WayToWin.TWO_ONE, 2, "rubber won 2-1"),
        (WayToWin.TWO_NIL, 4, "rubber won 2-0"),
        (WayToWin.FRONT_DOOR, 6, "rubber won, out the front door"),
        (WayToWin.BACK_DOOR, 6, "rubber won, opponents out the back door"),
    ]:
        assert awards(SIDES, RubberEnding(EW, how), ()) == (
            SinglesAward(B, points, reason),
            SinglesAward(C, points, reason),
        ), how


def test_both_partners_of_a_slam_get_points():
    for level, winner, points, reason in [
        (6, EW, 1, "small slam on deal 3, rubber not won"),
        (7, EW, 3, "grand slam on deal 3, rubber not won"),
        (6, NS, 5, "small slam on deal 3, rubber won"),
        (7, NS, 7, "grand slam on deal 3, rubber won"),
    ]:
        given = awards(SIDES, RubberEnding(winner, WayToWin.TWO_ONE), [Slam(3, NS, level)])

        assert given[2:] == (SinglesAward(S, points, reason), SinglesAward(A, points, reason)), level


def test_slams_add_up_and_are_worth_more_to_the_winners():
    slams = [Slam(1, NS, 6), Slam(2, EW, 6), Slam(3, NS, 7)]

    assert tally(awards(SIDES, RubberEnding(NS, WayToWin.FRONT_DOOR), slams)) == {
        S: 6 + 5 + 7,
        A: 6 + 5 + 7,
        B: 1,
        C: 1,
    }


def test_a_player_without_awards_has_zero_points():
    assert tally([SinglesAward(B, 4, "rubber won 2-0")]) == {S: 0, A: 0, B: 4, C: 0}


def test_players_with_equal_points_share_a_place():
    assert places({S: 4, A: 6, B: 4, C: 0}) == (
        RankingPlace(1, A, 6),
        RankingPlace(2, S, 4),
        RankingPlace(2, B, 4),
        RankingPlace(4, C, 0),
    )
