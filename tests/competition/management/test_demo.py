import pytest
from django.db import transaction

from competition.contest.models import Competition
from competition.knockout.models.meeting import Outcome
from competition.knockout.queries.reading import published_snapshot
from competition.knockout.rules.stages import Stage
from competition.management import demo
from scoring.models import SummarySheet
from tests import stories

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def competition(django_db_setup, django_db_blocker):
    """Loaded once for all the looks that are taken at it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.load(demo.organiser("a-password"))
        transaction.set_rollback(True)


def test_round_1_is_finished_with_its_byes(competition):
    stages = [match.stage for match in published_snapshot(competition).rounds[0].matches]

    assert (stages.count(Stage.BYE), stages.count(Stage.OFFICIAL)) == (10, 6)


def test_one_match_is_overdue(competition):
    overdue = [match.code for match in published_snapshot(competition).by_code.values() if match.overdue]

    assert overdue == ["R2-M4"]


def test_one_match_is_at_deal_17_and_one_in_its_tie_break(competition):
    live = [match for match in published_snapshot(competition).by_code.values() if match.stage is Stage.IN_PLAY]

    assert [(match.recorded, match.due) for match in live] == [(17, 30), (31, 32)]


def test_one_match_is_disputed_and_one_was_a_walkover(competition):
    now = published_snapshot(competition)

    disputed = [match.code for match in now.by_code.values() if match.stage is Stage.DISPUTED]
    assert disputed == ["R3-M4"]
    assert [outcome.match for outcome in now.outcomes if outcome.kind == "walkover"] == ["R2-M6"]


def test_it_says_of_itself_that_it_is_a_demo(competition):
    assert competition.is_demo
    assert competition.name == "Lakes and Plains Rubber Knockout (demo)"


def test_taking_it_off_leaves_other_competitions_alone(competition):
    other = stories.published(2)
    stories.settle(other, "R1-M1")

    demo.remove()

    assert list(Competition.objects.all()) == [other]
    assert (Outcome.objects.count(), SummarySheet.objects.count()) == (1, 0)


def test_a_demo_with_rulings_extensions_and_replays_taken_back_is_taken_off_too(competition):
    for where in ("R3-M2", 3):
        stories.extend(competition, where)
        stories.take_back_extension(competition, where)
    stories.replay(competition, "R2-M1")
    stories.undo(competition, "R2-M1")

    demo.remove()

    assert not Competition.objects.exists()
