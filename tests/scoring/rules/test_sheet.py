"""Tests for the scored sheet of a match."""

from itertools import chain, repeat

import pytest

from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from scoring.rules.sheet import PlayedRubber, Standing, read_sheet
from scoring.rules.sides import EW, NS, BySide, Seat
from tests.scoring.rules.notation import deal, entries, sheet

LEAFLET = ("N 2H 9", "E 3NT 9", "E 4S 10")
# The totals are level at 200 only because North-South's part-score earns a credit of 100.
LEVEL_BY_CREDIT = ("N 1C 11", "N 1C 6 EW:150")


def test_the_leaflets_rubber_scores_90_to_920():
    match = sheet(*LEAFLET)

    assert match.total == BySide(90, 920)
    assert [line.score for line in match.lines] == [BySide(90, 0), BySide(0, 100), BySide(0, 820)]
    assert [line.cumulative for line in match.lines] == [BySide(90, 0), BySide(90, 100), BySide(90, 920)]
    assert match.rubbers == (PlayedRubber(1, 1, 3, BySide(0, 2), True, BySide(0, 700)),)


def test_the_rubber_bonus_is_above_the_line_of_the_last_deal():
    assert entries(*LEAFLET) == [("ew", "below", 120, "trick points"), ("ew", "above", 700, "rubber")]
    assert sheet(*LEAFLET).lines[-1].above == BySide(0, 700)


def test_lines_name_the_winners_of_games_and_rubbers():
    lines = sheet("N 4S 10", "N 2S 8", *LEAFLET[1:]).lines

    assert [(line.game, line.rubber) for line in lines] == [(NS, None), (None, None), (EW, None), (EW, EW)]


def test_nobody_is_vulnerable_in_a_new_rubber():
    match = sheet(*LEAFLET, "N 4S 9")

    assert [line.vulnerable for line in match.lines] == [(), (), (EW,), ()]
    assert match.lines[-1].score == BySide(0, 50)


def test_honours_come_between_the_contract_and_the_rubber():
    assert entries("N 4S 10", "N 4S 11 EW:100") == [
        ("ns", "below", 120, "trick points"),
        ("ns", "above", 30, "overtricks"),
        ("ew", "above", 100, "honours"),
        ("ns", "above", 700, "rubber"),
    ]


def test_the_deal_passes_clockwise_after_every_deal():
    match = sheet("pass", *LEAFLET, "pass", first_dealer=Seat.W)

    assert [line.dealer for line in match.lines] == [Seat.W, Seat.N, Seat.E, Seat.S, Seat.W]
    assert match.next_dealer == Seat.N


def test_a_passed_in_deal_counts_as_a_deal():
    match = sheet("pass", "N 1C 7", deals=2)

    assert (match.standing, match.deals_left, match.lines[0].entries) == (Standing.DECIDED, 0, ())


def test_an_empty_sheet_is_an_unstarted_match():
    match = sheet(first_dealer=Seat.S)

    assert (match.lines, match.rubbers, match.total) == ((), (), BySide(0, 0))
    assert (match.standing, match.deals_left, match.winner) == (Standing.IN_PLAY, 30, None)
    assert (match.next_number, match.next_dealer, match.vulnerable) == (1, Seat.S, ())


def test_a_sheet_has_the_games_and_part_scores_of_its_rubber():
    match = sheet(*LEAFLET, "N 3NT 9", "E 2H 8", "N 1NT 7")

    assert (match.games, match.part_scores, match.vulnerable) == (BySide(1, 0), BySide(40, 60), (NS,))
    assert (match.next_number, match.deals_left, match.stage_end) == (7, 24, 30)


def test_the_unfinished_rubber_is_listed_with_its_deals():
    match = sheet(*LEAFLET, "pass", "N 4S 10")

    assert match.rubbers[1] == PlayedRubber(2, 4, 5, BySide(1, 0), False, BySide(0, 0))


def test_credits_are_included_in_the_total():
    match = sheet("N 4S 10", "E 2H 8")

    assert [(entry.side, entry.points) for entry in match.credit_entries] == [(NS, 300), (EW, 100)]
    assert (match.credits, match.total) == (BySide(300, 100), BySide(420, 160))


def test_the_higher_total_wins_regardless_of_rubbers():
    match = sheet("N 1H 7", "N 7NTXX 0", deals=2)

    assert (match.standing, match.winner, match.total) == (Standing.DECIDED, EW, BySide(130, 7000))


def test_a_decided_match_has_no_next_deal():
    match = sheet("N 1H 7", "pass", deals=2)

    assert (match.next_number, match.next_dealer, match.deals_left) == (None, None, 0)


def test_a_deal_after_the_end_is_refused_with_its_number():
    with pytest.raises(Refused) as refused:
        sheet("N 1H 7", "pass", "pass", "pass", deals=2)

    assert str(refused.value) == "Deal 3 is one too many. The match was decided by deal 2."


def test_reading_stops_after_the_end_of_the_match():
    endless = chain([deal("N 1H 7")], repeat(deal("pass")))

    with pytest.raises(Refused):
        read_sheet(endless, Seat.N, ScoringConditions(deals=2))


def test_level_totals_add_two_deals():
    match = sheet("N 1NT 7", "E 1NT 7", deals=2)

    assert (match.standing, match.deals_left, match.winner) == (Standing.TIED, 2, None)
    assert (match.next_number, match.stage_end, match.next_dealer) == (3, 4, Seat.S)


def test_a_match_in_a_tie_break_is_in_play():
    match = sheet("pass", "pass", "N 4S 10", deals=2)

    assert (match.standing, match.deals_left, match.winner) == (Standing.IN_PLAY, 1, None)


def test_all_extra_deals_are_played_before_the_decision():
    match = sheet("pass", "pass", "pass", "N 4S 10", deals=2)

    assert (match.standing, match.winner, match.deals_left) == (Standing.DECIDED, NS, 0)
    with pytest.raises(Refused, match=r"^Deal 5 is one too many"):
        sheet("pass", "pass", "pass", "N 4S 10", "pass", deals=2)


def test_totals_are_compared_with_credits_included():
    match = sheet(*LEVEL_BY_CREDIT, deals=2)

    assert (match.standing, match.total) == (Standing.TIED, BySide(200, 200))


def test_credits_can_be_lost_if_the_rubber_continues():
    tied = sheet(*LEVEL_BY_CREDIT, deals=2, tie_break="continues")
    decided = sheet(*LEVEL_BY_CREDIT, "pass", "E 1C 7", deals=2, tie_break="continues")

    assert (tied.credits, tied.banked, tied.part_scores) == (BySide(100, 0), (), BySide(20, 0))
    # East-West's part-score removes North-South's credit.
    assert (decided.credits, decided.total, decided.winner) == (BySide(0, 0), BySide(100, 220), EW)
    assert [rubber.last_deal for rubber in decided.rubbers] == [4]


def test_a_fresh_tie_break_banks_credits_and_starts_a_rubber():
    tied = sheet(*LEVEL_BY_CREDIT, deals=2, tie_break="fresh")

    assert (tied.banked, tied.credits, tied.total) == ((BySide(100, 0),), BySide(0, 0), BySide(200, 200))
    assert (tied.games, tied.part_scores, tied.vulnerable) == (BySide(0, 0), BySide(0, 0), ())
    assert tied.rubbers == (PlayedRubber(1, 1, 2, BySide(0, 0), False, BySide(0, 0)),)


def test_a_fresh_tie_break_adds_its_own_credits():
    match = sheet(*LEVEL_BY_CREDIT, "pass", "E 1C 7", deals=2, tie_break="fresh")

    assert (match.banked, match.credits) == ((BySide(100, 0),), BySide(0, 100))
    assert (match.total, match.winner) == (BySide(200, 320), EW)
    assert [(rubber.first_deal, rubber.last_deal) for rubber in match.rubbers] == [(1, 2), (3, 4)]
