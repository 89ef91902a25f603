"""Tests for the limits on guessing a password."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.web.models import RateLimitHit
from tests.competition.desk_reading import errors, text
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
SIGN_IN, CHANGE = reverse("desk:sign-in"), reverse("desk:password")
PASSWORD = "a-good-long-password"
HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def organiser():
    return OrganiserFactory(username="north", email="north@example.org")


@pytest.fixture
def hashed(monkeypatch):
    """Return a list with one item, the number of hashed passwords."""
    count, encode = [0], MD5PasswordHasher.encode

    def counted(*given):
        count[0] += 1
        return encode(*given)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return count


def sign_in(name="north", password=PASSWORD, *, address=HERE, client=None, **rest):
    form = {"username": name, "password": password, **rest}
    return (client or Client()).post(SIGN_IN, form, REMOTE_ADDR=address)


def tries(names, *, address=HERE) -> list[int]:
    """Return the status of an attempt for each name, with a minute between attempts."""
    answers = []
    for name in names:
        answers.append(sign_in(name, "wrong", address=address).status_code)
        RateLimitHit.objects.update(at=timezone.now() - timedelta(minutes=1))
    return answers


WRITTEN = ["north", " north", "north ", "\u3000north", "ｎｏｒｔｈ", "𝐧𝐨𝐫𝐭𝐡", "ⓝⓞⓡⓣⓗ", "north\u00a0", "𝕟orth", "nor𝗍h"]


def test_different_spellings_of_a_username_share_a_limit(organiser):
    assert [sign_in(name).status_code for name in WRITTEN] == [302] * 10
    assert tries(WRITTEN) == [422] * 10

    assert [sign_in(name).status_code for name in WRITTEN] == [429] * 10


@pytest.mark.database
def test_attempts_with_new_usernames_are_counted_by_network(organiser):
    assert tries(f"nobody{number}" for number in range(30)) == [422] * 30

    assert sign_in("fresh", "wrong").status_code == 429
    assert sign_in("fresh", "wrong", address=f"::ffff:{HERE}").status_code == 429
    assert sign_in("fresh", "wrong", address=ELSEWHERE).status_code == 422


def test_addresses_in_one_network_share_a_limit(organiser):
    here = "2001:db8:1:2::1"
    assert tries((f"nobody{number}" for number in range(30)), address=here) == [422] * 30

    for other, status in (("2001:db8:1:2:ffff:ffff:ffff:ffff", 429), ("2001:db8:1:3::1", 422)):
        assert sign_in("fresh", "wrong", address=other).status_code == status


def test_hashed_passwords_are_limited_across_networks(organiser, hashed):
    answers = [sign_in(f"nobody{number}", "wrong", address=f"203.0.113.{number}").status_code for number in range(25)]

    assert (answers, hashed) == ([422] * 5 + [429] * 20, [5])
    assert sign_in(address=ELSEWHERE, email=organiser.email.upper()).status_code == 302
    RateLimitHit.objects.update(at=timezone.now() - timedelta(seconds=11))
    assert sign_in(address=ELSEWHERE).status_code == 302


def test_strangers_elsewhere_never_lock_out_a_new_device(organiser, hashed):
    for number in range(12):
        sign_in(password="wrong", address=f"203.0.113.{number}")
        RateLimitHit.objects.update(at=timezone.now() - timedelta(minutes=1))
    before = hashed[0]

    asked = sign_in(address=ELSEWHERE)
    assert (asked.status_code, hashed[0] - before) == (429, 0)
    assert "type the email address of your account too" in errors(asked)[0]
    assert 'name="email"' in asked.content.decode()

    refused = sign_in(address=ELSEWHERE, email="other@example.org")
    assert (refused.status_code, hashed[0] - before) == (429, 0)
    assert errors(refused) == ["The username, the password or the email address is wrong. Check them and try again."]
    assert 'name="email"' in refused.content.decode()

    assert sign_in(address=ELSEWHERE, email=f" {organiser.email} ").status_code == 302


def test_signing_in_by_email_address_does_not_avoid_the_network_limit(organiser):
    assert tries(["north"] * 10) == [422] * 10

    assert sign_in(email=organiser.email).status_code == 429


def test_an_account_without_email_signs_in_during_an_attack(organiser):
    organiser.email = ""
    organiser.save()
    for number in range(12):
        sign_in("nobody", "wrong", address=f"203.0.113.{number}")

    assert sign_in(address=ELSEWHERE).status_code == 302


def test_no_password_is_hashed_beyond_the_limit(organiser, hashed):
    tries(["north"] * 10)
    before = hashed[0]

    locked = sign_in()

    assert (locked.status_code, hashed[0] - before) == (429, 0)
    assert errors(locked) == ["Too many failed attempts. Try again in ten minutes."]


@pytest.mark.database
def test_parallel_attempts_all_count(organiser, monkeypatch):
    noted, encode = [], MD5PasswordHasher.encode

    def watched(*given):
        noted.append(RateLimitHit.objects.count())
        return encode(*given)

    monkeypatch.setattr(MD5PasswordHasher, "encode", watched)
    sign_in()

    assert noted == [5]


def test_successful_sign_ins_are_not_counted(organiser):
    assert [sign_in().status_code for _ in range(3)] == [302] * 3
    assert not RateLimitHit.objects.exists()


def test_strangers_cannot_lock_out_a_known_device(organiser):
    known = Client()
    sign_in(client=known)
    known.post(reverse("desk:sign-out"))
    tries(["north"] * 12)

    assert [sign_in().status_code, sign_in(client=known).status_code] == [429, 302]


def test_a_known_device_has_its_own_limit_for_one_username(organiser):
    OrganiserFactory(username="south")
    known = Client()
    sign_in(client=known)
    known.post(reverse("desk:sign-out"))
    tries(["south"] * 10)

    assert sign_in("south", client=known).status_code == 429
    assert [sign_in(password="wrong", client=known).status_code for _ in range(10)] == [422] * 10
    assert sign_in(client=known).status_code == 429
    assert sign_in(address=ELSEWHERE).status_code == 302


def test_a_forged_device_cookie_is_ignored(organiser):
    forged = Client()
    forged.cookies["known-device"] = "north:1"
    tries(["north"] * 10)

    assert sign_in(client=forged).status_code == 429


def test_guesses_at_the_current_password_are_limited(organiser, hashed):
    desk = Client()
    desk.force_login(organiser)

    def change(present):
        return desk.post(CHANGE, {"old_password": present, "new_password1": "x", "new_password2": "y"})

    assert [change("wrong").status_code for _ in range(10)] == [422] * 10
    before = hashed[0]
    locked = change(PASSWORD)

    assert (locked.status_code, hashed[0] - before) == (429, 0)
    assert "Current password: Too many failed attempts." in text(locked)
