"""Tests that a result is confirmed automatically only while its match is open to both pairs."""

from functools import partial

import pytest
from django.utils import timezone

from competition.draw.presenters import words
from competition.draw.rules.result import Stage
from competition.match.actions import play
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, Withdraw
from competition.rulings.presenters.consequences import news
from tests import stories
from tests.competition.worlds import at


def pairs(competition, code="R1-M1"):
    return stories.now(competition).matches[code].pairs


def later(competition, code="R1-M1"):
    """Return the match as it will be after the reply time."""
    return at(competition, timezone.now() + stories.AFTER_REPLY_TIME).matches[code]


WAITS = "have a reported result in the semi-finals that waits for a reply"


def send_in(competition, code="R1-M1"):
    play.submit_totals(stories.tables(competition, code)[0], ours=5000, theirs=3000)
    stories.notify(competition, code)


def test_a_withdrawal_stops_the_reply_time_of_a_result(competition):
    first, second = pairs(competition)
    send_in(competition)
    now = stories.now(competition)
    ahead = stories.preview(Withdraw, competition, first.number).consequences
    ended = "have a reported result in the semi-finals that is no longer confirmed automatically"
    assert all(ended in news(now, ahead)[pair.number] for pair in (first, second))

    stories.withdraw(first)

    now = stories.now(competition)
    assert (now.matches["R1-M1"].winner, later(competition).winner) == (second, second)
    ahead = stories.preview(BringBack, competition, first.number).consequences
    assert all(WAITS in news(now, ahead)[pair.number] for pair in (first, second))


def test_a_reinstated_pair_wins_only_by_a_confirmation(competition):
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


def test_an_overruled_result_is_not_confirmed_automatically(competition):
    send_in(competition)

    stories.settle(competition, "R1-M1", upper_wins=False)
    ahead = stories.preview(Undo, competition, "R1-M1").consequences
    assert WAITS in news(stories.now(competition), ahead)[pairs(competition)[0].number]
    stories.undo(competition, "R1-M1")

    assert later(competition).stage is Stage.SUBMITTED


@pytest.mark.parametrize("reopen", [partial(stories.settle, kind=None), stories.replay], ids=["reopened", "replay"])
def test_undoing_a_reopening_restores_the_confirmed_result(competition, reopen):
    send_in(competition)
    stories.let_reply_time_pass()
    reopen(competition, "R1-M1")

    assert stories.preview(Undo, competition, "R1-M1").consequences.interrupted == ()
    stories.undo(competition, "R1-M1")

    assert stories.now(competition).matches["R1-M1"].stage is Stage.OFFICIAL
    assert not competition.log.filter(event="interrupted").exists()
