"""Tests for the latest change of a draw, and for identities and revisions in calendars and feeds."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Cancellation
from competition.draw.models.draw import Publication
from competition.draw.models.result_entry import Reply, ResultEntry
from competition.draw.models.rounds import Extension, FixedDay, PlaceChange, RoundConditions, Withdrawal
from competition.draw.queries.draw import Revision, clear_cache, identity, revisions
from competition.public.queries import last_change_at
from scoring.rules.conditions import ScoringConditions
from tests import stories
from tests.competition.worlds import agree, at, send_in

pytestmark = pytest.mark.django_db
LATER = datetime(2040, 1, 1, tzinfo=UTC)


def to_play(competition) -> str:
    """Return the round 1 match that has two pairs from the start."""
    matches = stories.now(competition).rounds[0].matches
    return next(match.code for match in matches if {1, 2, 3} >= {*match.numbers} and match.has_two_pairs)


HAPPENS = {
    "published": (lambda c: None, Publication, "at"),
    "more time": (lambda c: stories.extend(c, to_play(c)), Extension, "at"),
    "day of play": (lambda c: stories.fix_day(c, to_play(c), day=date(2030, 6, 10)), FixedDay, "at"),
    "conditions": (lambda c: stories.correct_conditions(c, 2, ScoringConditions(deals=36)), RoundConditions, "at"),
    "late": (lambda c: stories.put_in(stories.enter_late(c)), PlaceChange, "at"),
    "sent in": (lambda c: send_in(c, to_play(c)), ResultEntry, "at"),
    "answered": (lambda c: agree(c, to_play(c)), Reply, "at"),
    "withdrawn": (lambda c: stories.withdraw(c.pairs.last()), Withdrawal, "at"),
    "cancelled": (stories.cancel, Cancellation, "at"),
}


def test_a_draw_has_the_time_of_its_latest_event():
    competition = stories.published(3)
    for number, (name, (happen, model, column)) in enumerate(HAPPENS.items()):
        happen(competition)
        latest = LATER + timedelta(days=number)
        stories.rewrite(model.objects.all(), **{column: latest})
        clear_cache()
        competition.refresh_from_db()

        moments = (latest, latest + timedelta(hours=1), latest - timedelta.resolution)
        found = [last_change_at(at(competition, moment)) == latest for moment in moments]

        assert found == [True, True, False], name


def test_automatic_confirmation_changes_the_draw():
    competition = stories.published(2)
    send_in(competition, "R1-M1")
    stories.let_reply_time_pass()
    clear_cache()
    stories.rewrite(Publication.objects.all(), at=timezone.now() - timedelta(days=9))
    reply_deadline = stories.now(competition).matches["R1-M1"].last.reply_deadline

    assert last_change_at(stories.now(competition)) == reply_deadline


def test_a_match_has_one_revision_for_each_log_entry():
    competition, other = stories.published(4), stories.published(4, seed="another")
    for one in (competition, other):
        send_in(one, "R1-M1")
    agree(competition, "R1-M1")
    send_in(competition, "R1-M2")
    now = stories.now(competition)
    lines = competition.log.filter(match="R1-M1")

    found = revisions(now, ["R1-M1", "R2-M1"])

    assert found == {"R1-M1": Revision(lines.count(), max(line.at for line in lines)), "R2-M1": Revision(0, None)}
    assert lines.count() > 1


def test_an_identity_is_permanent_and_unique():
    competition, other = stories.published(2), stories.published(2, seed="another")
    now, there = stories.now(competition), stories.now(other)

    ids = [identity(now, "match", 1), identity(now, "match", 2), identity(now, "round", 1), identity(there, "match", 1)]

    assert len({*ids}) == 4
    assert ids[0] == identity(at(competition, timezone.now() + timedelta(days=9)), "match", 1)
    first = str(ids[0])
    competition.slug = now.competition.slug = "elsewhere"
    assert str(identity(now, "match", 1)) != first
