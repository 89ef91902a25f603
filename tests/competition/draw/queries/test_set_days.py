"""Tests for rounds and matches on a set day."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.rounds import FixedDay, Match, Round
from competition.draw.queries.playing import playing
from competition.draw.rules.result import ResultKind
from competition.match.queries.dates import offers_of
from tests import stories

DAY, HALL = date(2030, 6, 8), "Harbour Bridge Club"


@pytest.fixture
def competition():
    return stories.published(4)


def fix(competition, day, *, code="", hour=time(19, 30), place="", number=1, **columns):
    """Set the day of a round, or of one of its matches."""
    state = code and stories.now(competition).matches[code]
    row = Round.objects.get(draw__competition=competition, number=state.round if state else number)
    match = Match.objects.get(round=row, position=state.position) if state else None
    facts = {"reason": "for the test", "at": timezone.now(), "decided_by": competition.organisers.first()}
    facts |= {"day": day, "hour": hour, "place": place} | columns
    made = FixedDay.objects.create(round=row, match=match, **facts)
    Competition.objects.filter(pk=competition.pk).update(facts_version=F("facts_version") + 1)
    return made


def state(competition, code="R1-M1"):
    competition.refresh_from_db()
    return stories.now(competition).matches[code]


def local(day, hour):
    return timezone.make_aware(datetime.combine(day, hour))


def test_a_match_without_a_set_day_has_none(competition):
    assert (state(competition).set_day, state(competition).plays_at) == (None, None)


def test_a_set_day_replaces_an_agreed_date_and_closes_the_offer(competition):
    stories.agree(competition, at=datetime(2030, 5, 20, 7, 30, tzinfo=UTC), venue="at Ada’s")
    stories.offer(competition, "R1-M2", dates=[datetime(2030, 5, 21, 7, 30, tzinfo=UTC)])

    row = fix(competition, DAY, hour=time(13, 30), place=HALL)

    one, other = (state(competition, code) for code in ("R1-M1", "R1-M2"))
    assert (one.plays_at, one.place, one.may_be_arranged) == (local(DAY, time(13, 30)), HALL, False)
    assert offers_of(other).open is None
    fix(competition, None, hour=None, undoes=row)
    assert (state(competition).place, offers_of(state(competition, "R1-M2")).open is None) == ("at Ada’s", False)


def test_the_day_of_a_match_comes_before_that_of_its_round(competition):
    fix(competition, DAY, code="R1-M1", place="at Ada’s")
    fix(competition, DAY + timedelta(days=1), place=HALL)

    one, other = (state(competition, code) for code in ("R1-M1", "R1-M2"))

    assert (one.set_day.day, one.set_day.is_of_one_match, one.set_day.public_place) == (DAY, True, "")
    assert (other.set_day.day, other.set_day.public_place) == (DAY + timedelta(days=1), HALL)


def test_no_match_is_due_before_its_set_day(competition):
    fix(competition, date(2030, 6, 15), code="R1-M1")

    assert (state(competition).play_by, state(competition, "R1-M2").play_by) == (date(2030, 6, 15), date(2030, 5, 31))


def test_a_round_on_a_day_without_an_hour_is_played_on_that_date(competition):
    fix(competition, DAY, hour=None)

    one = state(competition)

    assert (one.plays_at, playing([one])["R1-M1"].at) == (DAY, DAY)
    late = local(DAY, time(23))
    assert [one.plays_after(moment) for moment in (late, late + timedelta(hours=2))] == [True, False]


def test_a_decided_match_keeps_its_day_when_its_round_moves(competition):
    fix(competition, DAY)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4000, 3000))

    fix(competition, DAY + timedelta(days=7))

    days = [state(competition, code).set_day.day for code in ("R1-M1", "R1-M2")]
    assert days == [DAY, DAY + timedelta(days=7)]


def test_a_replayed_match_needs_another_day(competition):
    fix(competition, DAY)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4000, 3000))

    stories.replay(competition, "R1-M1")

    assert (state(competition).set_day, state(competition).may_be_arranged) == (None, True)
    fix(competition, DAY + timedelta(days=7), code="R1-M1")
    assert state(competition).set_day.day == DAY + timedelta(days=7)


def test_neither_pair_is_at_home_in_a_match_at_a_set_venue(competition):
    fix(competition, DAY, code="R1-M1")
    assert state(competition).home == state(competition).pairs[0]

    fix(competition, DAY, code="R1-M1", place=HALL)

    assert state(competition).home is None
