"""Tests for the permission to create competitions, and for the page on which the site owner gives it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from competition.accounts.queries import may_create
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from tests import stories
from tests.competition.contest.sent import CONTEST
from tests.competition.desk_reading import desk, errors, said, text
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
HOME, NEW, ACCOUNTS, SIGN_OUT = (reverse(f"desk:{name}") for name in ("home", "new", "site-accounts", "sign-out"))
ASK = (
    "Your account cannot create, import or copy competitions. To create one, ask Winifred Tansley, who runs this site."
)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def owner() -> User:
    return OrganiserFactory(is_superuser=True, first_name="Winifred", last_name="Tansley")


@pytest.fixture
def deputy() -> User:
    return OrganiserFactory(creates=False, username="erin", first_name="Erin Vale")


def test_an_account_without_permission_learns_whom_to_ask(owner, deputy):
    competition = stories.entered(2)
    competition.organisers.add(deputy)
    client, names = browser(deputy), ("start", "new", "new-running", "create-running", "open-file")
    addresses = [*(reverse(f"desk:{name}") for name in names), desk("start-from", competition)]

    pages = [method(address) for address in addresses for method in (client.get, client.post)]

    assert {page.status_code for page in pages} == {403}
    assert all(ASK in text(page) for page in pages)
    assert Competition.objects.count() == 1


def test_a_removed_deputy_still_has_a_page_and_can_sign_out(owner, deputy):
    client = browser(deputy)

    page = client.get(HOME)

    assert text(page) == (
        f"Organiser’s desk My competitions You do not organise a competition at present. {ASK} "
        "Change your password Signed-in devices"
    )
    assert client.post(SIGN_OUT).status_code == 302
    assert client.get(HOME).status_code == 302


def test_owners_without_a_name_stay_unnamed(deputy):
    OrganiserFactory(is_superuser=True, username="secret")

    page = browser(deputy).get(NEW)

    assert "To create one, ask the person who runs this site." in text(page)


def test_the_site_owner_gives_and_removes_the_permission(owner, deputy):
    site = browser(owner)
    assert may_create(owner)

    given = site.post(ACCOUNTS, {"account": deputy.pk, "is_allowed": "on"}, follow=True)
    assert said(given) == ["The account erin is changed."]
    assert browser(deputy).post(NEW, CONTEST).status_code == 302
    taken = site.post(ACCOUNTS, {"account": deputy.pk}, follow=True)
    made = Competition.objects.get().organisers.get()

    assert made == deputy
    assert f"Erin Vale, erin {Competition.objects.get()} No Give permission : erin" in text(taken)
    assert browser(deputy).get(NEW).status_code == 403
    assert [line.text for line in LogEntry.objects.filter(competition=None)] == [
        "Changed the account erin: permission to create competitions, taken away.",
        "Changed the account erin: permission to create competitions, given.",
    ]


def test_a_site_owner_always_keeps_the_permission(owner):
    browser(owner).post(ACCOUNTS, {"account": owner.pk})

    assert may_create(owner)
    assert LogEntry.objects.count() == 0


def test_a_closed_account_is_refused(owner, deputy):
    User.objects.filter(pk=deputy.pk).update(is_active=False)

    page = browser(owner).post(ACCOUNTS, {"account": deputy.pk, "is_allowed": "on"})

    assert (page.status_code, "This account is closed. Reload the page." in " ".join(errors(page))) == (422, True)


def test_accounts_are_listed_with_a_fixed_number_of_queries(owner, deputy, django_assert_num_queries):
    client, competition = browser(owner), stories.entered(2)
    competition.organisers.add(deputy)
    client.get(ACCOUNTS)

    with django_assert_num_queries(4):
        client.get(ACCOUNTS)
