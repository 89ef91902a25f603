from hypothesis import given, settings, strategies

from scoring.paper.compare import Comparison, compare
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import NS, Seat
from tests.scoring.rules.generated import DEALS, sheets
from tests.scoring.rules.notation import deal, sheet

# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

THREE = ("N 2H 9", "E 3NT 9", "E 4S 10")


def compared(one: tuple[str, ...], other: tuple[str, ...], deals: int = 4) -> Comparison:
    return compare(sheet(*one, deals=deals), sheet(*other, deals=deals))


def numbers(comparison: Comparison) -> list[int]:
    return [difference.number for difference in comparison.differences]


def test_equal_sheets_have_no_differences():
    comparison = compared(THREE, THREE)

    assert (comparison.differences, comparison.first, comparison.changes_winner) == ((), None, False)


def test_the_first_difference_has_both_versions():
    comparison = compared(THREE, ("N 2H 9", "E 3NT 8", "E 4S 9"))

    assert numbers(comparison) == [2, 3]
    assert comparison.first[:3] == (2, deal("E 3NT 9"), deal("E 3NT 8"))


def test_each_difference_has_the_total_that_it_would_produce():
    comparison = compared(THREE, ("N 2H 9", "E 3NT 8", "E 4S 9"))

    assert comparison.one.total == (90, 920)
    # If 3NT is one light, 4S is the only game. If 4S is one light and vulnerable, 3NT is the only game.
    assert [difference.total for difference in comparison.differences] == [(90 + 50, 120 + 300), (90 + 100, 100 + 300)]


def test_different_honours_are_a_difference():
    assert numbers(compared(THREE, ("N 2H 9", "E 3NT 9", "E 4S 10 EW:100"))) == [3]


def test_a_deal_missing_from_one_sheet_is_a_difference():
    comparison = compared(THREE, THREE[:2])

    assert [difference[:3] for difference in comparison.differences] == [(3, deal("E 4S 10"), None)]
    assert comparison.first.total == compared(THREE[:2], ()).one.total


def test_a_deal_after_a_gap_has_no_total():
    comparison = compared(THREE[:1], THREE)

    assert [difference.total for difference in comparison.differences] == [(90, 100 + 300), None]


def test_a_different_winner_changes_the_winner():
    comparison = compared(("N 2H 8", "pass"), ("N 2H 7", "pass"), deals=2)

    assert (comparison.is_decided, comparison.changes_winner) == (True, True)


def test_a_different_margin_does_not_change_the_winner():
    comparison = compared(("N 2H 8", "pass"), ("N 2H 9", "pass"), deals=2)

    assert (comparison.is_decided, comparison.changes_winner) == (True, False)


def test_an_incomplete_sheet_has_no_winner():
    comparison = compared(("N 2H 8", "pass"), ("N 2H 7",), deals=2)

    assert (comparison.is_decided, comparison.changes_winner) == (False, False)


def test_an_omitted_deal_is_detected():
    comparison = compared((THREE[0], THREE[2]), THREE)

    assert (comparison.first.number, comparison.left_out_by_one, comparison.left_out_by_other) == (2, True, False)


def test_a_changed_deal_is_not_an_omitted_deal():
    comparison = compared(THREE, ("N 2H 9", "E 3NT 8", "E 4S 10"))

    assert (comparison.left_out_by_one, comparison.left_out_by_other) == (False, False)


def test_a_deal_that_ends_the_match_early_has_no_total():
    tied = ("N 2H 8", "E 2H 8", "N 2H 8", "pass")

    assert compared(tied, ("N 2H 8", "pass"), deals=2).first.total is None


@A_QUARTER
@given(sheets())
def test_a_sheet_agrees_with_itself(match: Sheet):
    assert compare(match, match).differences == ()


@A_QUARTER
@given(
    strategies.lists(strategies.sampled_from(DEALS), min_size=1, max_size=6),
    strategies.lists(strategies.sampled_from(DEALS), max_size=6),
)
def test_applying_all_differences_gives_the_other_sheet(one, other):
    conditions = sheet(deals=12).conditions
    mine, theirs = (read_sheet(deals, Seat.N, conditions) for deals in (one, other))

    deals = [*one, *[None] * len(other)]
    for difference in compare(mine, theirs).differences:
        deals[difference.number - 1] = difference.other

    assert read_sheet([facts for facts in deals if facts], Seat.N, conditions) == theirs


def test_the_winner_is_taken_from_the_first_sheet():
    assert compared(("N 2H 8", "pass"), ("E 2H 8", "pass"), deals=2).one.winner is NS
