"""Tests for the score pad as written on paper."""

from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, Honours, PointsReason
from scoring.rules.pad import PadFigure, deals_to_come, pads
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import BySide, Seat, Side


def deal(declarer: str, contract: str, tricks: int, honours: Honours | None = None) -> DealResult:
    return DealResult(Seat(declarer), Contract.parse(contract), tricks, honours)


def sheet(*deals: DealResult, **conditions) -> Sheet:
    return read_sheet(deals, Seat.N, ScoringConditions(**conditions))


def below(points: int, number: int) -> PadFigure:
    return PadFigure(points, number, PointsReason.TRICK_POINTS)


NOBODY = BySide((), ())


def test_a_new_match_has_one_blank_pad():
    (pad,) = pads(sheet())

    assert (pad.number, pad.above, pad.total) == (1, NOBODY, BySide(0, 0))
    assert [(game.below, game.winner) for game in pad.games] == [(NOBODY, None)]


def test_trick_points_are_below_and_premiums_above_the_line():
    (pad,) = pads(sheet(deal("N", "2H", 9, Honours(Side.NS, 100)), deal("E", "1C", 6)))

    assert pad.games[0].below == BySide((below(60, 1),), ())
    assert pad.above == BySide(
        (
            PadFigure(30, 1, PointsReason.OVERTRICKS),
            PadFigure(100, 1, PointsReason.HONOURS),
            PadFigure(50, 2, PointsReason.UNDERTRICKS),
        ),
        (),
    )
    assert pad.total == BySide(240, 0)


def test_a_game_is_ruled_off_for_both_sides():
    (pad,) = pads(sheet(deal("N", "2H", 8), deal("E", "3NT", 9), deal("S", "1C", 7)))

    assert [(game.below, game.winner) for game in pad.games] == [
        (BySide((below(60, 1),), (below(100, 2),)), Side.EW),
        (BySide((below(20, 3),), ()), None),
    ]


def test_a_blank_pad_follows_a_finished_rubber():
    first, second = pads(sheet(deal("N", "3NT", 9), deal("N", "4S", 10)))

    assert [game.winner for game in first.games] == [Side.NS, Side.NS]
    assert first.above == BySide((PadFigure(700, 2, PointsReason.RUBBER),), ())
    assert first.total == BySide(920, 0)
    assert (second.number, second.total) == (2, BySide(0, 0))
    assert (first.finished, second.finished) == (True, False)


def test_a_decided_match_has_no_blank_pad():
    written = pads(sheet(deal("N", "3NT", 9), deal("N", "4S", 10), deals=2))

    assert [pad.number for pad in written] == [1]


def test_only_a_fresh_tie_break_starts_a_new_pad():
    level = [DealResult.passed_in(), DealResult.passed_in()]

    assert len(pads(sheet(*level, deals=2))) == 1
    assert len(pads(sheet(*level, deals=2, tie_break=TieBreak.FRESH))) == 2
    assert len(pads(sheet(*level, deal("N", "1C", 7), deals=2, tie_break=TieBreak.FRESH))) == 2


def test_deals_still_to_come_have_dealers():
    assert deals_to_come(sheet(DealResult.passed_in(), deals=4)) == ((2, Seat.E), (3, Seat.S), (4, Seat.W))
