"""Chicago, worked by hand."""

import pytest

from scoring.rules.pad import pad_of
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat
from tests.scoring.pads.notation import chicago


def items(*deals: str) -> list[tuple]:
    """What the last of these deals writes: side, line, points, reason, source."""
    return [tuple(entry) for entry in chicago(*deals).lines[-1].entries]


def scores(*deals: str) -> list[tuple]:
    return [tuple(line.score) for line in chicago(*deals).lines]


NOTHING_IN_IT = "N 1NT 6"


def test_nobody_then_twice_the_dealers_side_then_both_are_vulnerable():
    evening = chicago(*[NOTHING_IN_IT] * 5)

    assert [(line.dealer, line.vulnerable) for line in evening.lines] == [
        (Seat.N, ()),
        (Seat.E, (EW,)),
        (Seat.S, (NS,)),
        (Seat.W, (NS, EW)),
        (Seat.N, ()),
    ]


def test_who_is_vulnerable_goes_by_who_deals():
    evening = chicago(*[NOTHING_IN_IT] * 3, first_dealer=Seat.E)

    assert [line.vulnerable for line in evening.lines] == [(), (NS,), (EW,)]


def test_a_game_not_vulnerable_is_worth_300_more():
    assert items("N 4S 10") == [
        ("ns", "below", 120, "trick points", "Law 81"),
        ("ns", "above", 300, "game", "Chicago"),
    ]


def test_a_game_vulnerable_is_worth_500_more():
    assert scores(NOTHING_IN_IT, "E 3NT 9")[-1] == (0, 600)


def test_a_game_by_the_side_that_is_not_vulnerable_is_worth_300_whoever_else_is():
    assert scores(NOTHING_IN_IT, "N 3NT 9")[-1] == (400, 0)


def test_two_games_win_no_rubber():
    assert scores("N 4S 10", "N 4S 10") == [(420, 0), (420, 0)]


def test_a_part_score_by_itself_brings_its_trick_points_only():
    assert items("N 2H 9") == [
        ("ns", "below", 60, "trick points", "Law 81"),
        ("ns", "above", 30, "overtricks", "Law 81"),
    ]


def test_part_scores_are_carried_on_towards_a_game():
    assert scores("N 2H 8", "S 2C 8") == [(60, 0), (40 + 300, 0)]


def test_a_game_wipes_out_both_part_scores():
    # 60 each, a game by East-West, then 40 each: nobody has another game.
    evening = chicago("N 2H 8", "E 2H 8", "E 2C 8", "N 2C 8")

    assert [line.game for line in evening.lines] == [None, None, EW, None]


def test_no_part_score_is_carried_into_the_next_chukker():
    evening = chicago("E 1NT 7", NOTHING_IN_IT, NOTHING_IN_IT, "N 2H 8", "N 2C 8", "E 2H 8")

    assert [line.game for line in evening.lines] == [None] * 6


def test_a_part_score_on_the_fourth_deal_is_worth_100():
    assert items(*[NOTHING_IN_IT] * 3, "W 2H 8") == [
        ("ew", "below", 60, "trick points", "Law 81"),
        ("ew", "above", 100, "part-score on the fourth deal", "Chicago"),
    ]


def test_a_part_score_on_an_earlier_deal_is_worth_no_more():
    assert scores(NOTHING_IN_IT, NOTHING_IN_IT, "W 2H 8")[-1] == (0, 60)


def test_a_part_score_on_the_eighth_deal_is_one_on_a_fourth():
    assert scores(*[NOTHING_IN_IT] * 7, "W 2H 8")[-1] == (0, 160)


def test_a_part_score_that_completes_a_game_on_the_fourth_deal_is_a_game():
    assert items("N 2H 8", NOTHING_IN_IT, NOTHING_IN_IT, "N 2C 8") == [
        ("ns", "below", 40, "trick points", "Law 81"),
        ("ns", "above", 500, "game", "Chicago"),
    ]


def test_a_contract_defeated_on_the_fourth_deal_earns_no_bonus():
    assert scores(*[NOTHING_IN_IT] * 3, "W 2H 7")[-1] == (100, 0)


def test_penalties_go_by_the_vulnerability_of_the_deal():
    assert scores(*["N 1NT 5"] * 4) == [(0, 100), (0, 100), (0, 200), (0, 200)]


def test_a_part_score_doubled_into_game_is_a_game():
    assert scores("N 2SX 8") == [(120 + 50 + 300, 0)]


def test_a_small_slam_vulnerable():
    assert scores(*[NOTHING_IN_IT] * 3, "N 6S 12")[-1] == (180 + 750 + 500, 0)


def test_a_grand_slam_not_vulnerable():
    assert scores("E 7NT 13") == [(0, 220 + 1000 + 300)]


def test_honours_are_scored_as_in_rubber_bridge():
    assert scores("N 2H 8 EW:150") == [(60, 150)]


def test_a_passed_in_deal_takes_no_number():
    with pytest.raises(Refused, match=r"^In Chicago a passed-in deal takes no number: East deals deal 2 again\.$"):
        chicago(NOTHING_IN_IT, "pass")


def test_the_next_deal_is_named_with_its_dealer_and_who_is_vulnerable():
    assert [chicago(*[NOTHING_IN_IT] * played).next for played in range(4)] == [
        (1, Seat.N, ()),
        (2, Seat.E, (EW,)),
        (3, Seat.S, (NS,)),
        (4, Seat.W, (NS, EW)),
    ]


def test_a_chukker_is_told_with_its_points():
    evening = chicago("N 4S 10", "E 3NT 9", "N 2H 8", "W 2H 8", "N 1C 7")

    assert evening.chukkers == ((1, 1, 4, (480, 760)), (2, 5, 5, (20, 0)))
    assert evening.total == (500, 760)


def test_an_evening_without_deals_has_no_points():
    assert (chicago().total, chicago().chukkers, chicago().complete) == ((0, 0), (), True)


def test_the_pad_of_a_chukker_is_ruled_off_after_every_game():
    pad = pad_of(1, chicago("N 4S 10", "E 2H 8").lines, runs=True)

    assert [(game.winner, game.below) for game in pad.games] == [
        (NS, (((120, 1, "trick points"),), ())),
        (None, ((), ((60, 2, "trick points"),))),
    ]
    assert pad.above == (((300, 1, "game"),), ())


@pytest.mark.parametrize(
    ("played", "complete", "sentence"),
    [
        (3, False, "Chukker 1 is unfinished, with 3 of its 4 deals played."),
        (4, True, ""),
        (5, False, "Chukker 2 is unfinished, with 1 of its 4 deals played."),
    ],
)
def test_an_evening_says_which_chukker_is_unfinished(played, complete, sentence):
    evening = chicago(*[NOTHING_IN_IT] * played)

    assert (evening.complete, evening.unfinished) == (complete, sentence)
