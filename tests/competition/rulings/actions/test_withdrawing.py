from datetime import timedelta

import pytest
from django.utils import timezone

from competition.audit.actions import DecisionReason
from competition.draw.models.rounds import Withdrawal
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.entries.queries.pairs import PlayerEntry
from competition.rulings.decisions.pairs import BringBack, Withdraw
from scoring.rules.refusal import Refused
from tests import stories

WHY = DecisionReason("Moved away.", "Told me on the telephone.")


def upper(competition) -> Pair:
    return stories.now(competition).matches["R1-M1"].pairs[0]


def withdraw(pair: Pair, *, grounds: DecisionReason = WHY, shown: str | None = None) -> None:
    stories.decide(Withdraw, pair.competition, pair.number, grounds=grounds, shown=shown)


def test_a_withdrawn_pair_loses_its_undecided_matches(competition):
    pair, opponents = stories.now(competition).matches["R1-M1"].pairs

    withdraw(pair)

    row = Withdrawal.objects.get()
    assert stories.now(competition).matches["R1-M1"].winner == opponents
    assert (row.pair, row.reason, row.note) == (pair, "Moved away.", "Told me on the telephone.")
    assert (row.decided_by, upper(competition).withdrawn_at) == (competition.organisers.get(), row.at)


def test_a_reinstated_pair_plays_on_and_both_decisions_are_kept(competition):
    pair = upper(competition)
    withdraw(pair)

    stories.bring_back(pair)

    gone, back = Withdrawal.objects.all()
    assert (back.undoes, back.reason) == (gone, "brought back for the test")
    assert upper(competition).withdrawn_at is None
    assert stories.now(competition).matches["R1-M1"].stage is Stage.READY


def test_the_pair_that_withdrew_first_loses(competition):
    first, second = stories.now(competition).matches["R1-M1"].pairs
    stories.withdraw(first)
    stories.withdraw(second)

    stories.rewrite(Withdrawal.objects.filter(pair=second), at=timezone.now() - timedelta(hours=2))

    assert stories.now(competition).withdrawn == [first.number, second.number]
    assert stories.now(competition).matches["R1-M1"].winner == second


def test_a_withdrawal_sent_twice_is_stored_once(competition):
    pair = upper(competition)
    shown = stories.preview(Withdraw, competition, pair.number).fingerprint

    for _ in range(2):
        withdraw(pair, shown=shown)

    assert (Withdrawal.objects.count(), competition.log.filter(event="withdrew").count()) == (1, 1)


def test_a_withdrawal_and_its_undo_need_a_reason(competition):
    pair = upper(competition)

    with pytest.raises(Refused, match="Enter the reason. The pairs want to know it."):
        withdraw(pair, grounds=DecisionReason("  "))
    withdraw(pair)
    with pytest.raises(Refused, match="Enter the reason. The pairs want to know it."):
        stories.decide(BringBack, competition, pair.number, grounds=DecisionReason(""))

    assert [row.undoes for row in Withdrawal.objects.all()] == [None]


def test_a_stale_withdrawal_page_is_refused(competition):
    pair = upper(competition)
    shown = stories.preview(Withdraw, competition, pair.number).fingerprint
    stories.substitute(pair, PlayerEntry("Di Heron"))

    with pytest.raises(Refused, match="Something has changed since you opened this page."):
        withdraw(pair, shown=shown)


def test_no_pair_can_withdraw_before_the_draw():
    pair = stories.entered(2).pairs.first()

    with pytest.raises(Refused, match="The draw has not been published yet. Remove the pair from the list instead."):
        withdraw(pair, shown="")
