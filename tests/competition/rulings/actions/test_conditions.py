from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from competition.draw.models.rounds import RoundConditions
from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from competition.public.presenters import draw_json
from competition.rulings.decisions.rounds import CorrectConditions, UndoConditions
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.refusal import Refused
from tests import stories

USUAL, LONGER = ScoringConditions(deals=4), ScoringConditions(deals=6)


@pytest.fixture
def competition():
    return stories.published(4, deals=4)


def played_under(competition) -> list[ScoringConditions]:
    """Return the conditions of each match, starting with round 1."""
    return [state.conditions for state in stories.now(competition).matches.values()]


def test_a_round_can_have_its_own_conditions_before_it_begins(competition):
    stories.open_sheet(competition, "R1-M1")

    stories.correct_conditions(competition, 2, LONGER)

    assert played_under(competition) == [USUAL, USUAL, LONGER]
    told = draw_json.as_dict(stories.now(competition))
    assert [round["conditions"]["deals"] for round in told["rounds"]] == [4, 6]
    assert told["conditions"]["deals"] == 4


def test_a_new_score_sheet_has_the_corrected_conditions(competition):
    stories.correct_conditions(competition, 1, LONGER)
    upper, _ = stories.open_sheet(competition, "R1-M1")

    assert upper.opened.row.rules() == LONGER
    assert (upper.state.due, stories.now(competition).matches["R2-M1"].due) == (6, 4)


def played_and_reopened(competition) -> None:
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(900, 400))
    stories.settle(competition, "R1-M1", kind=None)


@pytest.mark.parametrize(
    "begin",
    [
        lambda competition: stories.open_sheet(competition, "R1-M1"),
        lambda competition: play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=900, theirs=400),
        played_and_reopened,
    ],
    ids=["a sheet is open", "a result was sent in", "what was played was reopened"],
)
def test_the_conditions_of_a_round_are_fixed_once_it_begins(competition, begin):
    stories.correct_conditions(competition, 1, LONGER)
    begin(competition)

    with pytest.raises(
        Refused, match="You cannot change the conditions of this round. It has begun, or has no match to play."
    ):
        stories.correct_conditions(competition, 1, replace(LONGER, deals=8))
    with pytest.raises(Refused, match="You cannot change the conditions of this round."):
        stories.undo_conditions(competition, 1)
    assert played_under(competition)[0] == LONGER


def test_a_walkover_does_not_begin_a_round(competition):
    stories.settle(competition, "R1-M1")

    stories.correct_conditions(competition, 1, LONGER)

    assert stories.now(competition).matches["R1-M2"].conditions == LONGER


def test_corrected_conditions_belong_to_one_competition(competition):
    elsewhere = stories.published(4, seed="elsewhere", deals=4)
    stories.correct_conditions(elsewhere, 2, LONGER)
    key = RoundConditions.objects.get().pk
    stories.undo_conditions(elsewhere, 2)

    with pytest.raises(Refused, match="There is no correction to this round to undo."):
        stories.decide(UndoConditions, competition, 2, key, shown="")


def test_a_repeated_undo_of_conditions_is_stored_once(competition):
    stories.correct_conditions(competition, 2, LONGER)
    correction = RoundConditions.objects.get()
    shown = stories.preview(UndoConditions, competition, 2).fingerprint

    for _ in range(2):
        stories.decide(UndoConditions, competition, 2, correction.pk, shown=shown)

    assert RoundConditions.objects.count() == 2


def test_undoing_conditions_restores_the_earlier_ones(competition):
    stories.correct_conditions(competition, 2, LONGER)
    last = replace(LONGER, tie_break=TieBreak.FRESH, only_partscore=50)
    stories.correct_conditions(competition, 2, last)
    assert played_under(competition)[2] == last

    stories.undo_conditions(competition, 2)
    assert played_under(competition)[2] == LONGER
    stories.undo_conditions(competition, 2)
    assert played_under(competition)[2] == USUAL
    assert [row.rules() for row in RoundConditions.objects.order_by("pk")] == [LONGER, last, last, LONGER]
    with pytest.raises(Refused, match="There is no correction to this round to undo."):
        stories.undo_conditions(competition, 2)


def test_a_repeated_correction_of_conditions_is_stored_once(competition):
    shown = stories.preview(CorrectConditions, competition, content=(2, LONGER)).fingerprint

    for _ in range(2):
        stories.decide(CorrectConditions, competition, content=(2, LONGER), shown=shown)

    assert RoundConditions.objects.count() == 1
    with pytest.raises(Refused, match="already"):
        stories.preview(CorrectConditions, competition, content=(2, LONGER))


def test_stale_conditions_are_refused(competition):
    shown = stories.preview(CorrectConditions, competition, content=(2, LONGER)).fingerprint
    stories.correct_conditions(competition, 2, replace(LONGER, extra_deals=4))

    with pytest.raises(Refused, match="Something has changed since you opened this page."):
        stories.decide(CorrectConditions, competition, content=(2, LONGER), shown=shown)


def test_the_database_rejects_impossible_conditions(competition):
    stories.correct_conditions(competition, 2, LONGER)
    row = RoundConditions.objects.get()
    row.pk, row.deals = None, 1

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
