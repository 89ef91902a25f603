import pytest

from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import ResultKind, Stage
from competition.match.actions import play
from competition.rulings.decisions.matches import Undo
from scoring.rules.refusal import Refused
from tests import stories


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


def state(competition, code="R1-M1"):
    return stories.now(competition).matches[code]


def test_rulings_are_undone_one_at_a_time_starting_with_the_latest(competition):
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)

    stories.undo(competition, "R1-M1")
    assert state(competition).result.kind is ResultKind.WALKOVER
    stories.undo(competition, "R1-M1")
    assert state(competition).stage is Stage.READY


def test_undoing_a_ruling_restores_the_dispute(competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=1000, theirs=500)
    play.dispute(stories.tables(competition, "R1-M1")[1], outcome=1, reason="We won.")
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)

    stories.undo(competition, "R1-M1")

    assert (state(competition).stage, [side.total for side in state(competition).sides]) == (
        Stage.DISPUTED,
        [1000, 500],
    )


def test_a_pairs_report_cannot_be_undone_as_a_ruling(competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=1000, theirs=500)

    with pytest.raises(Refused, match="There is no ruling to undo. The latest result came from a pair."):
        stories.preview(Undo, competition, "R1-M1")


def test_a_repeated_undo_is_stored_once(competition):
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)
    last = ResultEntry.objects.latest("pk")
    shown = stories.preview(Undo, competition, "R1-M1").fingerprint

    for _ in range(2):
        stories.decide(Undo, competition, "R1-M1", last.pk, shown=shown)

    assert state(competition).winner == state(competition).pairs[0]
    assert ResultEntry.objects.filter(kind=ResultEntry.UNDONE).count() == 1
