"""Tests for Chicago, worked out by hand."""

import pytest

from scoring.pads.chicago import MiddleVulnerability
from scoring.rules.pad import pad_of
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat
from tests.scoring.pads.notation import chicago


def items(*deals: str) -> list[tuple]:
    """Return the entries for the last deal: side, line, points, reason and source."""
    return [tuple(entry) for entry in chicago(*deals).lines[-1].entries]


def scores(*deals: str) -> list[tuple]:
    return [tuple(line.score) for line in chicago(*deals).lines]


NOTHING_IN_IT = "N 1NT 6"


def test_vulnerability_follows_the_order_of_a_chukker():
    pad = chicago(*[NOTHING_IN_IT] * 5)

    assert [(line.dealer, line.vulnerable) for line in pad.lines] == [
        (Seat.N, ()),
        (Seat.E, (EW,)),
        (Seat.S, (NS,)),
        (Seat.W, (NS, EW)),
        (Seat.N, ()),
    ]


def test_vulnerability_depends_on_the_dealer():
    pad = chicago(*[NOTHING_IN_IT] * 3, first_dealer=Seat.E)

    assert [line.vulnerable for line in pad.lines] == [(), (NS,), (EW,)]


def test_the_other_side_can_be_vulnerable_on_the_middle_deals():
    pad = chicago(*[NOTHING_IN_IT] * 5, middle=MiddleVulnerability.OTHERS)

    assert [line.vulnerable for line in pad.lines] == [(), (NS,), (EW,), (NS, EW), ()]


def test_the_chosen_vulnerability_determines_the_value_of_a_game():
    others = chicago(NOTHING_IN_IT, "E 3NT 9", middle=MiddleVulnerability.OTHERS)

    assert others.lines[-1].score == (0, 400)


def test_a_game_earns_300_when_not_vulnerable():
    assert items("N 4S 10") == [("ns", "below", 120, "trick points", "Law 81"), ("ns", "above", 300, "game", "Chicago")]


def test_a_game_earns_500_when_vulnerable():
    assert scores(NOTHING_IN_IT, "E 3NT 9")[-1] == (0, 600)


def test_a_game_earns_300_when_only_opponents_are_vulnerable():
    assert scores(NOTHING_IN_IT, "N 3NT 9")[-1] == (400, 0)


def test_two_games_do_not_win_a_rubber():
    assert scores("N 4S 10", "N 4S 10") == [(420, 0), (420, 0)]


def test_a_part_score_earns_no_bonus():
    assert items("N 2H 9") == [
        ("ns", "below", 60, "trick points", "Law 81"),
        ("ns", "above", 30, "overtricks", "Law 81"),
    ]


def test_part_scores_count_towards_a_game():
    assert scores("N 2H 8", "S 2C 8") == [(60, 0), (40 + 300, 0)]


def test_a_game_resets_both_part_scores():
    # Each side makes 60, East-West make a game, then each side makes 40. There is no second game.
    pad = chicago("N 2H 8", "E 2H 8", "E 2C 8", "N 2C 8")

    assert [line.game for line in pad.lines] == [None, None, EW, None]


def test_part_scores_end_with_the_chukker():
    pad = chicago("E 1NT 7", NOTHING_IN_IT, NOTHING_IN_IT, "N 2H 8", "N 2C 8", "E 2H 8")

    assert [line.game for line in pad.lines] == [None] * 6


def test_a_part_score_on_the_fourth_deal_earns_100():
    assert items(*[NOTHING_IN_IT] * 3, "W 2H 8") == [
        ("ew", "below", 60, "trick points", "Law 81"),
        ("ew", "above", 100, "part-score on the fourth deal", "Chicago"),
    ]


def test_a_part_score_on_an_earlier_deal_earns_no_bonus():
    assert scores(NOTHING_IN_IT, NOTHING_IN_IT, "W 2H 8")[-1] == (0, 60)


def test_the_eighth_deal_is_the_fourth_of_its_chukker():
    assert scores(*[NOTHING_IN_IT] * 7, "W 2H 8")[-1] == (0, 160)


def test_a_game_on_the_fourth_deal_earns_only_the_game_bonus():
    assert items("N 2H 8", NOTHING_IN_IT, NOTHING_IN_IT, "N 2C 8") == [
        ("ns", "below", 40, "trick points", "Law 81"),
        ("ns", "above", 500, "game", "Chicago"),
    ]


def test_penalties_depend_on_the_vulnerability_of_the_deal():
    assert scores(*["N 1NT 5"] * 4) == [(0, 100), (0, 100), (0, 200), (0, 200)]


def test_doubling_can_turn_a_part_score_into_a_game():
    assert scores("N 2SX 8") == [(120 + 50 + 300, 0)]


def test_honours_are_scored_as_in_rubber_bridge():
    assert scores("N 2H 8 EW:150") == [(60, 150)]


def test_a_passed_in_deal_does_not_use_up_a_number():
    with pytest.raises(Refused, match=r"^In Chicago a passed-in deal has no number. East deals deal 2 again\.$"):
        chicago(NOTHING_IN_IT, "pass")


def test_the_next_deal_has_a_dealer_and_a_vulnerability():
    assert [chicago(*[NOTHING_IN_IT] * played).next for played in range(4)] == [
        (1, Seat.N, ()),
        (2, Seat.E, (EW,)),
        (3, Seat.S, (NS,)),
        (4, Seat.W, (NS, EW)),
    ]


def test_each_chukker_has_its_points():
    pad = chicago("N 4S 10", "E 3NT 9", "N 2H 8", "W 2H 8", "N 1C 7")

    assert pad.chukkers == ((1, 1, 4, (480, 760)), (2, 5, 5, (20, 0)))
    assert pad.total == (500, 760)


def test_an_empty_pad_has_no_points():
    assert (chicago().total, chicago().chukkers, chicago().complete) == ((0, 0), (), True)


def test_the_pad_of_a_chukker_is_ruled_off_after_each_game():
    pad = pad_of(1, chicago("N 4S 10", "E 2H 8").lines, runs=True)

    assert [(game.winner, game.below) for game in pad.games] == [
        (NS, (((120, 1, "trick points"),), ())),
        (None, ((), ((60, 2, "trick points"),))),
    ]
    assert pad.above == (((300, 1, "game"),), ())


def test_an_unfinished_chukker_is_described():
    for played, complete, sentence in [
        (3, False, "Chukker 1 is unfinished, with 3 of its 4 deals played."),
        (4, True, ""),
        (5, False, "Chukker 2 is unfinished, with 1 of its 4 deals played."),
    ]:
        evening = chicago(*[NOTHING_IN_IT] * played)

        assert (evening.complete, evening.unfinished) == (complete, sentence), played
