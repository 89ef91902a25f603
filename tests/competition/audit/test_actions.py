from datetime import timedelta

import pytest
from django.utils import timezone

from competition.audit.actions import Actor, DecisionReason, lock, log_event, log_site_event, log_view
from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.audit.queries import looks, site_log
from competition.contest.models import Competition
from competition.contest.queries import versions
from competition.rulings.actions import delete
from scoring.rules.refusal import Refused
from tests import stories
from tests.factories import CompetitionFactory


@pytest.mark.parametrize(("only_deals", "more"), [(False, 1), (True, 0)])
def test_a_lock_raises_the_version_of_its_own_competition(only_deals, more):
    noted, other = (CompetitionFactory(version=7, facts_version=3) for _ in range(2))

    before = lock(noted, only_deals=only_deals)

    assert before == 3
    assert versions() == ((noted.pk, 8, 3 + more), (other.pk, 7, 3))


def test_a_deleted_competition_cannot_be_locked():
    competition = stories.entered(4)
    seen = Competition.objects.get(pk=competition.pk)
    delete(competition, by=stories.organiser_of(competition))

    with pytest.raises(Refused, match="This competition has been deleted, so nothing was saved"):
        lock(seen)


def test_views_of_links_are_logged_once_a_day_by_default():
    competition, other = stories.entered(0), stories.entered(0)
    by, deputy = stories.organiser_of(competition), stories.organiser_of(other)

    def told() -> list[str]:
        return [line.text for line in looks(competition, by.user)]

    for who, text in ((by, "a link"), (by, "a link"), (by, "letters"), (deputy, "a link")):
        log_view(competition, who, text)
    log_view(other, by, "a link")
    assert (told(), len(looks(competition, deputy.user)), len(looks(other, by.user))) == (["a link", "letters"], 1, 1)
    log_event(competition, by, Event.RULED, "no look")
    log_view(competition, by, "a link", each=True)
    assert told() == ["a link", "letters", "a link"]

    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    for at, again in ((today, 0), (today - timedelta.resolution, 1)):
        stories.rewrite(LogEntry.objects.filter(competition=competition), at=at)
        before = len(told())
        log_view(competition, by, "letters")
        assert len(told()) == before + again


def test_the_site_log_lists_one_organisers_actions():
    competition, other = stories.entered(0), stories.entered(0)
    by, somebody = stories.organiser_of(competition), stories.organiser_of(other)
    log_event(competition, by, Event.RULED, "of a competition")
    log_site_event(somebody, Event.COMPETITION_DELETED, "by somebody else")
    for text in ("first", "second"):
        log_site_event(by, Event.COMPETITION_DELETED, text)

    assert [(line.text, line.event) for line in site_log(by.user)] == [("second", "deleted"), ("first", "deleted")]
    with pytest.raises(Refused, match="Only an organiser"):
        log_site_event(Actor(), "deleted", "by nobody")


def test_spaces_around_a_reason_and_a_note_are_removed():
    assert DecisionReason(" Snow. ", " Bo rang ").columns() == {"reason": "Snow.", "note": "Bo rang"}
    with pytest.raises(Refused):
        DecisionReason(" ", "Bo rang").columns()
