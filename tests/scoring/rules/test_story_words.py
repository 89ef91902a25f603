"""The story of a match in sentences."""

import pytest

from scoring.rules.story import tell
from scoring.rules.story_words import facts, headline
from tests.scoring.rules.notation import sheet

NAMES = ("Ann Archer & Bob Bell", "Cora Cole & Dan Dyer")


def told(*deals: str, **conditions) -> list[str]:
    """The facts of a match, with A and C for the two pairs."""
    return list(facts(tell(sheet(*deals, **conditions)), "A & B", "C & D"))


def facts_of(word: str, *deals: str, **conditions) -> list[str]:
    return [fact for fact in told(*deals, **conditions) if word in fact]


@pytest.mark.parametrize(
    ("deals", "sentence"),
    [
        ([], "No deal has been played yet."),
        (["pass"], "After 1 of 3 deals: level at 0."),
        (["E 2H 8"], "After 1 of 3 deals: Cora Cole & Dan Dyer ahead by 160, 160 to 0."),
        (["N 4S 10", "N 6NT 12"], "After 2 of 3 deals: Ann Archer & Bob Bell ahead by 1,760, 1,760 to 0."),
        (["N 2H 8", "E 2H 8", "pass"], "Level at 60 after 3 deals: 2 more to play."),
        (["N 2H 8", "E 2H 8", "pass", "pass"], "After 4 of 5 deals: level at 60."),
        (["N 2H 8", "pass", "E 3NT 9"], "By the sheet Cora Cole & Dan Dyer win by 340 after 3 deals, 400 to 60."),
        (
            ["N 2H 8", "E 2H 8", "pass", "pass", "E 2H 8"],
            "By the sheet Cora Cole & Dan Dyer win by 360 after 5 deals, 420 to 60.",
        ),
    ],
)
def test_the_headline_says_how_the_match_stands_or_ended(deals, sentence):
    assert headline(tell(sheet(*deals, deals=3)), *NAMES) == sentence


def test_a_match_is_told_fact_by_fact():
    assert told("N 2H 8", "N 6S 11", "E 4SX 10", "pass", "E 6NT 12 NS:150", deals=5) == [
        "They were 60 behind after deal 1.",
        "The lead changed hands on deal 3.",
        "Biggest swing: 1,490 to C & D on deal 5 (6NT by East, made, 150 honours to North-South, and the rubber).",
        "Slam bid by A & B: 6♠ on deal 2 (1 light).",
        "Slam bid by C & D: 6NT on deal 5 (made).",
        "Doubled and made: deal 3.",
        "Honours: 150 on deal 5 to A & B.",
        "Rubbers: none to A & B, 1 to C & D.",
        "Deal 4 was passed in.",
    ]


def test_nobody_is_told_of_what_did_not_happen():
    assert told("pass", "N 2C 8", deals=2) == [
        "They were never behind.",
        "Biggest swing: 40 to A & B on deal 2 (2♣ by North, made).",
        "Deal 1 was passed in.",
    ]


def test_a_sheet_without_deals_has_no_facts():
    assert told() == []


def test_the_winners_may_never_have_been_behind():
    assert told("N 2H 8", "E 2C 8", deals=2)[0] == "They were never behind."


def test_a_lead_that_has_lasted_so_far_is_not_praised():
    assert facts_of("behind", "N 2H 8", "E 2C 8") == []


@pytest.mark.parametrize(
    ("deals", "sentence"),
    [
        (["N 2H 8", "E 4S 10"], "The lead changed hands on deal 2."),
        (["N 2H 8", "E 4S 10", "N 3NT 9"], "The lead changed hands on deals 2 and 3."),
        (["E 1NT 10", "N 4S 10"], "The lead changed hands with the credits of Law 80."),
        (["N 2H 8", "E 1NT 10", "N 4S 10"], "The lead changed hands on deals 2 and 3."),
        (["N 2H 8", "E 1NT 12", "N 4S 10"], "The lead changed hands on deal 2 and with the credits of Law 80."),
    ],
)
def test_the_deals_are_named_on_which_the_lead_changed(deals, sentence):
    assert facts_of("lead", *deals) == [sentence]


def test_of_many_changes_of_lead_the_last_is_told():
    to_and_fro = ["N 2H 7", "E 2H 7", "E 2H 7", "N 2H 7"] * 4

    assert facts_of("lead", *to_and_fro[:-1]) == ["The lead changed hands 7 times, the last time on deal 15."]


def test_a_deficit_that_stood_twice_is_told_with_both_deals():
    assert told("N 2H 8", "pass", "E 4S 10")[0] == "They were 60 behind after deals 1 and 2."


def test_a_tie_is_told_once_it_is_broken():
    level = ["N 2H 8", "E 2H 8"]

    assert facts_of("level", *level, deals=2) == []
    assert facts_of("level", *level, "pass", deals=2) == [
        "The totals were level at 60 after deal 2, and tie-break deals were played."
    ]
    assert facts_of("level", *level, "pass", "pass", "N 2H 8", deals=2) == [
        "The totals were level at 60 after deal 2 and at 60 after deal 4, and tie-break deals were played."
    ]


def test_two_equal_swings_are_both_told():
    assert facts_of("swing", "N 4S 10", "pass", "E 4S 10") == [
        "Biggest swing: 120 to A & B on deal 1 (4♠ by North, made) and to C & D on deal 3 (4♠ by East, made)."
    ]


def test_of_more_equal_swings_only_the_deals_are_told():
    assert facts_of("swing", "N 2H 8", "E 2H 8", "pass", "N 2H 8") == ["Biggest swing: 60, on deals 1, 2 and 4."]


def test_the_highest_score_is_told_where_it_was_not_the_biggest_swing():
    assert facts_of("Highest", "N 4S 10 EW:100", "N 2S 9") == [
        "Highest score on a deal: 120 to A & B on deal 1 (4♠ by North, made, 100 honours to East-West)."
    ]


def test_a_score_that_both_sides_reached_is_given_to_neither():
    assert facts_of("Highest", "N 4S 8 NS:100", "E 2C 8") == [
        "Highest score on a deal: 100 on deal 1 (4♠ by North, 2 light, 100 honours to North-South)."
    ]


def test_the_slams_of_a_side_are_told_together():
    assert facts_of("lams", "N 6S 13", "E 6NT 9", "S 7CX 12") == [
        "Slams bid by A & B: 6♠ on deal 1 (+1) and 7♣ doubled on deal 3 (1 light)."
    ]


def test_doubled_and_redoubled_contracts_are_told_apart():
    assert facts_of("oubled and", "N 2HX 8", "E 2HX 7", "N 1CX 7", "E 1NTXX 6", "N 1CXX 7") == [
        "Doubled and made: deals 1 and 3.",
        "Doubled and light: deal 2.",
        "Redoubled and made: deal 5.",
        "Redoubled and light: deal 4.",
    ]


def test_honours_are_told_by_side():
    assert facts_of("Honours", "N 2H 8 EW:100", "E 2H 8 NS:150", "N 2C 8 EW:150") == [
        "Honours: 150 on deal 2 to A & B; 100 on deal 1 and 150 on deal 3 to C & D."
    ]


def test_only_a_long_time_without_a_score_is_told():
    assert facts_of("running", "N 2H 8", *["E 1C 7"] * 5, "N 2H 8") == []
    assert facts_of("running", "N 2H 8", *["E 1C 7"] * 6, "N 2H 8") == [
        "A & B scored nothing on 6 deals running, 2 to 7."
    ]


def test_passed_in_deals_are_counted_out():
    assert facts_of("passed in", "pass", "N 2H 8", "pass") == ["Deals 1 and 3 were passed in."]
