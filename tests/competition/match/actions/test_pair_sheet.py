"""Tests for resolving differences between the two score sheets of a match."""

import pytest

from competition.audit.models import LogEntry
from competition.match.actions import pair_sheet
from competition.match.queries.paper import two_sheets
from scoring.models import DealCorrection
from scoring.rules.correcting import ChangeKind
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words
from tests import stories

DEALS = [stories.deal("2H", 8), stories.deal("3NT", 9, "E"), stories.deal("4S", 10, "E"), stories.deal("1C", 7)]
OTHER = stories.deal("3NT", 8, "E")
DIFFERENT = [DEALS[0], OTHER, *DEALS[2:]]


def sheets(match: list, own: list):
    """Return the match as seen by the other pair and by the pair that has its own sheet."""
    competition = stories.published(2, deals=4)
    other, keeper = stories.open_sheet(competition, "R1-M1")
    stories.record(other, *match)
    pair_sheet.type_in_own(keeper, deals=dict(enumerate(own, start=1)))
    return stories.tables(competition, "R1-M1")


def agree(table, number: int, version: pair_sheet.RightSheet, shown) -> bool:
    return pair_sheet.agree_deal(table, number=number, version=version, shown=deal_words(shown) if shown else "")


def on_the_match(table) -> list:
    return [row.facts() for row in stories.table(table.pair, "R1-M1").opened.deals]


def on_own(table) -> list:
    return [row.facts() for row in two_sheets(stories.table(table.pair, "R1-M1")).deals]


def last_line() -> tuple[str, str]:
    line = LogEntry.objects.latest("pk")
    return line.event, line.text


def test_a_deal_missing_from_the_match_is_added_at_once():
    _, keeper = sheets(DEALS[:3], DEALS)

    assert agree(keeper, 4, pair_sheet.RightSheet.OWN, DEALS[3])

    assert on_the_match(keeper) == DEALS


def test_a_deal_from_the_pairs_own_sheet_needs_consent():
    _, keeper = sheets(DEALS, DIFFERENT)

    assert not agree(keeper, 2, pair_sheet.RightSheet.OWN, OTHER)

    assert on_the_match(keeper) == DEALS
    assert not DealCorrection.objects.get().answer


def test_a_deal_from_the_opponents_own_sheet_needs_no_consent():
    other, _ = sheets(DEALS, DIFFERENT)

    assert agree(other, 2, pair_sheet.RightSheet.OWN, OTHER)

    assert on_the_match(other) == DIFFERENT
    assert last_line() == ("agreed deal", f"Accepted the other pair’s own score sheet for deal 2: {deal_words(OTHER)}.")


def test_a_deal_missing_from_the_second_sheet_can_be_deleted():
    other, _ = sheets(DEALS, DEALS[:2])

    assert agree(other, 3, pair_sheet.RightSheet.OWN, None)

    assert on_the_match(other) == [*DEALS[:2], DEALS[3]]
    assert last_line() == (
        "agreed deal",
        "Accepted the other pair’s own score sheet for deal 3: not on the score sheet.",
    )


@pytest.mark.parametrize(
    ("match", "own", "number", "kind"),
    [
        (DEALS, DIFFERENT, 2, ChangeKind.CHANGE),
        (DEALS, DEALS[:3], 4, ChangeKind.INSERT),
        (DEALS[:3], DEALS, 4, ChangeKind.DELETE),
    ],
)
def test_a_pair_can_ask_its_opponents_to_correct_their_sheet(match, own, number, kind):
    other, _ = sheets(match, own)
    stands = match[number - 1] if number <= len(match) else None

    assert not agree(other, number, pair_sheet.RightSheet.MATCH, stands)

    asked = DealCorrection.objects.get()
    assert (asked.kind, asked.number, asked.facts()) == (kind, number, stands or own[number - 1])
    assert (on_the_match(other), on_own(other)) == (match, own)
    assert last_line() == ("upheld", f"Said that the match’s score sheet is right about deal {number}.")


@pytest.mark.parametrize(
    ("match", "own", "number"), [(DEALS, DIFFERENT, 2), (DEALS, DEALS[:3], 4), (DEALS[:3], DEALS, 4)]
)
def test_a_pair_can_correct_its_own_sheet_to_agree_with_the_match(match, own, number):
    _, keeper = sheets(match, own)

    assert agree(keeper, number, pair_sheet.RightSheet.MATCH, match[number - 1] if number <= len(match) else None)

    assert on_own(keeper) == match
    assert last_line() == ("agreed deal", f"Accepted the match’s score sheet for deal {number}.")


@pytest.mark.parametrize(("match", "own", "number"), [(DEALS, DEALS[:1], 3), (DEALS[:1], DEALS, 3)])
def test_a_gap_in_the_second_sheet_is_refused(match, own, number):
    _, keeper = sheets(match, own)

    with pytest.raises(Refused, match="Decide the other deals first, or type in your own score sheet again."):
        agree(keeper, number, pair_sheet.RightSheet.MATCH, match[number - 1] if number <= len(match) else None)

    assert on_own(keeper) == own


def test_the_upper_pair_can_have_its_own_sheet():
    competition = stories.published(2, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")

    pair_sheet.type_in_own(upper, deals=dict(enumerate(DEALS, start=1)))

    assert last_line() == ("typed in deals", "Typed in their own score sheet: 4 deals.")
    assert [two_sheets(stories.table(table.pair, "R1-M1")).is_ours for table in (upper, lower)] == [True, False]


def test_the_last_deal_of_the_match_is_deleted_at_once():
    _, keeper = sheets(DEALS, DEALS[:3])

    assert agree(keeper, 4, pair_sheet.RightSheet.OWN, None)

    assert on_the_match(keeper) == DEALS[:3]


def test_agreeing_on_a_deal_needs_two_sheets():
    competition = stories.published(2, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *DEALS)

    with pytest.raises(Refused, match="The two score sheets already agree on that deal. Reload the page."):
        agree(upper, 1, pair_sheet.RightSheet.MATCH, DEALS[0])
