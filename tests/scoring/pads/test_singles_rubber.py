"""Tests for one rubber of singles, worked out by hand from the paper. The scorer and A play B and C."""

from scoring.pads.singles import SinglesRubber
from scoring.rules.pad import pad_of
from scoring.rules.sides import EW, NS
from tests.scoring.pads.notation import singles


def rubber(*deals: str) -> SinglesRubber:
    """Return the first rubber, which contains all these deals."""
    (only,) = singles(*deals).rubbers
    return only


def items(*deals: str) -> list[tuple]:
    """Return the entries for the last deal: side, line, points, reason and source."""
    return [tuple(entry) for entry in rubber(*deals).lines[-1].entries]


PAPER = "Singles Scoring System"


def test_an_undoubled_contract_scores_as_in_rubber_bridge():
    assert items("S 2H 9") == [
        ("ns", "below", 60, "trick points", "Law 81"),
        ("ns", "above", 30, "overtricks", "Law 81"),
    ]


def test_doubled_extra_points_count_again_above_the_line():
    assert items("S 3NTX 9") == [
        ("ns", "below", 200, "trick points", "Law 81"),
        ("ns", "above", 50, "doubled contract made", "Law 81"),
        ("ns", "above", 100, "excess of doubling", PAPER),
    ]


def test_redoubled_extra_points_are_three_times_the_contract():
    assert items("B 2HXX 8") == [
        ("ew", "below", 240, "trick points", "Law 81"),
        ("ew", "above", 100, "redoubled contract made", "Law 81"),
        ("ew", "above", 180, "excess of doubling", PAPER),
    ]


def test_undertricks_are_negative_points_for_declarers_side():
    assert items("C 4S 8") == [("ew", "above", -100, "undertricks", f"{PAPER}, Law 81")]


def test_a_defeated_doubled_contract_has_no_extra_points():
    assert rubber("S 3NTX 8").above == (-100, 0)


def test_penalties_are_higher_when_vulnerable():
    assert rubber("S 3NT 9", "A 3NTX 7").above == (-500, 0)


def test_a_doubled_contract_may_win_a_game():
    assert rubber("S 2HX 8").games == (1, 0)


def test_part_scores_add_up_to_a_game():
    assert [line.game for line in rubber("S 2H 8", "B 2H 8", "A 2C 8").lines] == [None, None, NS]
    assert rubber("S 2H 8", "B 2H 8").so_far.part_scores == (60, 60)


def test_a_passed_in_deal_has_no_entries():
    assert (items("pass"), rubber("pass", "S 2H 8").lines[-1].number) == ([], 2)


def test_two_games_to_none_end_the_rubber():
    ended = rubber("S 3NT 9", "A 4S 10")

    assert (ended.games, ended.ending) == ((2, 0), (NS, "2-0"))


def test_two_games_to_one_end_the_rubber():
    ended = rubber("S 3NT 9", "B 3NT 9", "C 4S 10")

    assert (ended.games, ended.ending) == ((1, 2), (EW, "2-1"))


def test_a_rubber_bonus_is_not_written_on_the_pad():
    assert rubber("S 3NT 9", "A 4S 10").written == (220, 0)


def test_more_than_1000_above_the_line_wins_the_rubber_by_the_front_door():
    # A grand slam alone scores exactly 1,000.
    ended = rubber("S 7NT 13", "A 1C 8")

    assert (ended.above, ended.games, ended.ending) == ((1020, 0), (1, 0), (NS, "front door"))


def test_exactly_1000_above_the_line_does_not_end_the_rubber():
    assert (rubber("S 7NT 13").above, rubber("S 7NT 13").ending) == ((1000, 0), None)


def test_a_door_takes_precedence_over_a_second_game():
    ended = rubber("S 6H 12", "A 6S 12")

    assert (ended.above, ended.games, ended.ending) == ((500 + 750, 0), (2, 0), (NS, "front door"))


def test_less_than_minus_1000_opens_the_back_door():
    ended = rubber("B 2NTX 2")

    assert (ended.above, ended.games, ended.ending) == ((0, -1400), (0, 0), (NS, "back door"))


def test_exactly_minus_1000_does_not_end_the_rubber():
    lost = ("B 2NTX 5", "C 2NTX 5")

    assert (rubber(*lost).above, rubber(*lost).ending) == ((0, -1000), None)
    assert rubber(*lost, "B 1C 6").ending == (NS, "back door")


def test_points_below_the_line_do_not_count_for_a_door():
    assert rubber("S 7CXX 13").ending == (NS, "front door")
    assert rubber("S 3NTXX 9").ending is None
    assert (rubber("S 3NTXX 9").lines[0].below, rubber("S 3NTXX 9").above) == ((400, 0), (400, 0))


def test_losses_and_gains_above_the_line_are_added():
    assert rubber("S 6H 12", "A 1C 6", "S 1C 6").above == (500 - 100 - 100, 0)


def test_solo_points_follow_the_ending_and_the_slams():
    for deals, points in [
        (["S 3NT 9", "A 4S 10"], "S 4 A 4 B 0 C 0"),
        (["S 3NT 9", "B 3NT 9", "C 4S 10"], "S 0 A 0 B 2 C 2"),
        (["S 7NT 13", "A 1C 8"], "S 13 A 13 B 0 C 0"),
        (["B 2NTX 2"], "S 6 A 6 B 0 C 0"),
        (["S 6H 12", "A 3NT 9"], "S 9 A 9 B 0 C 0"),
        (["S 6H 12", "B 3NT 9", "C 4S 10"], "S 1 A 1 B 2 C 2"),
        (["S 7NT 13", "A 3NT 9"], "S 11 A 11 B 0 C 0"),
        (["S 7NT 13", "B 3NT 9", "C 4S 10"], "S 3 A 3 B 2 C 2"),
        (["S 6H 12", "B 6S 12", "A 6C 12"], "S 16 A 16 B 1 C 1"),
        (["S 3NT 9", "A 6H 11", "A 3NT 9"], "S 4 A 4 B 0 C 0"),
        (["S 4H 12", "A 5C 13"], "S 4 A 4 B 0 C 0"),
        (["S 6H 13", "A 3NT 9"], "S 9 A 9 B 0 C 0"),
        (["S 6H 12", "B 3NT 9"], "S 0 A 0 B 0 C 0"),
    ]:
        assert " ".join(f"{player} {earned}" for player, earned in rubber(*deals).points.items()) == points, deals


def test_the_pad_shows_losses_and_an_unused_part_score():
    pad = pad_of(1, rubber("S 1C 8", "B 2NTX 2").lines, runs=False)

    assert pad.above == (((20, 1, "overtricks"),), ((-1400, 2, "undertricks"),))
    assert [(game.winner, game.below) for game in pad.games] == [(None, (((20, 1, "trick points"),), ()))]
