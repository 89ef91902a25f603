from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.web.models import RateLimitHit
from tests.competition.desk_reading import errors, said
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
SIGN_IN, HOME, CHANGE = (reverse(f"desk:{name}") for name in ("sign-in", "home", "password"))
PASSWORD = "a-good-long-password"
ANOTHER = "seven quiet lamps"


@pytest.fixture
def organiser():
    return OrganiserFactory(username="ann")


def sign_in(client, name="ann", password=PASSWORD, **rest):
    return client.post(SIGN_IN, {"username": name, "password": password, **rest})


def test_sign_in_leads_to_the_requested_page(client, organiser):
    wanted = client.get(HOME)
    assert (wanted.status_code, wanted.url) == (302, f"{SIGN_IN}?next={HOME}")

    assert sign_in(client, next="/desk/new/").url == "/desk/new/"


def test_sign_in_never_leads_to_another_site(organiser):
    for elsewhere in ("https://example.org/", "//example.org/", "nowhere", ""):
        assert sign_in(Client(), next=elsewhere).url == HOME


def test_a_wrong_password_keeps_the_typed_username(client, organiser):
    refused = sign_in(client, password="wrong")

    assert (refused.status_code, errors(refused)) == (
        422,
        ["The username or password is wrong. Check your capital letters and try again."],
    )
    assert 'value="ann"' in refused.content.decode()


def test_sign_out_requires_post(client, organiser):
    sign_in(client)

    assert client.get(reverse("desk:sign-out")).status_code == 405
    signed_out = client.post(reverse("desk:sign-out"))
    assert (signed_out.url, signed_out.cookies["sessionid"]["max-age"]) == ("/", 0)
    assert client.get(HOME).status_code == 302


def test_failed_sign_ins_are_counted_for_ten_minutes(client, organiser):
    for _ in range(10):
        sign_in(client, password="wrong")
        RateLimitHit.objects.update(at=timezone.now() - timedelta(minutes=9))
    assert sign_in(client).status_code == 429
    RateLimitHit.objects.update(at=timezone.now() - timedelta(minutes=11))

    assert sign_in(client).url == HOME

    RateLimitHit.objects.update(at=timezone.now() - timedelta(minutes=61))
    sign_in(Client(), password="wrong")
    assert not RateLimitHit.objects.filter(at__lt=timezone.now() - timedelta(minutes=60)).exists()


def change(client, present=PASSWORD, new=ANOTHER, again=ANOTHER):
    return client.post(CHANGE, {"old_password": present, "new_password1": new, "new_password2": again})


def test_a_changed_password_signs_out_other_devices(client, organiser):
    other = Client()
    for browser in (client, other):
        sign_in(browser)

    home = client.get(change(client).url)

    assert said(home) == ["Your password is changed. Other devices are signed out."]
    assert other.get(HOME).status_code == 302
    assert sign_in(other, password=ANOTHER).url == HOME


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        (
            {"present": "wrong"},
            "Current password: This is not your current password. Check your capital letters and try again.",
        ),
        (
            {"again": "something else"},
            "Repeat the password: The two passwords are different. Type the new password twice.",
        ),
        (
            {"new": "short", "again": "short"},
            "Repeat the password: This password is too short. It must contain at least 8 characters.",
        ),
    ],
)
def test_a_bad_new_password_is_refused(client, organiser, typed, fault):
    sign_in(client)

    refused = change(client, **typed)

    assert (refused.status_code, errors(refused)) == (422, [fault])
    assert sign_in(Client()).url == HOME
