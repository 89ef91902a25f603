import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from scoring.templatetags.bridge import moment
from tests import stories
from tests.competition.desk_reading import desk, errors, said, text
from tests.factories import CompetitionFactory, OrganiserFactory, PairFactory

HOME = reverse("desk:home")
PASSWORD = "seven quiet lamps"


@pytest.fixture
def competition():
    return CompetitionFactory()


@pytest.fixture
def owner(competition, at_desk) -> Client:
    return at_desk(competition)


def invited(owner: Client, competition, name="Erin Vale") -> str:
    """Invite a deputy and return the link from the next page."""
    page = owner.post(desk("invite", competition), {"name": name}, follow=True)
    return re.search(r'id="link">http://testserver(.*?)<', page.content.decode())[1]


def erin() -> User:
    return User.objects.get(first_name="Erin Vale")


def arrived(link: str) -> Client:
    """Accept an invitation in a new browser and return the browser."""
    client = Client()
    client.post(link, {"new_password1": PASSWORD, "new_password2": PASSWORD})
    return client


@pytest.mark.database
def test_an_invited_deputy_chooses_a_password(competition, owner):
    link = invited(owner, competition)
    deputy = Client()

    assert "Welcome, Erin Vale You are a deputy organiser of Regional Rubber Knockout 2026." in text(deputy.get(link))
    home = deputy.post(link, {"new_password1": PASSWORD, "new_password2": PASSWORD}, follow=True)

    assert said(home) == [f"Welcome. You now sign in as {erin().username}."]
    assert deputy.get(desk("competition", competition)).status_code == 200
    signed_in = Client().post(reverse("desk:sign-in"), {"username": erin().username, "password": PASSWORD})
    assert signed_in.url == HOME


def test_an_invitation_works_once(competition, owner):
    link = invited(owner, competition)
    arrived(link)
    deputy = erin()

    assert [Client().get(link).status_code, Client().post(link).status_code] == [404, 404]
    assert owner.get(desk("invitation", competition, deputy.pk)).status_code == 404


def test_an_invalid_invitation_is_not_found(client):
    for broken in ("1", "x-1-2", "-", "1-", "99999999999999999999-a", "²-a"):
        assert client.get(reverse("desk:welcome", args=[broken])).status_code == 404


def test_a_short_password_keeps_the_invitation_valid(competition, owner, client):
    link = invited(owner, competition)

    refused = client.post(link, {"new_password1": "short", "new_password2": "short"})

    assert (refused.status_code, len(errors(refused)), client.get(link).status_code) == (422, 1, 200)


def test_a_removed_deputy_loses_access_immediately(competition, owner):
    deputy = arrived(invited(owner, competition))
    user = erin()
    asked = text(owner.get(desk("dismiss", competition, user.pk)))
    assert "They have not seen any private link, so all links can stay as they are." in asked

    back = owner.post(desk("dismiss", competition, user.pk), follow=True)

    assert said(back) == ["Erin Vale is no longer a deputy."]
    assert back.redirect_chain == [(desk("organisers", competition), 302)]
    assert deputy.get(desk("competition", competition)).status_code == 404


def test_removing_a_deputy_lists_the_links_they_saw(competition, owner):
    pair = PairFactory(competition=competition)
    deputy, user = arrived(invited(owner, competition)), erin()
    owner.get(desk("letters", competition))
    before = Competition.objects.get(pk=competition.pk).version
    for _ in range(2):
        deputy.get(desk("letters", competition))
        deputy.get(desk("pair-link", competition, pair.number))

    asked = text(owner.get(desk("dismiss", competition, user.pk)))
    offered = owner.post(desk("dismiss", competition, user.pk))

    today = moment(timezone.now()).rsplit(",", 1)[0]
    assert re.findall(rf"{today}[^:]*:\d\d: (.*?\.)", asked) == [
        "Looked at the letters of all pairs, with the private link and the entry code.",
        "Looked at the private link of pair 1.",
    ]
    assert offered.url == desk("renew-links", competition)
    assert Competition.objects.get(pk=competition.pk).version == before + 1


def test_a_deputy_cannot_invite_or_remove_anyone(competition, owner):
    deputy = arrived(invited(owner, competition))
    owners = competition.owner_id

    tried = [
        deputy.post(desk("invite", competition), {"name": "Finn Oak"}).status_code,
        deputy.post(desk("dismiss", competition, owners)).status_code,
        owner.post(desk("dismiss", competition, owners)).status_code,
    ]

    assert tried == [404, 404, 404]
    assert competition.organisers.count() == 2
    assert "Remove" not in text(deputy.get(desk("organisers", competition)))


def test_an_existing_account_can_accept_an_invitation(competition, owner, at_desk):
    elsewhere = CompetitionFactory()
    other, link = elsewhere.organisers.get(), invited(owner, competition)
    browser = at_desk(elsewhere)
    assert f"Become a deputy as {other.username}" in text(browser.get(link))

    home = browser.post(link, {"take_up": "1"}, follow=True)

    assert said(home) == ["You are now a deputy."]
    assert browser.get(desk("competition", competition)).status_code == 200
    assert owner.get(desk("competition", elsewhere)).status_code == 404
    assert not User.objects.filter(first_name="Erin Vale").exists()
    assert competition.log.first().text == f"{other.username} accepted the invitation of Erin Vale."
    assert Client().get(link).status_code == 404


def test_sign_in_from_an_invitation_returns_to_it(competition, owner):
    link = invited(owner, competition)
    other, browser = CompetitionFactory().organisers.get(), Client()

    way = re.search(r'href="(/desk/sign-in/[^"]*)"', browser.get(link).content.decode())[1]
    answer = browser.post(way, {"username": other.username, "password": "a-good-long-password"})

    assert answer.url == link


def test_an_organiser_cannot_accept_an_invitation(competition, owner):
    link = invited(owner, competition)

    refused = owner.post(link, {"take_up": "1"})

    assert refused.status_code == 409
    assert (
        "You are already an organiser of Regional Rubber Knockout 2026. Give the link to the invited person."
        in text(refused)
    )
    assert competition.organisers.count() == 2


def test_another_user_cannot_accept_a_password_link(competition, owner, at_desk):
    arrived(invited(owner, competition))
    link, other = renewed(owner, competition, erin()), at_desk(CompetitionFactory())

    assert "Become a deputy as" not in text(other.get(link))
    assert other.post(link, {"take_up": "1"}).status_code == 422
    assert User.objects.filter(first_name="Erin Vale").exists()


def test_an_invalid_name_of_a_deputy_is_refused(competition, owner):
    for name, fault in (
        ("", "Name of the deputy: Give the name of the deputy."),
        ("42", "Name of the deputy: A name needs letters. Correct the name."),
    ):
        refused = owner.post(desk("invite", competition), {"name": name})

        assert (refused.status_code, errors(refused)) == (422, [fault])


def test_organisers_page_takes_five_queries(competition, owner, django_assert_num_queries):
    stories.organiser_of(competition)
    for _ in range(3):
        invited(owner, competition)

    with django_assert_num_queries(5):
        owner.get(desk("organisers", competition))


def renewed(owner: Client, competition, user: User) -> str:
    """Return a link with which a deputy can choose a new password."""
    page = owner.post(desk("renew-password", competition, user.pk), follow=True)
    return re.search(r'id="link">http://testserver(.*?)<', page.content.decode())[1]


def choose(link: str, password: str) -> int:
    """Return the status code after choosing this password in a new browser."""
    return Client().post(link, {"new_password1": password, "new_password2": password}).status_code


def signs_in(password: str) -> bool:
    return (
        Client().post(reverse("desk:sign-in"), {"username": erin().username, "password": password}).status_code == 302
    )


def test_a_password_link_works_once_and_ends_other_sessions(competition, owner):
    elsewhere = arrived(invited(owner, competition))
    link = renewed(owner, competition, erin())

    assert choose(link, "eight loud lamps and a boat") == 302

    assert [signs_in(PASSWORD), signs_in("eight loud lamps and a boat")] == [False, True]
    assert elsewhere.get(desk("competition", competition)).url.startswith(reverse("desk:sign-in"))
    assert choose(link, "nine slow lamps and a boat") == 404


def test_signing_in_with_the_old_password_cancels_the_link(competition, owner):
    arrived(invited(owner, competition))
    User.objects.update(last_login=timezone.now() - timedelta(days=1))
    link = renewed(owner, competition, erin())

    assert signs_in(PASSWORD)

    assert choose(link, "eight loud lamps and a boat") == 404


NOT_THEIRS = (
    "{} uses or has used this account outside your competitions. Ask the person who runs this site for a new password."
)


def refused_a_link(owner: Client, competition, user: User) -> None:
    refused = owner.post(desk("renew-password", competition, user.pk))
    assert (refused.status_code, errors(refused)) == (422, [NOT_THEIRS.format(user.get_full_name() or user.username)])
    assert "/desk/welcome/" not in refused.content.decode()


def test_owner_cannot_renew_a_password_used_elsewhere(competition, owner):
    arrived(invited(owner, competition))
    User.objects.filter(pk=erin().pk).update(is_staff=True)
    refused_a_link(owner, competition, erin())
    User.objects.filter(pk=erin().pk).update(is_staff=False)
    CompetitionFactory().organisers.add(erin())

    refused_a_link(owner, competition, erin())


def test_owner_cannot_renew_the_password_of_another_account(competition, owner):
    other, browser = OrganiserFactory(), Client()
    browser.force_login(other)
    browser.post(invited(owner, competition), {"take_up": "1"})

    assert competition.organisers.contains(other)
    refused_a_link(owner, competition, other)


def test_only_the_owner_of_both_competitions_renews_a_password(competition, owner):
    arrived(invited(owner, competition))
    second = CompetitionFactory(organisers=[competition.owner])
    second.organisers.add(erin())
    assert renewed(owner, second, erin())

    competition.organisers.add(heir := OrganiserFactory())
    competition.owner = heir
    competition.save()
    refused_a_link(owner, second, erin())


def test_joining_another_competition_cancels_a_password_link(competition, owner):
    arrived(invited(owner, competition))
    user = erin()
    link = renewed(owner, competition, user)
    CompetitionFactory().organisers.add(user)

    assert choose(link, "eight loud lamps and a boat") == 404


@pytest.mark.database
def test_previous_owner_becomes_a_deputy(competition, owner):
    deputy = arrived(invited(owner, competition))

    page = owner.post(desk("hand-over", competition, erin().pk), follow=True)

    assert said(page) == ["Erin Vale is now the owner of the competition."]
    # Only the owner can invite deputies.
    assert [browser.get(desk("invite", competition)).status_code for browser in (owner, deputy)] == [404, 200]


def test_a_password_link_can_be_shown_again_only_in_the_session_that_created_it(competition, owner, organiser):
    arrived(invited(owner, competition))
    deputy = erin()
    page = desk("invitation", competition, deputy.pk)

    before = owner.get(page).status_code
    renewed(owner, competition, deputy)

    assert [before, owner.get(page).status_code, organiser.get(page).status_code] == [404, 200, 404]
    User.objects.filter(pk=deputy.pk).update(is_staff=True)
    assert owner.get(page).status_code == 404
