"""Tests for the end of sessions."""

from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from competition.accounts import actions, queries
from competition.accounts.models import Session
from tests.factories import OrganiserFactory

NOW = timezone.now().replace(microsecond=0) + timedelta(days=1)
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def clock(monkeypatch):
    def it_is(moment) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    it_is(NOW)
    return it_is


@pytest.fixture
def arrived(client):
    """Return a request from an organiser who has just signed in."""
    user = OrganiserFactory()
    client.force_login(user)
    request = RequestFactory().get("/", headers={"User-Agent": FIREFOX})
    request.session, request.user = client.session, user
    return request


def test_a_session_lasts_twelve_hours_or_sixty_days(clock, arrived):
    actions.start_session(arrived)
    begun = dict(arrived.session[queries.SIGN_IN])
    assert arrived.session.get_expiry_date() == NOW + timedelta(hours=12)
    assert (begun[queries.AT], begun[queries.DEVICE]) == (NOW.timestamp(), "Firefox on Windows")

    for later, proved in ((timedelta(minutes=30), True), (timedelta(minutes=30, seconds=1), False)):
        clock(NOW + later)
        assert queries.is_proved(arrived) is proved
    arrived.session.modified = False
    actions.record_confirmation(arrived)
    assert (queries.is_proved(arrived), arrived.session.modified) == (True, True)
    arrived.session.modified = False
    clock(NOW)
    actions.extend_session(arrived)
    assert arrived.session.get_expiry_date() == NOW + timedelta(days=60)
    assert (arrived.session.modified, arrived.session[queries.SIGN_IN][queries.AT]) == (True, NOW.timestamp())


def test_a_session_is_listed_until_it_ends(clock, arrived):
    actions.start_session(arrived)
    arrived.session.save()
    until = NOW + timedelta(hours=12)

    found = []
    for moment in (until - timedelta(seconds=1), until):
        clock(moment)
        found.append([(one.device, one.at, one.until, one.is_this) for one in queries.sign_ins(arrived, arrived.user)])

    assert found == [[("Firefox on Windows", NOW, until, True)], []]


@pytest.mark.database
def test_ending_other_sessions_spares_other_organisers(clock, arrived):
    stranger = OrganiserFactory()
    here = arrived.session.session_key
    for key, user in (("elsewhere", arrived.user), ("strangers", stranger)):
        Session.objects.create(session_key=key, session_data="", expire_date=NOW, organiser=user)

    actions.end_other_sessions(arrived, arrived.user)

    left = set(Session.objects.values_list("session_key", flat=True))
    assert (("elsewhere" in left), ("strangers" in left), (here in left)) == (False, True, True)
