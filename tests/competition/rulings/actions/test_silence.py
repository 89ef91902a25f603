"""Silence agrees only while the match is open to both pairs; time alone overturns nothing."""

from functools import partial

import pytest
from django.utils import timezone

from competition.knockout.presenters import words
from competition.knockout.rules.stages import Stage
from competition.match.actions import play
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, Withdraw
from competition.rulings.decisions.results import Award
from competition.rulings.presenters.consequences import summary
from competition.rulings.rules import Ruling
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.worlds import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(4)


def pairs(competition, code="R1-M1"):
    return stories.now(competition).matches[code].pairs


def later(competition, code="R1-M1"):
    """The match as it stands once silence has agreed, if nobody does anything."""
    return at(competition, timezone.now() + stories.AFTER_SILENCE).matches[code]


def send_in(competition, code="R1-M1"):
    play.submit_totals(stories.tables(competition, code)[0], ours=5000, theirs=3000)
    stories.notify(competition, code)


def test_silence_agrees_to_a_result_in_an_open_match(competition):
    send_in(competition)

    assert (later(competition).stage, later(competition).winner) == (Stage.OFFICIAL, pairs(competition)[0])


def test_a_withdrawal_ends_the_silence_over_a_result_that_waits(competition):
    first, second = pairs(competition)
    send_in(competition)
    now = stories.now(competition)
    ahead = stories.preview(Withdraw, competition, first.number).consequences
    assert dict(summary(now, ahead).parts)["Results that are no longer confirmed automatically"] == [
        f"Match 1 of the semi-finals, {first.name} v {second.name}: nobody has replied to the reported result."
        " If the match is reopened, the result counts once it is confirmed."
    ]

    stories.withdraw(first)

    now = stories.now(competition)
    assert (now.matches["R1-M1"].winner, later(competition).winner) == (second, second)
    ahead = stories.preview(BringBack, competition, first.number).consequences
    assert dict(summary(now, ahead).parts)["Results that can be confirmed again"] == [
        f"Match 1 of the semi-finals, {first.name} v {second.name}: the reported result waits for a reply."
        " It is not confirmed automatically."
    ]


def test_a_returned_pair_wins_only_by_a_confirmation(competition):
    first, second = pairs(competition)
    send_in(competition)
    stories.withdraw(first)

    stories.bring_back(first)

    assert later(competition).stage is Stage.SUBMITTED
    assert words.standing(stories.now(competition).matches["R1-M1"]).partition("; ")[2] == (
        f"it is no longer confirmed automatically, and it counts when {second.name} confirm it."
    )
    play.confirm(stories.tables(competition, "R1-M1")[1], outcome=1)
    assert stories.now(competition).matches["R1-M1"].winner == first


def test_a_superseded_result_is_not_confirmed_automatically(competition):
    stories.settle_round(competition, 1)
    send_in(competition, "R2-M1")

    stories.settle(competition, "R1-M1", upper_wins=False)
    stories.undo(competition, "R1-M1")

    assert later(competition, "R2-M1").stage is Stage.SUBMITTED


def test_an_overruled_result_is_not_confirmed_automatically(competition):
    send_in(competition)

    stories.settle(competition, "R1-M1", upper_wins=False)
    ahead = stories.preview(Undo, competition, "R1-M1").consequences
    assert "Results that can be confirmed again" in dict(summary(stories.now(competition), ahead).parts)
    stories.undo(competition, "R1-M1")

    assert later(competition).stage is Stage.SUBMITTED


def test_a_result_that_silence_agreed_to_comes_back_untouched(competition):
    send_in(competition)
    stories.fall_silent()
    before = stories.now(competition).matches["R1-M1"]

    stories.settle(competition, "R1-M1", upper_wins=False)
    stories.undo(competition, "R1-M1")

    assert stories.now(competition).matches["R1-M1"] == before
    assert before.stage is Stage.OFFICIAL


def test_a_new_report_has_its_own_reply_time(competition):
    first, _ = pairs(competition)
    send_in(competition)
    stories.withdraw(first)
    stories.bring_back(first)

    play.withdraw_result(stories.tables(competition, "R1-M1")[0])
    send_in(competition)

    assert later(competition).winner == first


def test_a_new_result_in_a_later_round_makes_the_preview_stale(competition):
    stories.settle_round(competition, 1)
    loser = pairs(competition)[1].number
    ruling = Ruling(loser)
    shown = stories.preview(Award, competition, "R1-M1", ruling).fingerprint
    send_in(competition, "R2-M1")

    with pytest.raises(
        Refused, match="Something has changed since you opened this page. Check again what this would change."
    ):
        stories.decide(Award, competition, "R1-M1", ruling, shown=shown)


@pytest.mark.parametrize("reopen", [partial(stories.settle, kind=None), stories.replay], ids=["reopened", "replay"])
def test_undoing_a_reopening_restores_the_confirmed_result(competition, reopen):
    send_in(competition)
    stories.fall_silent()
    reopen(competition, "R1-M1")

    assert stories.preview(Undo, competition, "R1-M1").consequences.interrupted == ()
    stories.undo(competition, "R1-M1")

    assert stories.now(competition).matches["R1-M1"].stage is Stage.OFFICIAL
    assert not competition.log.filter(event="interrupted").exists()
