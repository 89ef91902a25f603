from hypothesis import given, settings, strategies

from scoring.paper import shorthand
from scoring.paper.paper_sheet import PaperSheet, Typed, check
from scoring.rules.conditions import ScoringConditions
from scoring.rules.sides import EW, NS, Seat
from tests.scoring.rules.generated import sheets
from tests.scoring.rules.notation import deal

# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)


def keyed(*rows: str | tuple[str, str, str], recorded=(), deals: int = 4, we=NS) -> PaperSheet:
    typed = {
        number: Typed(*((row,) if isinstance(row, str) else row))
        for number, row in enumerate(rows, start=len(recorded) + 1)
    }
    return check(typed, recorded=recorded, first_dealer=Seat.E, conditions=ScoringConditions(deals), we=we)


def faults(paper: PaperSheet) -> dict[int, str]:
    return {row.number: row.fault for row in paper.faults}


def slips(paper: PaperSheet) -> dict[int, str]:
    return {row.number: row.slip for row in paper.slips}


def test_an_empty_sheet_has_a_row_and_a_dealer_for_every_deal():
    paper = keyed()

    assert [(row.number, row.dealer.value) for row in paper.rows] == [(1, "E"), (2, "S"), (3, "W"), (4, "N")]
    assert paper.deals == {}


def test_the_leaflets_example_scores_90_to_920():
    paper = keyed("2h n +1", "3nt e =", "4s e =")

    assert (paper.sheet.total, faults(paper)) == ((90, 920), {})
    assert [row.line.cumulative for row in paper.rows if row.line] == [(90, 0), (90, 100), (90, 920)]


def test_we_in_honours_means_the_pair_that_types_in_the_sheet():
    assert keyed("2h n = h100 we", we=EW).sheet.total == (60 + 100, 100)


def test_rows_after_an_unreadable_row_have_no_points():
    paper = keyed("2h n +1", "four spades", "4s e =", "p")

    assert faults(paper) == {
        2: "A deal begins with the level, 1 to 7, as in 4sn+1; p is a deal passed in, not “fourspades”."
    }
    assert [row.line is not None for row in paper.rows] == [True, False, False, False]
    assert paper.deals == {1: deal("N 2H 9"), 3: deal("E 4S 10"), 4: deal("pass")}


def test_an_omitted_deal_is_a_fault():
    assert faults(keyed("2h n +1", "", "4s e =")) == {2: "Deal 2 is missing, but there are later deals. Type it in."}


def test_a_tie_adds_rows_for_the_tie_break():
    assert len(keyed("2h n =", "2h e =", "p", "p").rows) == 6


def test_a_deal_after_the_end_of_the_match_is_a_fault():
    paper = keyed("2h n =", "p", "p", "p", "p")

    assert faults(paper) == {5: "Deal 5 is one too many. Deal 4 decided the match. Delete it."}
    assert sorted(paper.deals) == [1, 2, 3, 4]


def test_typed_deals_follow_the_recorded_deals():
    paper = keyed("3nt e =", recorded=[deal("N 2H 9")])

    assert paper.deals == {2: deal("E 3NT 9")}
    assert [row.is_recorded for row in paper.rows] == [True, False, False, False]


def test_typing_a_recorded_deal_again_is_not_a_fault():
    paper = check(
        {1: Typed("2hn+1")}, recorded=[deal("N 2H 9")], first_dealer=Seat.N, conditions=ScoringConditions(4), we=NS
    )

    assert (faults(paper), paper.deals) == ({}, {})


def test_a_recorded_deal_is_never_overwritten():
    for typed in ["2h n =", "nonsense"]:
        paper = check(
            {1: Typed(typed)}, recorded=[deal("N 2H 9")], first_dealer=Seat.N, conditions=ScoringConditions(4), we=NS
        )

        assert faults(paper) == {1: "Deal 1 is already on the score sheet, as 2♥ by North, +1. Correct it there."}, (
            typed
        )
        assert paper.sheet.total == (90 + 100, 0), typed


def test_a_slip_is_reported_only_in_its_own_row():
    paper = keyed(("2h n +1", "90", "0"), ("3nt e =", "90", "110"), ("4s e =", "90", "930"))

    assert slips(paper) == {2: "After deal 2 the paper has They 110, but the deals give 100."}


def test_two_slips_that_cancel_out_are_both_reported():
    paper = keyed(("2h n +1", "100", ""), ("p", "100", ""), ("2h n =", "1 150", "0"), ("p", "150", "0"))

    assert slips(paper) == {
        1: "After deal 1 the paper has We 100, but the deals give 90.",
        3: "After deal 3 the paper has We 1,150, but the deals give 150.",
    }


def test_both_columns_may_have_a_slip_in_one_row():
    paper = keyed(("2h n +1", "1,090", "10"), we=NS)

    assert slips(paper) == {1: "After deal 1 the paper has We 1,090 and They 10, but the deals give 90 and 0."}


def test_we_means_the_pair_that_types_in_the_sheet():
    assert slips(keyed(("2h n +1", "0", "90"), we=EW)) == {}


def test_an_unreadable_total_is_a_slip():
    for written in ["ninety", "9o", "-90", "1234567"]:
        assert slips(keyed(("2h n +1", written, ""))) == {1: f"“{written}” is not a number of points. Correct it."}, (
            written
        )


def test_rows_after_the_end_of_the_match_keep_their_content():
    paper = check({7: Typed(we="90")}, recorded=(), first_dealer=Seat.N, conditions=ScoringConditions(4), we=NS)

    assert [row.typed.we for row in paper.rows] == [""] * 6 + ["90"]


@A_QUARTER
@given(sheets(), strategies.sampled_from([NS, EW]))
def test_a_typed_in_match_equals_the_original(match, we):
    typed = {
        line.number: Typed(shorthand.write(line.deal), *map(str, line.cumulative.seen_from(we))) for line in match.lines
    }

    paper = check(typed, recorded=(), first_dealer=match.first_dealer, conditions=match.conditions, we=we)

    assert paper.sheet == match
    assert (paper.faults, paper.slips, len(paper.deals)) == ((), (), len(match.lines))
