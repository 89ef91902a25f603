"""Tests for the draw at the end of an earlier day."""

from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Cancellation
from competition.draw.models.draw import Publication
from competition.draw.models.result_entry import Interruption, Notice, Reply, ResultEntry
from competition.draw.models.rounds import PlaceChange, RoundConditions, Withdrawal
from competition.draw.rules.result import ResultKind, Stage
from competition.public.queries import at_the_end_of, first_day
from scoring.rules.conditions import ScoringConditions
from tests import stories
from tests.competition.worlds import agree, at, send_in


@pytest.fixture
def competition():
    """Return a competition published five days ago, so that today is day 6."""
    competition = stories.published(4)
    five_days_ago = timezone.now() - timedelta(days=5)
    stories.rewrite(Publication.objects.filter(draw__competition=competition), at=five_days_ago)
    return competition


def beginning_of(competition, day: int) -> datetime:
    midnight = datetime.combine(first_day(stories.now(competition)), time(), timezone.get_current_timezone())
    return midnight + timedelta(days=day - 1)


def stages(competition, *days: int, code: str = "R1-M1") -> list[Stage]:
    now = stories.now(competition)
    return [at_the_end_of(now, day).matches[code].stage for day in days]


def test_a_day_ends_at_midnight(competition):
    stories.settle(competition, "R1-M1")
    midnight = beginning_of(competition, 3)

    for moment, seen in ((midnight, Stage.READY), (midnight - timedelta(microseconds=1), Stage.OFFICIAL)):
        stories.rewrite(ResultEntry.objects.all(), at=moment)

        assert stages(competition, 2, 3) == [seen, Stage.OFFICIAL]


def test_a_result_confirmed_later_was_pending_on_that_day(competition):
    send_in(competition, "R1-M1")
    agree(competition, "R1-M1")
    midnight = beginning_of(competition, 4)
    stories.rewrite(ResultEntry.objects.all(), at=beginning_of(competition, 2))
    stories.rewrite(Reply.objects.all(), at=midnight)

    assert stages(competition, 1, 2, 3, 4) == [Stage.READY, Stage.SUBMITTED, Stage.SUBMITTED, Stage.OFFICIAL]

    stories.rewrite(Reply.objects.all(), at=midnight - timedelta(microseconds=1))

    assert stages(competition, 3) == [Stage.OFFICIAL]


def test_a_notification_counts_only_from_its_own_day(competition):
    send_in(competition, "R1-M1")
    stories.notify(competition)
    told_at = beginning_of(competition, 3)
    stories.rewrite(ResultEntry.objects.all(), at=beginning_of(competition, 1))
    stories.rewrite(Notice.objects.all(), at=told_at)

    now = stories.now(competition)
    told = [at_the_end_of(now, day).matches["R1-M1"].last.notified_at for day in (2, 3)]

    assert told == [None, told_at]
    assert stages(competition, 2, 4, 5) == [Stage.SUBMITTED, Stage.SUBMITTED, Stage.OFFICIAL]


def test_a_superseded_result_was_pending_before_the_correction(competition):
    stories.settle_round(competition, 1)
    send_in(competition, "R2-M1")
    stories.notify(competition, "R2-M1")
    stories.settle(competition, "R1-M1", upper_wins=False, kind=ResultKind.PLAYED, totals=(500, 900))
    told_at, corrected = beginning_of(competition, 3), beginning_of(competition, 4)
    stories.rewrite(ResultEntry.objects.all(), at=beginning_of(competition, 2))
    stories.rewrite(Notice.objects.all(), at=told_at)
    stories.rewrite(Interruption.objects.all(), at=corrected)
    stories.rewrite(ResultEntry.objects.filter(total_upper=500), at=corrected)

    now = stories.now(competition)
    before, after = (at_the_end_of(now, day).matches["R2-M1"] for day in (3, 4))

    assert (before.stage, before.last.confirms_at) == (Stage.SUBMITTED, told_at + timedelta(hours=48))
    assert (after.stage, after.last) == (Stage.READY, None)


def test_an_earlier_day_shows_the_conditions_of_that_day(competition):
    usual, longer = ScoringConditions(deals=30), ScoringConditions(deals=36)
    stories.correct_conditions(competition, 2, longer)
    stories.rewrite(RoundConditions.objects.all(), at=beginning_of(competition, 3))

    now = stories.now(competition)

    assert [at_the_end_of(now, day).matches["R2-M1"].conditions for day in (2, 3)] == [usual, longer]


def test_there_is_no_champion_before_the_day_of_the_final():
    competition = stories.published(2)
    then = timezone.now() - timedelta(days=3)
    stories.rewrite(Publication.objects.filter(draw__competition=competition), at=then)
    stories.settle(competition, "R1-M1")
    stories.rewrite(ResultEntry.objects.all(), at=beginning_of(competition, 3))

    champions = [at_the_end_of(stories.now(competition), day).champion for day in (2, 3)]

    assert champions == [None, stories.now(competition).champion]


def test_a_pair_is_in_the_draw_until_the_day_it_withdraws(competition):
    gone = stories.now(competition).matches["R1-M1"].pairs[0]
    stories.withdraw(gone)
    stories.rewrite(Withdrawal.objects.all(), at=beginning_of(competition, 3))

    now = stories.now(competition)
    withdrawn = [bool(at_the_end_of(now, day).pairs[gone.number].withdrawal) for day in (2, 3)]

    assert withdrawn == [False, True]
    assert stages(competition, 2) == [Stage.READY]


def test_a_replayed_match_shows_its_first_result_before_the_replay(competition):
    send_in(competition, "R1-M1")
    agree(competition, "R1-M1")
    for model in (ResultEntry, Reply):
        stories.rewrite(model.objects.all(), at=beginning_of(competition, 2))
    stories.replay(competition, "R1-M1")
    send_in(competition, "R1-M1", 100, 900)

    now = stories.now(competition)
    found = [at_the_end_of(now, day).matches["R1-M1"] for day in (2, 6)]

    assert [one.last.totals for one in found] == [(4730, 3980), (100, 900)]
    assert [len(one.earlier) for one in found] == [0, 1]
    last = beginning_of(competition, 5) - timedelta(microseconds=1)
    stories.rewrite(ResultEntry.objects.filter(at__gt=last), at=last)
    assert at_the_end_of(now, 4).matches["R1-M1"].last.totals == (100, 900)


@pytest.mark.parametrize(("seed", "place"), [("d", 0), ("a", 1)])
def test_a_late_entry_is_not_in_the_draw_on_an_earlier_day(seed, place):
    competition = stories.published(3, seed=seed)
    then = timezone.now() - timedelta(days=3)
    stories.rewrite(Publication.objects.filter(draw__competition=competition), at=then)
    late = stories.enter_late(competition)
    stories.put_in(late)
    [match] = stories.now(competition).matches_of(late)
    assert match.pairs.index(late) == place
    send_in(competition, match.code)

    first_day = at_the_end_of(stories.now(competition), 1)

    assert late.number not in first_day.pairs
    assert [side.bye for side in first_day.matches[match.code].sides].count(True) == 1
    stories.rewrite(PlaceChange.objects.all(), at=beginning_of(competition, 2) - timedelta(microseconds=1))
    assert late.number in at_the_end_of(stories.now(competition), 1).pairs


def test_a_competition_is_not_cancelled_on_earlier_days():
    competition = stories.published(2)
    then = timezone.now() - timedelta(days=3)
    stories.rewrite(Publication.objects.filter(draw__competition=competition), at=then)
    stories.cancel(competition)

    now = at(competition, timezone.now())
    days = [at_the_end_of(now, day) for day in (1, 3, 4)]

    assert [day.competition.is_cancelled for day in days] == [False, False, True]


def test_the_last_moment_of_a_day_belongs_to_that_day(competition):
    send_in(competition, "R1-M1")
    stories.notify(competition)
    last = beginning_of(competition, 3) - timedelta(microseconds=1)
    begun = beginning_of(competition, 1)
    stories.rewrite(ResultEntry.objects.all(), at=begun)
    stories.rewrite(Notice.objects.all(), at=last)
    Interruption.objects.create(entry=ResultEntry.objects.get(), at=last)
    gone = stories.now(competition).matches["R1-M2"].pairs[0].number
    stories.withdraw(competition.pairs.get(number=gone))
    stories.rewrite(Withdrawal.objects.all(), at=last)
    stories.cancel(competition)
    stories.rewrite(Cancellation.objects.all(), at=last)

    now = at(competition, timezone.now())
    found = [at_the_end_of(now, day) for day in (1, 2)]

    sent = [day.matches["R1-M1"].last for day in found]
    assert [(one.notified_at, one.notified_by, one.interrupted_at) for one in sent] == [
        (None, "", None),
        (last, "organiser", last),
    ]
    assert [day.matches["R1-M2"].stage for day in found] == [Stage.READY, Stage.OFFICIAL]
    assert [day.competition.is_cancelled for day in found] == [False, True]
