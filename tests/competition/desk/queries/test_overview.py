"""Tests for the queries of the desk."""

from django.utils import timezone

from competition.audit.actions import Actor, log_event
from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.desk.queries import overview
from tests import stories
from tests.competition.worlds import agree, send_in
from tests.factories import OrganiserFactory


def test_the_desk_knows_the_next_step_of_the_competition():
    steps = []
    competition = stories.entered(1)
    steps.append(overview.desk(competition).step)
    stories.PairFactory(competition=competition)
    steps.append(overview.desk(competition).step)
    competition.closing_date = timezone.localdate()
    competition.save()
    steps.append(overview.desk(competition).step)
    draw = stories.draw_lots(competition)
    steps.append(overview.desk(competition).step)
    assert [(desk.step, desk.draw) for desk in overview.desks(competition.owner)] == [("publish", None)]
    stories.publish_attempt(draw)
    steps.append(overview.desk(competition).step)

    assert steps == ["entries", "draw", "entries", "publish", "running"]
    assert [desk.step for desk in overview.desks(competition.owner)] == ["running"]


def test_the_log_is_filtered_by_match_pair_and_author():
    competition, other = stories.published(4), stories.published(4, seed="another")
    by = stories.organiser_of(competition)
    first, second = competition.pairs.all()[:2]
    for who, text, more in (
        (by, "of a match", {"match": "R1-M1"}),
        (Actor(pair=first), "by a pair", {"match": "R1-M2"}),
        (by, "about a pair", {"about": first}),
        (Actor(pair=second), "by another", {}),
    ):
        log_event(competition, who, Event.RULED, text, **more)
    for match in ("R1-M1", "R1-M2"):
        log_event(other, Actor(pair=other.pairs.first()), Event.RULED, "elsewhere", match=match)

    def found(**asked) -> list[str]:
        return [line.text for line in overview.log(competition, **asked).filter(event=Event.RULED)]

    assert found() == ["by another", "about a pair", "by a pair", "of a match"]
    assert found(match="R1-M1") == ["of a match"]
    assert found(pair=first.number) == ["about a pair", "by a pair"]
    assert found(who="pairs") == ["by another", "by a pair"]
    assert found(who=str(by.user.pk)) == ["about a pair", "of a match"]
    assert found(who="pairs", pair=first.number, match="R1-M2") == ["by a pair"]
    [line] = overview.match_log(stories.now(competition), "R1-M2")
    assert (line.text, line.pair) == ("by a pair", first)


def test_news_since_a_visit_leaves_out_the_readers_own_actions():
    competition, other = stories.published(4), stories.published(4, seed="another")
    by, reader = stories.organiser_of(competition), OrganiserFactory()
    since = timezone.now()
    send_in(competition, "R1-M1")
    agree(competition, "R1-M1")
    stories.settle(competition, "R1-M2")
    send_in(other, "R1-M1")
    log_event(competition, Actor(pair=competition.pairs.first()), Event.DEALS_TYPED_IN, "by a pair")
    log_event(competition, by, Event.RESULT_TYPED_IN, "by the desk")
    log_event(competition, by, Event.LOOKED, "no news")

    def events(reader, since=since, most: int = 9) -> list[str]:
        return [line.event for line in overview.news(competition, reader, since, most)]

    assert events(reader) == ["typed in", "ruled", "confirmed", "submitted"]
    assert events(reader, most=2) == ["typed in", "ruled"]
    assert events(by.user) == ["confirmed", "submitted"]
    assert events(reader, None)[:4] == events(reader)
    assert "published" in events(reader, None)
    assert events(by.user, None) == events(reader, None)
    last = LogEntry.objects.filter(competition=competition, text="by the desk").get().at
    assert events(reader, last) == []


def test_the_desk_shows_the_latest_draw_of_its_competition():
    competition = stories.entered(4)
    for secret in ("first", "second", "third"):
        draw = stories.draw_lots(competition, secret=secret)
    entered = stories.entered(2)

    assert overview.desk(competition).latest == draw
    assert [desk.latest for desk in overview.desks(competition.owner)] == [draw]
    assert (overview.desk(entered).latest, overview.desk(entered).step) == (None, "draw")


def test_result_entries_have_their_organiser_without_a_query(django_assert_num_queries):
    competition = stories.published(4)
    send_in(competition, "R1-M1")
    send_in(competition, "R1-M2")
    stories.settle(competition, "R1-M1")
    stories.undo(competition, "R1-M1")
    now = stories.now(competition)
    lines = overview.match_log(now, "R1-M1")

    with django_assert_num_queries(0):
        rows = overview.result_entries(now, "R1-M1", lines)
        decided_by = [row.decided_by for row in rows]

    assert [row.number for row in rows] == [1, 2, 3]
    assert decided_by == [None, competition.owner, competition.owner]
