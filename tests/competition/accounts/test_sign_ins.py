"""Tests for how long an organiser stays signed in, on which devices, and when the app asks for the password again."""

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.accounts.models import Session
from tests import stories
from tests.competition.desk_reading import desk, errors, filled, text
from tests.factories import OrganiserFactory
from tests.valid_html import faults

pytestmark = pytest.mark.django_db
SIGN_IN, HOME, CHANGE, AGAIN, SIGN_INS = (
    reverse(f"desk:{name}") for name in ("sign-in", "home", "password", "password-again", "sign-ins")
)
PASSWORD, ANOTHER = "a-good-long-password", "seven quiet lamps"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
    "Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def later(monkeypatch):
    """Return a function that lets time pass."""

    def passes(**time):
        now = timezone.now() + timedelta(**time)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return passes


@pytest.fixture
def competition():
    return stories.entered(2)


@pytest.fixture
def organiser(competition) -> User:
    return competition.owner


def arrived(organiser, *, keep=False, device=FIREFOX) -> Client:
    """Return a browser in which the organiser has just signed in."""
    client = Client(headers={"User-Agent": device})
    sent = {"username": organiser.username, "password": PASSWORD} | ({"keep": "on"} if keep else {})
    assert client.post(SIGN_IN, sent).status_code == 302
    return client


def is_in(client) -> bool:
    return client.get(HOME).status_code == 200


@pytest.mark.parametrize(
    ("keep", "still", "over"),
    [
        (False, {"hours": 11, "minutes": 59}, {"minutes": 2}),
        (True, {"days": 59, "hours": 23}, {"days": 60, "hours": 1}),
    ],
)
def test_an_organiser_stays_signed_in_for_sixty_days_after_the_last_visit(organiser, later, keep, still, over):
    client = arrived(organiser, keep=keep)

    later(**still)
    assert is_in(client)
    later(**over)

    assert client.get(HOME).url == f"{SIGN_IN}?next={HOME}"


def test_a_pair_stays_signed_in_longer_than_an_organiser(organiser, competition, phone, later):
    device = phone(competition.pairs.first())
    device.post(SIGN_IN, {"username": organiser.username, "password": PASSWORD})

    later(days=290)

    assert (is_in(device), device.get("/play/").status_code) == (False, 200)


def test_sessions_are_listed_by_device(organiser, later):
    arrived(OrganiserFactory())
    arrived(organiser, device=IPHONE, keep=True)
    later(hours=1)
    client = arrived(organiser)

    page = client.get(SIGN_INS)

    assert faults(page.content.decode()) == []
    assert [(one.device, one.is_this) for one in page.context["sign_ins"]] == [
        ("Firefox on Windows", True),
        ("Safari on an iPhone", False),
    ]
    assert "Firefox on Windows this device" in text(page)


@pytest.mark.database
def test_an_organiser_signs_out_everywhere(organiser):
    phone, stranger, client = arrived(organiser, device=IPHONE), arrived(OrganiserFactory()), arrived(organiser)

    answer = client.post(SIGN_INS)

    assert answer.url == "/"
    assert [is_in(browser) for browser in (client, phone, stranger)] == [False, False, True]
    assert not Session.objects.filter(organiser=organiser).exists()


@pytest.mark.database
def test_a_new_password_ends_the_other_sessions(organiser):
    phone, client = arrived(organiser, device=IPHONE), arrived(organiser)

    client.post(CHANGE, {"old_password": PASSWORD, "new_password1": ANOTHER, "new_password2": ANOTHER})

    assert [is_in(client), is_in(phone)] == [True, False]
    assert len(client.get(SIGN_INS).context["sign_ins"]) == 1


def sensitive(competition) -> list[str]:
    """Return the pages that show or export private links, contact details or the competition."""
    deputy = competition.organisers.exclude(pk=competition.owner_id).get().pk
    return [
        desk("letters", competition),
        desk("renew-links", competition),
        desk("pair-link", competition, 1),
        desk("forget-contacts", competition),
        desk("invite", competition),
        desk("invitation", competition, deputy),
        desk("renew-password", competition, deputy),
        desk("hand-over", competition, deputy),
        desk("file", competition),
        desk("dismiss", competition, deputy),
        desk("delete", competition),
        desk("cancel", competition),
        desk("redact", competition),
        desk("topic", competition, "draw"),
    ]


@pytest.fixture
def with_deputy(competition):
    invited = OrganiserFactory(first_name="Erin Vale")
    invited.set_unusable_password()
    invited.save()
    competition.organisers.add(invited, through_defaults={"invited": True})
    return competition


def test_private_pages_ask_for_the_password_again(organiser, with_deputy, later):
    client = arrived(organiser)
    assert [client.get(page).status_code for page in sensitive(with_deputy)] == [200] * 14

    later(hours=5)

    asked = [client.get(page) for page in sensitive(with_deputy)]
    assert [answer.url for answer in asked] == [f"{AGAIN}?next={page}" for page in sensitive(with_deputy)]
    assert client.get(desk("competition", with_deputy)).status_code == 200


def test_a_password_covers_a_whole_visit_only_for_pages_with_private_links(organiser, with_deputy, later):
    client, seen = arrived(organiser), ("letters", "pair-link", "topic")
    later(hours=3, minutes=59)

    opened = [page for page in sensitive(with_deputy) if client.get(page).status_code == 200]

    places = {"pair-link": [1], "topic": ["draw"]}
    assert opened == [desk(name, with_deputy, *places.get(name, [])) for name in seen]


def test_a_confirmed_password_counts_for_30_minutes(organiser, with_deputy, later):
    client, page = arrived(organiser), desk("file", with_deputy)
    later(minutes=31)

    wrong = client.post(f"{AGAIN}?next={page}", {"password": "wrong", "next": page})
    right = client.post(AGAIN, {"password": PASSWORD, "next": page})

    assert errors(wrong) == ["Your password: This is not your password. Check your capital letters and try again."]
    assert (wrong.status_code, right.url, client.get(page).status_code) == (422, page, 200)
    later(minutes=31)
    assert client.get(page).status_code == 302


def test_a_form_sent_after_30_minutes_asks_for_the_password(organiser, with_deputy, later):
    client, page = arrived(organiser), desk("invite", with_deputy)
    later(minutes=31)

    asked = client.post(page, {"name": "Finn “Oak” <&>", "tick": ["1", "2"]})
    assert [f'name="tick" value="{value}"' in asked.content.decode() for value in (1, 2)] == [True, True]
    assert faults(asked.content.decode()) == []
    assert "You need it to invite a deputy. You can remove the deputy at any time." in text(asked)
    assert "Nothing is saved yet. What you typed is sent when you continue." in text(asked)
    wrong = client.post(page, filled(asked, **{"again-password": "wrong"}))
    assert (wrong.status_code, errors(wrong)) == (
        422,
        ["Your password: This is not your password. Check your capital letters and try again."],
    )
    assert not User.objects.filter(first_name__startswith="Finn").exists()

    done = client.post(page, filled(wrong, **{"again-password": PASSWORD}))

    assert done.url == desk("invitation", with_deputy, User.objects.get(first_name="Finn “Oak” <&>").pk)
    assert client.get(done.url).status_code == 200
    # The browser then deletes the draft that it stored for the first form.
    assert "saved_form" not in wrong.cookies
    assert unquote(done.cookies["saved_form"].value) == f"organiser {organiser.pk} {page}"


def test_guesses_while_confirming_a_password_are_limited(organiser):
    client = arrived(organiser)

    tries = [client.post(AGAIN, {"password": "wrong"}).status_code for _ in range(10)]

    assert tries == [422] * 10
    assert client.post(AGAIN, {"password": PASSWORD}).status_code == 429


def test_confirming_a_password_never_leads_to_another_site(organiser):
    client = arrived(organiser)

    for elsewhere in ("https://example.org/", "//example.org/", ""):
        assert client.post(AGAIN, {"password": PASSWORD, "next": elsewhere}).url == HOME


def test_accepting_an_invitation_starts_a_session(with_deputy):
    client, erin = Client(headers={"User-Agent": IPHONE}), User.objects.get(first_name="Erin Vale")
    owner = arrived(with_deputy.owner)
    link = owner.get(desk("invitation", with_deputy, erin.pk)).context["link"]

    client.post(link, {"new_password1": ANOTHER, "new_password2": ANOTHER})

    assert [one.device for one in client.get(SIGN_INS).context["sign_ins"]] == ["Safari on an iPhone"]
