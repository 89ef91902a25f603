"""Tests for the questions about unlikely scores."""

from competition.knockout.rules.plausible import (
    ENOUGH,
    Record,
    doubtful_margin,
    doubtful_total,
    highest_margin,
    highest_total,
    impossible_total,
)

THEN = "Check the score sheet. If it is right, tick “The score is right” and send it again."


def test_a_likely_total_raises_no_question():
    for totals, deals in [
        ((2610, 1980), 30),
        ((0, 1200), 30),
        ((12_010, 11_980), 30),
        ((13_500, 9000), 36),
        ((3510, 0), 8),
        ((18_000, 15_000), 60),
        # A match of a few deals has the bounds of the usual length.
        ((9000, 0), 2),
    ]:
        assert doubtful_total(totals, deals) == "", totals


def test_a_very_unlikely_total_raises_a_question():
    for totals, deals in [
        ((26_100, 1980), 30),
        ((1980, 26_100), 30),
        ((13_000, 12_900), 30),
        ((26_100, 19_800), 60),
        ((12_100, 900), 8),
        ((6000, 900), 8),
        ((26_100, 0), 2),
        ((99_990, 99_980), 30),
    ]:
        assert doubtful_total(totals, deals) == f"{max(totals):,} points in {deals} deals is very unlikely. {THEN}", (
            totals
        )


def test_a_likely_margin_raises_no_question():
    for margin, deals in [(10, 30), (110, 30), (7930, 30), (3240, 8), (8940, 36)]:
        assert doubtful_margin(margin, deals) == "", margin


def test_a_very_unlikely_margin_raises_a_question():
    for margin, deals in [(11_000, 30), (26_100, 30), (8000, 8), (12_000, 36)]:
        assert doubtful_margin(margin, deals) == f"A margin of {margin:,} in {deals} deals is very unlikely. {THEN}", (
            margin
        )


def test_a_margin_above_the_record_raises_a_question():
    record = Record(5230, ENOUGH)

    assert doubtful_margin(5230, 30, record) == ""
    assert doubtful_margin(5240, 30, record) == (
        f"A margin of 5,240 is very unlikely: in 100 matches it was never more than 5,230. {THEN}"
    )


def test_the_record_of_few_matches_sets_no_limit():
    record = Record(900, ENOUGH - 1)

    assert doubtful_margin(5240, 30, record) == ""
    assert doubtful_margin(11_000, 30, record).startswith("A margin of 11,000 in 30 deals is very unlikely.")


def test_no_deals_make_a_total_of_ten_points():
    for totals, is_possible in [((10, 900), False), ((900, 10), False), ((20, 0), True)]:
        assert bool(impossible_total(totals)) is not is_possible, totals


def test_more_deals_never_lower_a_bound():
    for bound in (highest_total, highest_margin):
        bounds = [bound(deals) for deals in range(8, 100)]
        assert bounds == sorted(bounds)
        assert all(value % 10 == 0 for value in bounds)
