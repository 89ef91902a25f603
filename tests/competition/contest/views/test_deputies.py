import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.log.models import LogEntry
from tests import stories
from tests.competition.desk_reading import desk, errors, said, text
from tests.factories import CompetitionFactory

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOME = reverse("desk:home")
PASSWORD = "seven quiet lamps"


@pytest.fixture
def competition():
    return CompetitionFactory()


@pytest.fixture
def owner(competition, at_desk) -> Client:
    return at_desk(competition)


def invited(owner: Client, competition, name="Erin Vale") -> str:
    """Invite somebody new; the link on the page that comes."""
    page = owner.post(desk("invite", competition), {"name": name, "username": ""}, follow=True)
    return re.search(r'id="link">http://testserver(.*?)<', page.content.decode())[1]


def arrived(link: str) -> Client:
    """The browser of whoever takes an invitation up."""
    client = Client()
    client.post(link, {"new_password1": PASSWORD, "new_password2": PASSWORD})
    return client


def test_a_deputy_is_named_chooses_a_password_and_finds_the_desk(competition, owner):
    link = invited(owner, competition)
    deputy = Client()

    assert "Welcome, Erin Vale You are a deputy organiser of Regional Rubber Knockout 2026." in text(deputy.get(link))
    home = deputy.post(link, {"new_password1": PASSWORD, "new_password2": PASSWORD}, follow=True)

    assert said(home) == ["Welcome. From now on you sign in as erin.vale."]
    assert deputy.get(desk("competition", competition)).status_code == 200
    signed_in = Client().post(reverse("desk:sign-in"), {"username": "erin.vale", "password": PASSWORD})
    assert signed_in.url == HOME


def test_an_invitation_works_once_and_then_nobody_sees_it_again(competition, owner):
    link = invited(owner, competition)
    arrived(link)
    deputy = User.objects.get(username="erin.vale")

    assert [Client().get(link).status_code, Client().post(link).status_code] == [404, 404]
    assert owner.get(desk("invitation", competition, deputy.pk)).status_code == 404


@pytest.mark.parametrize("broken", ["1", "x-1-2", "-", "1-", "99999999999999999999-a", "²-a"])
def test_an_invitation_nobody_wrote_leads_nowhere(client, broken):
    assert client.get(reverse("desk:welcome", args=[broken])).status_code == 404


def test_a_password_too_short_is_refused_and_the_invitation_stays_good(competition, owner, client):
    link = invited(owner, competition)

    refused = client.post(link, {"new_password1": "short", "new_password2": "short"})

    assert (refused.status_code, len(errors(refused)), client.get(link).status_code) == (422, 1, 200)


def test_what_a_deputy_does_is_in_the_log_under_their_name(competition, owner):
    deputy = arrived(invited(owner, competition))

    deputy.post(desk("new-pair", competition), {"player1": "Ada North", "player2": "Ben South"})

    line = LogEntry.objects.get(verb="entered")
    assert line.organiser.get_full_name() == "Erin Vale"
    assert "Erin Vale Entered pair 1, Ada North & Ben South, late." in text(owner.get(desk("log", competition)))


def test_a_removed_deputy_is_out_at_once_where_they_are_signed_in(competition, owner):
    deputy = arrived(invited(owner, competition))
    user = User.objects.get(username="erin.vale")

    back = owner.post(desk("dismiss", competition, user.pk), follow=True)

    assert said(back) == ["Erin Vale is no longer a deputy."]
    assert deputy.get(desk("competition", competition)).status_code == 404
    assert User.objects.filter(username="erin.vale").exists()
    assert [line.text for line in LogEntry.objects.all()] == [
        "Erin Vale is no longer a deputy.",
        "Named Erin Vale as a deputy.",
    ]


def test_an_invitation_taken_back_leads_nowhere_and_leaves_no_sign_in(competition, owner, client):
    link = invited(owner, competition)

    owner.post(desk("dismiss", competition, User.objects.get(username="erin.vale").pk))

    assert client.get(link).status_code == 404
    assert not User.objects.filter(username="erin.vale").exists()


def test_a_deputy_names_and_removes_nobody_and_least_of_all_the_owner(competition, owner):
    deputy = arrived(invited(owner, competition))
    owners = competition.owner_id

    tried = [
        deputy.post(desk("invite", competition), {"name": "Finn Oak", "username": ""}).status_code,
        deputy.post(desk("dismiss", competition, owners)).status_code,
        owner.post(desk("dismiss", competition, owners)).status_code,
    ]

    assert tried == [404, 404, 404]
    assert competition.organisers.count() == 2
    assert "Remove" not in text(deputy.get(desk("organisers", competition)))


def test_somebody_who_signs_in_here_already_becomes_a_deputy_by_that_name(competition, owner, at_desk):
    elsewhere = CompetitionFactory()
    other = elsewhere.organisers.get()

    page = owner.post(desk("invite", competition), {"name": "", "username": other.username}, follow=True)

    assert said(page) == [f"{other.username} is a deputy now."]
    assert at_desk(elsewhere).get(desk("competition", competition)).status_code == 200
    assert owner.get(desk("invitation", competition, other.pk)).status_code == 404
    assert owner.get(desk("competition", elsewhere)).status_code == 404


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"name": ""}, "Their name: Give the name of the deputy."),
        ({"name": "42"}, "Their name: A name is written in letters: please look at it again."),
        (
            {"username": "nobody"},
            "Nobody signs in by this name. Leave it empty, and they get a sign-in of their own.",
        ),
    ],
)
def test_a_deputy_who_cannot_be_named_is_refused(competition, owner, typed, fault):
    refused = owner.post(desk("invite", competition), {"name": "", "username": "", **typed})

    assert (refused.status_code, errors(refused)) == (422, [fault])


def test_an_organiser_is_not_named_twice(competition, owner):
    refused = owner.post(desk("invite", competition), {"username": competition.owner.username})

    assert errors(refused) == [f"{competition.owner.username} is an organiser of this competition already."]


def test_two_deputies_of_one_name_sign_in_by_two_names(competition, owner):
    for _ in range(3):
        invited(owner, competition, name="Søren Vale")

    names = competition.organisers.exclude(pk=competition.owner_id).values_list("username", flat=True)
    assert sorted(names) == ["soren.vale", "soren.vale2", "soren.vale3"]


def test_the_organisers_page_asks_no_more_for_more_deputies(competition, owner, django_assert_num_queries):
    stories.organiser_of(competition)
    for _ in range(3):
        invited(owner, competition)

    with django_assert_num_queries(4):
        owner.get(desk("organisers", competition))


def renewed(owner: Client, competition, user: User) -> str:
    """Ask for a link for a deputy who forgot the password."""
    page = owner.post(desk("renew-password", competition, user.pk))
    return re.search(r'id="link">http://testserver(.*?)<', page.content.decode())[1]


def choose(link: str, password: str) -> int:
    """What a new browser is answered that chooses this password by this link."""
    return Client().post(link, {"new_password1": password, "new_password2": password}).status_code


def signs_in(password: str) -> bool:
    return Client().post(reverse("desk:sign-in"), {"username": "erin.vale", "password": password}).status_code == 302


def test_a_deputy_who_forgot_the_password_chooses_another_once_and_is_signed_out_elsewhere(competition, owner):
    elsewhere = arrived(invited(owner, competition))
    link = renewed(owner, competition, User.objects.get(username="erin.vale"))

    assert choose(link, "eight loud lamps and a boat") == 302

    assert [signs_in(PASSWORD), signs_in("eight loud lamps and a boat")] == [False, True]
    assert elsewhere.get(desk("competition", competition)).url.startswith(reverse("desk:sign-in"))
    assert choose(link, "nine slow lamps and a boat") == 404


def test_until_another_is_chosen_the_old_password_stays_good_and_by_using_it_the_link_is_worthless(competition, owner):
    arrived(invited(owner, competition))
    User.objects.update(last_login=timezone.now() - timedelta(days=1))
    link = renewed(owner, competition, User.objects.get(username="erin.vale"))

    assert signs_in(PASSWORD)

    assert choose(link, "eight loud lamps and a boat") == 404


def test_the_log_says_who_gave_a_link_and_has_no_link_in_it(competition, owner):
    arrived(invited(owner, competition))
    link = renewed(owner, competition, User.objects.get(username="erin.vale"))

    line = competition.log.first()
    assert (line.text, line.organiser) == ("Gave Erin Vale a link to choose another password.", competition.owner)
    assert link.split("/")[-2] not in f"{line.text} {line.detail}"


def test_nobody_gets_into_the_desk_of_another_region_by_a_deputys_new_password(competition, owner):
    other = CompetitionFactory().organisers.get()
    owner.post(desk("invite", competition), {"name": "", "username": other.username})

    refused = owner.post(desk("renew-password", competition, other.pk))

    fault = f"{other.username} signs in for more than your competitions: only whoever runs this site can help there."
    assert (refused.status_code, errors(refused)) == (422, [fault])
    assert "/desk/welcome/" not in refused.content.decode()


def test_a_link_is_worthless_once_the_deputy_has_another_desk(competition, owner):
    arrived(invited(owner, competition))
    user = User.objects.get(username="erin.vale")
    link = renewed(owner, competition, user)
    CompetitionFactory().organisers.add(user)

    assert choose(link, "eight loud lamps and a boat") == 404


def test_a_competition_is_handed_over_by_its_owners_password_and_the_old_owner_stays_as_a_deputy(competition, owner):
    deputy = arrived(invited(owner, competition))
    old, new = competition.owner, User.objects.get(username="erin.vale")

    page = owner.post(desk("hand-over", competition, new.pk), {"password": "a-good-long-password"}, follow=True)

    competition.refresh_from_db()
    assert said(page) == ["Erin Vale owns the competition from now on."]
    assert (competition.owner, competition.organisers.count()) == (new, 2)
    assert (
        owner.get(desk("invite", competition)).status_code,
        deputy.get(desk("invite", competition)).status_code,
    ) == (
        404,
        200,
    )
    line = competition.log.first()
    assert (line.text, line.organiser) == ("Erin Vale owns the competition from now on.", old)
    assert line.detail == {"before": old.username, "after": "Erin Vale"}


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", "Your password: Type your password."),
        ("not this one", "Your password: This is not your password. Capital and small letters differ."),
    ],
)
def test_without_the_owners_password_nothing_is_handed_over(competition, owner, typed, fault):
    arrived(invited(owner, competition))
    heir = User.objects.get(username="erin.vale")

    refused = owner.post(desk("hand-over", competition, heir.pk), {"password": typed})

    competition.refresh_from_db()
    assert (refused.status_code, errors(refused), competition.owner == heir) == (422, [fault], False)


def test_a_competition_is_not_handed_to_somebody_who_never_signed_in(competition, owner):
    invited(owner, competition)
    heir = User.objects.get(username="erin.vale")

    refused = owner.post(desk("hand-over", competition, heir.pk), {"password": "a-good-long-password"})

    fault = "Erin Vale has not chosen a password yet: the competition would be out of reach."
    assert (refused.status_code, errors(refused)) == (422, [fault])
