"""Tests that a decision does what its preview said."""

import pytest

from competition.draw.rules.bracket import consequences
from competition.draw.rules.result import KeepProgress, ResultKind
from competition.match.actions.results import KeyIn, Report, Sums
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, EnteredTwice, PlacePair, UndoPlacing, Withdraw
from competition.rulings.decisions.results import Confirm, Lots, Penalise, Played, Reopen, Replay, Walkover
from competition.rulings.queries import penalised
from competition.rulings.rules import Ruling
from tests import stories
from tests.competition.worlds import send_in
from tests.made_once import once

pytestmark = pytest.mark.django_db


@pytest.fixture
@once
def competition():
    """Return a draw of six pairs with two matches in round 1. The first of them and its next match are decided."""
    competition = stories.published(6)
    for code in (first(competition).code, first(competition).feeds):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=(900, 500))
    return competition


def first(competition):
    return next(state for state in stories.now(competition).rounds[0].matches if state.has_two_pairs)


def second(competition):
    return [state for state in stories.now(competition).rounds[0].matches if state.has_two_pairs][1]


def settled(competition, winner=None, totals=None, **more) -> tuple:
    return first(competition).code, Ruling(winner, totals, **more)


def lower(competition) -> int:
    return first(competition).numbers[1]


def withdrawn(competition):
    stories.withdraw(second(competition).pairs[0])
    return second(competition).numbers[0]


def sent_in(competition):
    send_in(competition, second(competition).code)
    return second(competition)


def came_late(competition) -> int:
    stories.put_in(stories.enter_late(competition))
    return stories.now(competition).placings[-1].pk


def report(competition, counts: bool) -> tuple:
    return first(competition).code, Report(Sums(400, 900), first(competition).pairs[1], "letter", counts)


DECISIONS = {
    "walkover": lambda c: (Walkover, *settled(c, lower(c))),
    "penalty": lambda c: (Penalise, first(c).code, penalised(first(c), (-500, 0))),
    "kept progress": lambda c: (Played, *settled(c, lower(c), (400, 900), keep_progress=KeepProgress.RULED)),
    "lots": lambda c: (Lots, *settled(c)),
    "reopening": lambda c: (Reopen, *settled(c)),
    "replay": lambda c: (Replay, *settled(c)),
    "undo": lambda c: (Undo, first(c).code, first(c).last.pk),
    "typed in": lambda c: (KeyIn, *report(c, counts=True)),
    "typed in to be answered": lambda c: (KeyIn, *report(c, counts=False)),
    "confirmation": lambda c: (Confirm, [sent_in(c).code]),
    "withdrawal": lambda c: (Withdraw, sent_in(c).numbers[0]),
    "withdrawal of a winner": lambda c: (Withdraw, first(c).numbers[0]),
    "return": lambda c: (BringBack, withdrawn(c)),
    "late pair": lambda c: (PlacePair, stories.enter_late(c).number),
    "replacement": lambda c: (PlacePair, stories.enter_late(c).number, second(c).numbers[0]),
    "entered twice": lambda c: (EnteredTwice, second(c).numbers[0]),
    "late pair taken back": lambda c: (UndoPlacing, None, came_late(c)),
}


@pytest.mark.parametrize("decision", DECISIONS.values(), ids=DECISIONS)
def test_the_effect_of_a_decision_equals_its_preview(competition, decision):
    decision = decision(competition)
    before, ahead = stories.now(competition), stories.preview(decision[0], competition, *decision[1:])

    stories.decide(decision[0], competition, *decision[1:])

    done = consequences(before.bracket, stories.now(competition).bracket)
    assert told(done) in [told(change) for _, change in ahead.cases]


def told(change) -> tuple:
    """Return all consequences of a change, except those for results that wait for a reply."""
    return change.goes_on, change.sides, change.set_aside, change.restored, change.champion
