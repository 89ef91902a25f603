"""Tests for the first run: the setup link, the first account and the site's name."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.audit.actions import Actor
from competition.audit.models import LogEntry
from competition.desk.access import first_run_link, first_run_path
from competition.desk.actions import rename, set_up
from competition.web.models import RateLimitHit, Site
from competition.web.rate_limit import Limit, RateLimit
from scoring.rules.refusal import Refused
from tests.competition.desk_reading import text
from tests.factories import OrganiserFactory

FORM = {
    "site_name": "Lakes Bridge",
    "username": "ann",
    "password1": "seven-green-lakes",
    "password2": "seven-green-lakes",
    "first_name": "Ann Field",
    "email": "ann@lakes.example",
}


def test_the_setup_link_creates_the_first_account(client):
    answer = client.post(first_run_path(), FORM, follow=True)

    user = User.objects.get()
    assert answer.redirect_chain == [(reverse("desk:site-ready"), 302)]
    assert (user.username, user.first_name, user.email) == ("ann", "Ann Field", "ann@lakes.example")
    assert (user.is_superuser, user.is_staff) == (True, False)
    assert user.check_password("seven-green-lakes")
    assert "You are signed in as ann . Next, create your first competition." in text(answer)
    assert Site.objects.get().name == "Lakes Bridge"
    assert [line.text for line in LogEntry.objects.all()] == ["Named the site “Lakes Bridge”."]


def test_viewing_the_setup_link_changes_nothing(client):
    page = client.get(first_run_path())

    assert page.status_code == 200
    assert 'value="Rubber Knockout"' in page.content.decode()
    assert (User.objects.count(), Site.objects.count(), RateLimitHit.objects.count()) == (0, 0, 0)


def test_the_setup_link_fails_once_there_is_an_account(client):
    link = first_run_path()
    OrganiserFactory()

    page, answer = client.get(link), client.post(link, FORM)

    assert (page.status_code, answer.status_code) == (404, 404)
    for shown in (page, answer):
        assert "This site is set up The link works only once, and an account exists already." in text(shown)
        assert reverse("desk:sign-in") in shown.content.decode()
        assert "private link" not in text(shown)
    assert (User.objects.count(), first_run_link()) == (1, "")


@pytest.mark.parametrize("token", ["x", "Imd1ZXNzIg:1abc:guess", "another purpose"])
def test_a_wrong_setup_link_says_how_to_get_a_new_one(client, token):
    token = signing.dumps("guess", salt=token) if token == "another purpose" else token
    address = reverse("desk:first-run", args=[token])

    answer = client.post(address, FORM)

    assert (answer.status_code, User.objects.count()) == (404, 0)
    assert "For a new one, run knockout doctor on the server, or restart the site." in text(answer)


def test_the_setup_link_works_for_three_days(client, monkeypatch):
    now = timezone.now().timestamp()
    monkeypatch.setattr(signing.time, "time", lambda: now)
    link = first_run_path()
    assert client.get(link).status_code == 200

    monkeypatch.setattr(signing.time, "time", lambda: now + timedelta(days=3, minutes=1).total_seconds())

    assert client.get(link).status_code == 404


def test_a_bad_value_keeps_the_other_values(client):
    for changes, sentence in (
        ({"password2": "another-one-here"}, "The two password fields didn’t match."),
        ({"password1": "short", "password2": "short"}, "This password is too short."),
        ({"password1": "", "password2": ""}, "Choose a password."),
        ({"username": ""}, "Choose a username."),
        ({"username": "ann field"}, "Enter a valid username."),
        ({"site_name": " "}, "Give the site a name, such as Lakes Bridge."),
        ({"site_name": "x" * 41}, "at most 40 characters"),
        ({"email": "nobody"}, "Enter a valid email address."),
    ):
        page = client.post(first_run_path(), {**FORM, **changes})

        assert (page.status_code, User.objects.count()) == (422, 0)
        assert sentence in text(page)
        assert 'value="Ann Field"' in page.content.decode()


def test_first_run_attempts_are_limited(client):
    for _ in range(10):
        RateLimit(Limit("first run from 127.0.0.1", 10)).note()

    answer = client.post(first_run_path(), FORM)

    assert (answer.status_code, User.objects.count()) == (429, 0)
    assert "Too many attempts. Try again in ten minutes." in text(answer)


def test_a_second_setup_of_the_site_is_refused():
    set_up(User(username="ann"), "Lakes")

    with pytest.raises(Refused, match="This site is set up already"):
        set_up(User(username="ben"), "Plains")

    assert (User.objects.get().username, Site.objects.get().name) == ("ann", "Lakes")


def test_the_home_page_of_a_new_site_says_it_is_being_set_up(client):
    before = client.get("/")
    OrganiserFactory()
    after = client.get("/")

    assert "This site is being set up. Please come back later." in text(before)
    assert "/desk/site/" not in before.content.decode()
    assert "There is no competition yet." in text(after)


def test_a_local_setup_link_contains_the_port(settings):
    settings.SITE_ADDRESS = "https://k.example"
    assert first_run_link(8000).startswith("https://k.example/desk/site/start/")

    settings.SITE_ADDRESS = "http://localhost"
    assert first_run_link(8001).startswith("http://localhost:8001/desk/site/start/")


def test_the_owner_renames_the_site(client):
    client.force_login(OrganiserFactory(is_superuser=True))

    page = client.post(reverse("desk:site-name"), {"name": "Plains Bridge"}, follow=True)

    assert "The name of the site is changed." in text(page)
    assert "Plains Bridge" in Client().get("/").content.decode()


def test_an_unchanged_site_name_is_not_logged():
    user = OrganiserFactory(is_superuser=True)
    rename("Lakes", Actor(organiser=user))
    rename("Lakes", Actor(organiser=user))

    assert LogEntry.objects.count() == 1
