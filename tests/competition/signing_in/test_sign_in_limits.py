"""Guessing a password: what is counted, what is never hashed, and who is not locked out by it."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.pages.models import RateLimitHit
from tests.competition.desk_reading import errors, text
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
SIGN_IN, CHANGE = reverse("desk:sign-in"), reverse("desk:password")
PASSWORD = "a-good-long-password"
HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def organiser():
    return OrganiserFactory(username="north")


@pytest.fixture
def hashed(monkeypatch):
    """How many passwords have been hashed so far, in a list of one."""
    count, encode = [0], MD5PasswordHasher.encode

    def counted(*given):
        count[0] += 1
        return encode(*given)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return count


def sign_in(name="north", password=PASSWORD, *, address=HERE, client=None):
    return (client or Client()).post(SIGN_IN, {"username": name, "password": password}, REMOTE_ADDR=address)


def tries(names, *, address=HERE) -> list[int]:
    """What wrong passwords for these names are answered, each given some time after the one before."""
    answers = []
    for name in names:
        answers.append(sign_in(name, "wrong", address=address).status_code)
        RateLimitHit.objects.update(at=timezone.now() - timedelta(minutes=1))
    return answers


WRITTEN = ["north", " north", "north ", "\u3000north", "ｎｏｒｔｈ", "𝐧𝐨𝐫𝐭𝐡", "ⓝⓞⓡⓣⓗ", "north\u00a0", "𝕟orth", "nor𝗍h"]


def test_a_name_is_counted_as_it_signs_in_however_it_is_written(organiser):
    assert [sign_in(name).status_code for name in WRITTEN] == [302] * 10
    assert tries(WRITTEN) == [422] * 10

    assert [sign_in(name, address=ELSEWHERE).status_code for name in WRITTEN] == [429] * 10


@pytest.mark.database
def test_fresh_names_are_counted_by_their_network(organiser):
    assert tries(f"nobody{number}" for number in range(30)) == [422] * 30

    assert sign_in("fresh", "wrong").status_code == 429
    assert sign_in("fresh", "wrong", address=ELSEWHERE).status_code == 422


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
    ],
)
def test_whoever_has_a_network_of_their_own_is_one(organiser, one, other, together):
    tries((f"nobody{number}" for number in range(30)), address=one)

    assert sign_in("fresh", "wrong", address=other).status_code == (429 if together else 422)


def test_from_any_number_of_networks_few_passwords_are_hashed_at_a_time(organiser, hashed):
    answers = [sign_in(f"nobody{number}", "wrong", address=f"203.0.113.{number}").status_code for number in range(25)]

    assert (answers, hashed) == ([422] * 5 + [429] * 20, [5])
    RateLimitHit.objects.update(at=timezone.now() - timedelta(seconds=11))
    assert sign_in(address=ELSEWHERE).status_code == 302


def test_nothing_is_hashed_beyond_a_limit(organiser, hashed):
    tries(["north"] * 10)
    before = hashed[0]

    locked = sign_in()

    assert (locked.status_code, hashed[0] - before) == (429, 0)
    assert errors(locked) == ["Too many wrong passwords were typed. Wait ten minutes, then try again."]


@pytest.mark.database
def test_tries_at_one_moment_count_each_other(organiser, monkeypatch):
    noted, encode = [], MD5PasswordHasher.encode

    def watched(*given):
        noted.append(RateLimitHit.objects.count())
        return encode(*given)

    monkeypatch.setattr(MD5PasswordHasher, "encode", watched)
    sign_in()

    assert noted == [3]


def test_those_who_sign_in_well_are_no_failed_tries(organiser):
    assert [sign_in().status_code for _ in range(40)] == [302] * 40
    assert not RateLimitHit.objects.exists()


def test_a_device_on_which_somebody_signed_in_before_is_not_locked_out_by_strangers(organiser):
    known = Client()
    sign_in(client=known)
    known.post(reverse("desk:sign-out"))
    tries(["north"] * 12)

    assert [sign_in().status_code, sign_in(client=known).status_code] == [429, 302]


def test_a_device_that_is_known_has_as_many_tries_and_those_for_its_own_name_only(organiser):
    OrganiserFactory(username="south")
    known = Client()
    sign_in(client=known)
    known.post(reverse("desk:sign-out"))
    tries(["south"] * 10)

    assert sign_in("south", client=known).status_code == 429
    assert [sign_in(password="wrong", client=known).status_code for _ in range(10)] == [422] * 10
    assert sign_in(client=known).status_code == 429
    assert sign_in(address=ELSEWHERE).status_code == 302


def test_a_known_device_cannot_be_made_up(organiser):
    forged = Client()
    forged.cookies["known-device"] = "north:1"
    tries(["north"] * 10)

    assert sign_in(client=forged).status_code == 429


def test_the_present_password_is_not_guessed_at_an_open_desk_without_end(organiser, hashed):
    desk = Client()
    desk.force_login(organiser)

    def change(present):
        return desk.post(CHANGE, {"old_password": present, "new_password1": "x", "new_password2": "y"})

    assert [change("wrong").status_code for _ in range(10)] == [422] * 10
    before = hashed[0]
    locked = change(PASSWORD)

    assert (locked.status_code, hashed[0] - before) == (429, 0)
    assert "Present password: Too many wrong passwords were typed." in text(locked)
