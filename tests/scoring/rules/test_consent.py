"""Tests for the rule that says who must agree to a change in the score (Laws 76 and 78)."""

from datetime import timedelta

import pytest
from hypothesis import given, strategies

from scoring.rules.consent import FREE_FOR, Circumstances, Consent, tricks_by_side, verdict
from scoring.rules.correcting import ChangeKind, DealChange, Effect, effect
from scoring.rules.refusal import Refused
from tests.scoring.rules.generated import DEALS, sheets
from tests.scoring.rules.notation import deal, sheet

NOBODY, OPPONENTS, ORGANISER = Consent
AT_THE_TABLE = Circumstances(age=timedelta(minutes=1))
HEARTS, NO_TRUMP = "N 2H 8", "E 2NT 5"


def change(number: int, text: str, *deals: str, kind: ChangeKind = ChangeKind.CHANGE) -> Effect:
    return effect(DealChange(kind, number, deal(text)), sheet(*deals))


@pytest.mark.parametrize(
    ("now", "deals", "needs", "law"),
    [
        # A recording error in an earlier deal: level, denomination, doubling.
        ("N 4H 8", (HEARTS, HEARTS), OPPONENTS, "recorded wrongly"),
        ("N 2S 8", ("N 3S 8", HEARTS), OPPONENTS, "recorded wrongly"),
        ("E 2NTX 5", (NO_TRUMP, HEARTS), OPPONENTS, "recorded wrongly"),
        # Different tricks for a side: the points may stay the same.
        ("N 2H 9", (HEARTS, HEARTS), OPPONENTS, "tricks of an earlier deal"),
        ("N 2NT 8", ("E 2NT 8", HEARTS), OPPONENTS, "tricks of an earlier deal"),
        ("E 2H 5", (HEARTS, HEARTS), OPPONENTS, "recorded wrongly"),
        ("pass", (HEARTS, HEARTS), OPPONENTS, "tricks of an earlier deal"),
        # Honours after the time limit.
        ("N 2H 8 NS:100", (HEARTS, HEARTS), OPPONENTS, "Honours that were claimed"),
        ("N 2H 8", ("N 2H 8 NS:100", HEARTS), OPPONENTS, "recorded wrongly"),
        # Another player on the same side changes no points, on any deal.
        ("S 2H 8", (HEARTS, HEARTS), NOBODY, "alters no points"),
        # The last recorded deal.
        ("N 2H 9", (HEARTS,), NOBODY, "next deal"),
        ("E 2H 9 EW:100", (HEARTS,), NOBODY, "next deal"),
    ],
)
def test_a_change_needs_the_consent_required_by_its_law(now, deals, needs, law):
    found = verdict(change(1, now, *deals), AT_THE_TABLE)

    assert (found.needs, law in found.why) == (needs, True), found


@pytest.mark.parametrize(
    ("circumstances", "needs"),
    [
        (AT_THE_TABLE, NOBODY),
        (Circumstances(age=FREE_FOR), OPPONENTS),
        (Circumstances(age=FREE_FOR - timedelta(seconds=1)), NOBODY),
        (AT_THE_TABLE._replace(is_retaken=True), OPPONENTS),
        (Circumstances(), OPPONENTS),
        (Circumstances(unseen=[1]), OPPONENTS),
        (Circumstances(unseen=[1, 2]), NOBODY),
        (AT_THE_TABLE._replace(disputed=()), OPPONENTS),
        (AT_THE_TABLE._replace(disputed=(2,)), ORGANISER),
        (AT_THE_TABLE._replace(disputed=(1,)), OPPONENTS),
        (AT_THE_TABLE._replace(is_agreed=True), ORGANISER),
    ],
)
@pytest.mark.parametrize("kind", [ChangeKind.CHANGE, ChangeKind.DELETE])
def test_the_last_deal_can_be_changed_freely_for_ten_minutes(kind, circumstances, needs):
    text = HEARTS if kind is ChangeKind.DELETE else "N 2H 9"

    assert verdict(change(2, text, HEARTS, HEARTS, kind=kind), circumstances).needs is needs


def test_inserting_or_deleting_an_earlier_deal_needs_consent():
    for kind, number in [(ChangeKind.INSERT, 1), (ChangeKind.INSERT, 2), (ChangeKind.DELETE, 1)]:
        assert verdict(change(number, HEARTS, HEARTS, HEARTS, kind=kind), AT_THE_TABLE).needs is OPPONENTS


def test_a_change_that_deletes_later_deals_needs_consent():
    level = sheet("N 1C 6", "E 1C 6", "pass", deals=2)

    assert verdict(effect(DealChange(ChangeKind.CHANGE, 1, deal("N 1C 7")), level), AT_THE_TABLE).needs is OPPONENTS


def test_an_unseen_deal_can_be_changed_freely_only_if_no_deal_known_to_both_pairs_changes():
    game, part_score = "N 4H 10", "N 2H 8"
    deals = (game, part_score, part_score)
    vulnerable_later = change(1, part_score, *deals)

    for unseen, needs in [([1], OPPONENTS), ([1, 2], OPPONENTS), ([1, 2, 3], NOBODY)]:
        assert verdict(vulnerable_later, Circumstances(unseen=unseen)).needs is needs
    assert verdict(change(1, "E 1NT 7", part_score, "pass"), Circumstances(unseen=[1])).needs is NOBODY
    inserted = change(1, part_score, *deals, kind=ChangeKind.INSERT)
    assert verdict(inserted, Circumstances(unseen=[1, 2])).needs is OPPONENTS


@given(sheets(), strategies.integers(1, 30), strategies.sampled_from(DEALS), strategies.sampled_from(ChangeKind))
def test_a_free_change_of_an_earlier_deal_alters_no_points_or_tricks(scored, number, new, kind):
    """Every deal before the last keeps its points and its tricks, unless the opponents agree."""
    if not number < len(scored.lines):
        return
    try:
        found = effect(DealChange(kind, number, new), scored)
    except Refused:
        return
    if verdict(found, AT_THE_TABLE).is_free:
        old, tricks = scored.lines[number - 1], tricks_by_side(new)
        assert [line.score for line in found.after.lines] == [line.score for line in scored.lines]
        assert tricks == tricks_by_side(old.deal)
