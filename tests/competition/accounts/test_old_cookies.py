"""Tests that a late response to an earlier request changes no cookie after signing in or out."""

from http.cookies import SimpleCookie

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from competition.entries.private_links import link_key
from scoring.pads.papers import PadGame
from tests import stories

pytestmark = [pytest.mark.django_db, pytest.mark.published(4)]
SIGN_IN, HOME, SIGN_INS, PASSWORD = (reverse(f"desk:{name}") for name in ("sign-in", "home", "sign-ins", "password"))
MY_MATCHES, SIGN_OUT = reverse("play:home"), reverse("play:sign-out")
KNOWN = "a-good-long-password"


@pytest.fixture
def organiser(competition) -> User:
    return competition.owner


def open_link(client: Client, pair) -> None:
    assert client.post(reverse("link:open", args=[link_key(pair)])).status_code == 302


def sign_in(client: Client, organiser: User) -> None:
    assert client.post(SIGN_IN, {"username": organiser.username, "password": KNOWN}).url == HOME


def begin_pad(client: Client) -> str:
    players = {"N": "Ann", "E": "Ben", "S": "Cat", "W": "Dan", "dealer": "N"}
    return client.post(reverse("pads:begin", args=[PadGame.RUBBER]), players).url


def answer_to(cookies: SimpleCookie, address: str, **sent):
    """Return the response to a request sent with these cookies."""
    late = Client()
    late.cookies = SimpleCookie({name: found.value for name, found in cookies.items()})
    return late.post(address, sent) if sent else late.get(address)


def is_pair(client: Client) -> bool:
    return client.get(MY_MATCHES).status_code == 200


def is_organiser(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def polls(competition) -> list[str]:
    """Return addresses that pages request automatically, and one that does not exist."""
    match = [competition.slug, "R1-M1"]
    return [reverse("play:card", args=match) + "?shown=1", "/play/nowhere/", reverse("play:match", args=match), HOME]


@pytest.mark.parametrize("later", ["the same link", "the desk", "a second pair's link", "another password"])
def test_a_late_response_changes_no_cookie(client, competition, organiser, later):
    first, second, *_ = competition.pairs.all()
    open_link(client, first)
    if later == "another password":
        sign_in(client, organiser)
    before = client.cookies.copy()
    if later == "the same link":
        open_link(client, first)
    elif later == "a second pair's link":
        open_link(client, second)
    elif later == "the desk":
        sign_in(client, organiser)
    else:
        new = "seven quiet lamps"
        sent = {"old_password": KNOWN, "new_password1": new, "new_password2": new}
        assert client.post(PASSWORD, sent).url == HOME

    for address in polls(competition):
        assert dict(answer_to(before, address).cookies) == {}, address
    assert is_pair(client)
    assert is_organiser(client) is (later in ("the desk", "another password"))


def test_a_late_response_does_not_undo_a_sign_out(client, competition, organiser):
    open_link(client, competition.pairs.first())
    sign_in(client, organiser)
    before = client.cookies.copy()
    client.post(reverse("desk:sign-out"))

    late = answer_to(before, HOME)

    assert (late.url, dict(late.cookies)) == (f"{SIGN_IN}?next={HOME}", {})


def test_signing_in_again_changes_no_cookie(client, competition, organiser):
    pair = competition.pairs.first()
    open_link(client, pair)
    again = client.post(reverse("link:open", args=[link_key(pair)]))
    assert (again.url, dict(again.cookies)) == (MY_MATCHES, {})
    sign_in(client, organiser)

    again = client.post(SIGN_IN, {"username": organiser.username, "password": KNOWN})

    assert (again.url, dict(again.cookies)) == (HOME, {})


def test_pairs_and_organisers_on_one_phone_sign_out_separately(client, competition, organiser):
    first, second, *_ = competition.pairs.all()
    open_link(client, first)
    open_link(client, second)
    sign_in(client, organiser)
    pad = begin_pad(client)

    client.post(reverse("desk:sign-out"))
    assert (is_organiser(client), is_pair(client), client.get(pad).status_code) == (False, True, 200)
    names = client.get(MY_MATCHES).content.decode()
    assert str(first.present[0].name) in names
    assert str(second.present[0].name) in names

    sign_in(client, organiser)
    client.post(SIGN_OUT)
    assert (is_organiser(client), is_pair(client), client.get(pad).status_code) == (True, False, 200)

    open_link(client, first)
    client.post(reverse("pads:leave", args=[pad.split("/")[2]]))
    assert (is_organiser(client), is_pair(client), client.get(pad).status_code) == (True, True, 404)


@pytest.mark.parametrize("way", ["everywhere", "another password elsewhere"])
def test_signing_out_an_organiser_does_not_sign_out_pairs(client, competition, organiser, way):
    open_link(client, competition.pairs.first())
    sign_in(client, organiser)
    elsewhere = Client()
    sign_in(elsewhere, organiser)

    if way == "everywhere":
        elsewhere.post(SIGN_INS)
    else:
        new = "seven quiet lamps"
        elsewhere.post(PASSWORD, {"old_password": KNOWN, "new_password1": new, "new_password2": new})

    assert (is_organiser(client), is_pair(client)) == (False, True)


def test_a_phone_with_many_pairs_has_a_small_cookie(client):
    pairs = [*stories.entered(40).pairs.all()]
    for pair in pairs:
        open_link(client, pair)

    assert max(len(found.OutputString()) for found in client.cookies.values()) < 4000
    page = client.get(MY_MATCHES).content.decode()
    assert pairs[-1].present[0].name in page


def test_a_forged_cookie_signs_nobody_in(competition):
    for made_up in ("", "~", "1~forged", "1~x.2~y." * 900, r'"\351\000"', r'"abcdefgh\000"'):
        sent = "; ".join(f"{name}={made_up}" for name in (settings.SESSION_COOKIE_NAME, "pairs", "pads"))
        client = Client(headers={"cookie": sent})

        assert client.get(MY_MATCHES).url == reverse("link:code")
        assert client.get(polls(competition)[0]).status_code == 404
        assert client.get("/pads/1/").status_code == 404
        assert client.get(HOME).url.startswith(SIGN_IN)
