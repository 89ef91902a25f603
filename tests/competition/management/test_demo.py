import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import draw_to_change
from competition.draw.rules.result import Stage
from competition.management import demo
from competition.match.queries.dates import moments, offers_in
from competition.notifications.models import Topic
from competition.notifications.queries.message_states import notifications
from competition.transfer.queries.tables import TABLES
from scoring.models import Deal, SummarySheet
from scoring.rules.contract import Doubling
from scoring.rules.deal import trick_points
from scoring.rules.words import question
from scoring.templatetags.bridge import day
from tests import stories

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def competition(django_db_setup, django_db_blocker):
    """Load the demo once for all tests in this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.load(demo.organiser("a-password"))
        transaction.set_rollback(True)


def test_the_demo_has_matches_in_every_state(competition):
    now = draw_to_change(competition)
    stages = [match.stage for match in now.rounds[0].matches]
    live = [match for match in now.matches.values() if match.stage is Stage.IN_PLAY]

    assert (competition.is_demo, competition.name) == (True, "Lakes and Plains Rubber Knockout (demo)")
    assert (stages.count(Stage.BYE), stages.count(Stage.OFFICIAL)) == (10, 6)
    assert [match.code for match in now.matches.values() if match.overdue] == ["R2-M4"]
    # One match is at deal 17 and one in its tie-break.
    assert [(match.recorded, match.due) for match in live] == [(17, 30), (31, 32)]
    assert recorded_lately() == {"R3-M1"}
    assert [match.code for match in now.matches.values() if match.stage is Stage.DISPUTED] == ["R3-M4"]
    assert [outcome.match for outcome in now.results if outcome.kind == "walkover"] == ["R2-M6"]


def test_the_demo_has_offers_an_agreed_date_and_notified_pairs(competition):
    now = draw_to_change(competition)
    offers = offers_in(now)

    assert [len(moments(offers["R2-M4"].open)), len(offers["R2-M4"].all)] == [4, 4]
    assert {code for code, state in now.matches.items() if state.plays_at and state.plays_at > now.now} == {"R3-M3"}
    told = notifications(now)
    assert {one.message.topic for one in told if one.told_at} >= {Topic.ROUND, Topic.LATE, Topic.DATE}
    assert {one.how for one in told} >= {"opened", "told"}
    assert {one.message.topic for one in told if one.to_do} <= {Topic.ANSWER, Topic.DATE}


def test_removing_the_demo_keeps_other_competitions(competition):
    other = stories.published(2)
    stories.settle(other, "R1-M1")

    demo.remove()

    assert list(Competition.objects.all()) == [other]
    assert (ResultEntry.objects.count(), SummarySheet.objects.count()) == (1, 0)


@pytest.mark.database
def test_a_demo_with_undone_decisions_can_be_removed(competition):
    for where in ("R3-M2", 3):
        stories.extend(competition, where)
        stories.undo_extension(competition, where)
    stories.replay(competition, "R2-M1")
    stories.undo(competition, "R2-M1")

    demo.remove()

    assert not Competition.objects.exists()


def test_the_log_of_the_demo_ends_today(competition):
    moments = list(LogEntry.objects.filter(competition=competition).order_by("pk").values_list("at", flat=True))
    decided = [state.decided_at for state in draw_to_change(competition).matches.values() if state.decided_at]

    assert moments == sorted(moments)
    assert (timezone.now() - moments[0]).days in range(139, 142)
    assert moments[-1] <= timezone.now()
    assert len({moment.date() for moment in decided}) > 10


def recorded_lately() -> set[str]:
    """Return the matches in which a deal was recorded in the last 20 minutes."""
    recorded = LogEntry.objects.filter(competition__is_demo=True, event="recorded")
    return set(recorded.filter(at__gt=timezone.now() - timedelta(minutes=20)).values_list("match", flat=True))


def test_the_deals_of_the_demo_are_realistic(competition):
    deals = [row.facts() for row in Deal.objects.all()]
    played = [deal for deal in deals if deal.contract]

    assert [deal for deal in deals if question(deal)] == []
    assert len(deals) - len(played) in range(len(deals) // 50, len(deals) // 25)
    games = [deal for deal in played if trick_points(replace(deal.contract, doubling=Doubling.UNDOUBLED)) >= 100]
    assert 0.4 < len(games) / len(played) < 0.55


def test_the_log_of_the_demo_names_the_offered_dates(competition):
    offers = offers_in(draw_to_change(competition))
    named = ", 19:30; ".join(day(moment) for moment in moments(offers["R2-M4"].open))

    last = competition.log.filter(event="offered", match="R2-M4").latest("pk")

    assert last.text == f"Offered to play on {named}, 19:30."


def test_every_row_of_the_demo_files_is_loaded(competition):
    files = [json.loads((demo.FOLDER / name).read_text(encoding="utf-8")) for name in demo.FILES]
    written = {name: len(table["rows"]) for name, table in (files[0]["tables"] | files[1]).items()}

    found = {table.name: table.rows(competition).count() for table in (*TABLES, *demo.LEFT_BEHIND)}

    assert found == written
