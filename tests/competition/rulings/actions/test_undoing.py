import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules.result import Kind
from competition.knockout.rules.stages import Stage
from competition.match.actions import play
from competition.rulings.decisions.matches import Undo
from scoring.rules.refusal import Refused
from tests import stories

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


def as_it_stands(competition) -> list:
    """Every match with who is in it, how far it is and what stands, and who is champion."""
    now = stories.now(competition)
    matches = [
        (code, [(side.text, side.total) for side in state.sides], state.stage, state.result, state.set_aside)
        for code, state in now.matches.items()
    ]
    return [*matches, now.champion]


def state(competition, code="R1-M1"):
    return stories.now(competition).matches[code]


def test_undoing_a_ruling_restores_everything(competition):
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1", kind=Kind.PLAYED, totals=(1000, 900))
    before = as_it_stands(competition)

    stories.settle(competition, "R1-M1", upper_wins=False)
    assert as_it_stands(competition) != before
    stories.undo(competition, "R1-M1")

    assert as_it_stands(competition) == before


def test_rulings_are_undone_one_by_one(competition):
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M1", kind=Kind.DOUBLE_DEFAULT)

    stories.undo(competition, "R1-M1")
    assert state(competition).result.kind is Kind.WALKOVER
    stories.undo(competition, "R1-M1")
    assert state(competition).stage is Stage.READY


def test_undoing_a_ruling_restores_the_dispute(competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=1000, theirs=500)
    play.dispute(stories.tables(competition, "R1-M1")[1], outcome=1, reason="We won.")
    stories.settle(competition, "R1-M1", kind=Kind.DOUBLE_DEFAULT)

    stories.undo(competition, "R1-M1")

    assert (state(competition).stage, [side.total for side in state(competition).sides]) == (
        Stage.DISPUTED,
        [1000, 500],
    )


def test_a_report_of_a_pair_is_not_an_undoable_ruling(competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=1000, theirs=500)

    with pytest.raises(Refused, match="There is no ruling to undo. The latest result came from a pair."):
        stories.preview(Undo, competition, "R1-M1")


def test_a_repeated_undo_undoes_one_ruling(competition):
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)
    shown = stories.preview(Undo, competition, "R1-M1").fingerprint

    for _ in range(2):
        stories.decide(Undo, competition, "R1-M1", 2, shown=shown)

    assert state(competition).winner == state(competition).pairs[0]
    assert ResultEntry.objects.filter(kind=ResultEntry.UNDONE).count() == 1


def test_a_stale_preview_undoes_no_ruling(competition):
    stories.settle(competition, "R1-M1")
    shown = stories.preview(Undo, competition, "R1-M1").fingerprint
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1")

    with pytest.raises(
        Refused, match="Something has changed since you opened this page. Check again what this would change."
    ):
        stories.decide(Undo, competition, "R1-M1", 1, shown=shown)


def test_a_ruling_about_earlier_pairs_can_be_undone(competition):
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)
    stories.settle(competition, "R2-M1", upper_wins=False)

    stories.undo(competition, "R2-M1")

    assert (state(competition, "R2-M1").stage, len(state(competition, "R2-M1").set_aside)) == (Stage.READY, 1)


CODES, ACTS = ("R1-M1", "R1-M2", "R2-M1"), ("upper", "lower", "neither", "reopen", "replay", "lot", "undo")


def act(competition, code: str, what: str) -> None:
    """Do one thing to a match, unless it is impossible as things stand."""
    kinds = {"neither": Kind.DOUBLE_DEFAULT, "reopen": None, "lot": Kind.LOTS}
    try:
        if what == "undo":
            stories.undo(competition, code)
        elif what == "replay":
            stories.replay(competition, code)
        elif state(competition, code).pairs[1:]:
            stories.settle(competition, code, upper_wins=what == "upper", kind=kinds.get(what, Kind.WALKOVER))
    except Refused:
        pass


@settings(max_examples=settings().max_examples // 16, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(CODES), st.sampled_from(ACTS[:-1])), max_size=5), st.data())
def test_undoing_any_ruling_restores_any_history(competition, history, data):
    """Whatever was ruled before: rule once more, go on elsewhere, take back what came since, last one first."""
    with transaction.atomic():
        for code, what in history:
            act(competition, code, what)
        stands = [as_it_stands(competition)]
        done = []
        for code, what in data.draw(
            st.lists(st.tuples(st.sampled_from(CODES), st.sampled_from(ACTS[:-1])), max_size=4)
        ):
            rows = ResultEntry.objects.count()
            act(competition, code, what)
            if ResultEntry.objects.count() > rows:
                done.append(code)
                stands.append(as_it_stands(competition))
        for code in reversed(done):
            assert as_it_stands(competition) == stands.pop()
            stories.undo(competition, code)
        assert as_it_stands(competition) == stands.pop()
        transaction.set_rollback(True)
