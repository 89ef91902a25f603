"""Tests that the table of sensitive actions agrees with the pages, the log and the messages."""

from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver, reverse

from competition.accounts.models import AccountChange
from competition.accounts.rules import SENSITIVE_ACTIONS, Informed
from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.actions import invite
from competition.contest.models import Competition
from competition.draw.queries.draw import get_draw
from competition.notifications.queries.emails import messages
from tests import stories
from tests.competition.desk_reading import desk
from tests.house.test_views_have_access_checks import addresses

pytestmark = pytest.mark.django_db
REASON = "Snow"


def test_the_table_lists_every_page_with_a_password_or_an_owner():
    pages = {page.name: page.callback for _, page in addresses(get_resolver())}
    required = {name: (view.access_check, hasattr(view, "asks_password")) for name, view in pages.items()}

    assert {name: (action.check, action.asks_password) for name, action in SENSITIVE_ACTIONS.items()} == {
        name: (check, asks) for name, (check, asks) in required.items() if asks or check in ("owner", "site-owner")
    }


def cancel(client: Client, address: str):
    shown = client.post(address, {"reason": REASON}).context["sheet"].fingerprint
    return client.post(address, {"reason": REASON, "shown": shown})


def remove_text(client: Client, address: str):
    key = client.get(address).context["wordings"][0].key
    return client.post(address, {"words": key, "why": "private"})


def remove_name(client: Client, address: str):
    return client.post(address, {"player": client.get(address).context["players"][0]})


def deputy() -> User:
    return User.objects.get(first_name="Erin Vale")


# How an organiser performs each action. Other pages are only viewed.
PRESSES = {
    "invite": lambda client, address: client.post(address, {"name": "Finn Oak"}),
    "renew-password": lambda client, address: client.post(address),
    "hand-over": lambda client, address: client.post(address),
    "dismiss": lambda client, address: client.post(address),
    "delete": lambda client, address: client.post(address, {"name": "Regional Rubber Knockout"}),
    "cancel": cancel,
    "redact": remove_text,
    "remove-name": remove_name,
    "file": lambda client, address: client.post(address, {"private": "on"}),
    "merge": lambda client, address: client.post(address),
    "pair-link": lambda client, address: client.post(address),
    "renew-links": lambda client, address: client.post(address),
    "forget-contacts": lambda client, address: client.post(address),
    "site-accounts": lambda client, address: client.post(address, {"account": deputy().pk, "is_allowed": "on"}),
    "site-name": lambda client, address: client.post(address, {"name": "Lakes Bridge"}),
}
# The invitation page shows what the page before it logged.
LOGGED = {name: action for name, action in SENSITIVE_ACTIONS.items() if action.event and name != "invitation"}


@pytest.fixture
def season() -> Competition:
    """Return a published draw with a reason to remove, a deputy, and an owner who also owns the site."""
    competition = stories.published(4)
    stories.withdraw(competition.pairs.last(), reason="ill")
    invited = invite(competition, name="Erin Vale", by=stories.organiser_of(competition))
    invited.set_password("a-good-long-password")
    invited.save()
    User.objects.filter(pk=competition.owner_id).update(is_superuser=True)
    return competition


def find_address(name: str, season: Competition) -> str:
    if name.startswith("site-"):
        return reverse(f"desk:{name}")
    places = {"topic": ["draw"], "pair-link": [1]}
    places |= {page: [deputy().pk] for page in ("renew-password", "hand-over", "dismiss")}
    return desk(name, season, *places.get(name, []))


def informed(competition: Competition) -> set[object]:
    """Return the messages to pairs and accounts that the app sends or asks the organiser to give."""
    fresh = Competition.objects.filter(pk=competition.pk).first()
    draw = fresh and get_draw(fresh)
    to_pairs = {(Informed.PAIRS, message.key) for message in messages(draw)} if draw else set()
    return to_pairs | {(Informed.ACCOUNT, change.pk) for change in AccountChange.objects.all()}


@pytest.mark.parametrize("name", sorted(LOGGED))
def test_an_action_is_logged_and_notifies_the_people_in_the_table(season, at_desk, name):
    if name == "delete":
        Competition.objects.filter(pk=season.pk).update(is_practice=True)
    client, address = at_desk(season), find_address(name, season)
    if name == "forget-contacts":
        cancel(client, desk("cancel", season))
    before = informed(season)

    answer = PRESSES.get(name, Client.get)(client, address)

    assert answer.status_code in (200, 302), address
    assert LogEntry.objects.first().event == Event[SENSITIVE_ACTIONS[name].event]
    new = {who for who, _ in informed(season) - before} or {Informed.NOBODY}
    assert new == {SENSITIVE_ACTIONS[name].informed}


@pytest.mark.parametrize("name", sorted(name for name, action in LOGGED.items() if action.asks_password))
def test_an_action_without_a_recently_confirmed_password_changes_nothing(season, at_desk, name):
    client, address = at_desk(season), find_address(name, season)
    session = client.session
    session["sign_in"] |= {"proved": 0}
    session.save()
    lines = LogEntry.objects.count()

    asked = client.post(address, {"name": "Regional Rubber Knockout", "reason": REASON})
    viewed = client.get(address)

    assert asked.status_code in (200, 405)
    assert asked.status_code == 405 or "You need it to" in asked.content.decode()
    assert viewed.status_code == 405 or urlsplit(viewed.url).path == "/desk/password/again/"
    assert LogEntry.objects.count() == lines
