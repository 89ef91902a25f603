"""Tests for creating and changing competitions and managing organisers."""

import pytest
from django.contrib.auth.models import User

from competition.audit.actions import Actor
from competition.contest import queries
from competition.contest.actions import (
    accept_invitation,
    change_competition,
    create_competition,
    hand_over,
    invite,
    remove_deputy,
    save_contact,
)
from competition.contest.models import Cancellation, Competition, Conditions, Organiser
from competition.contest.queries import fingerprint_of
from scoring.rules.refusal import Refused, Stale
from tests import stories
from tests.factories import CompetitionFactory, OrganiserFactory


@pytest.fixture
def competition() -> Competition:
    return CompetitionFactory()


def last_line(competition) -> tuple:
    line = competition.log.latest("pk")
    return line.event, line.text, line.organiser, line.detail


def test_the_creator_of_a_competition_becomes_its_owner(by):
    new = Competition(name="Lakes", slug="lakes", season=2027, closing_date="2027-03-31")

    create_competition(new, Conditions(deals=24), by=by)

    kept = queries.find_competition("lakes")
    assert (kept.owner, [*kept.organisers.all()], kept.conditions.deals) == (by.user, [by.user], 24)
    assert last_line(kept) == ("created", "Created Lakes 2027.", by.user, {})
    with pytest.raises(Refused, match="already has this address"):
        create_competition(Competition(name="x", slug="lakes", season=2027), Conditions(), by=by)
    assert queries.find_competition("hills") is None


def test_changed_conditions_are_logged_with_their_differences(competition, by):
    def read() -> tuple[Competition, Conditions]:
        found = queries.find_competition(competition.slug)
        return found, found.conditions

    CompetitionFactory()
    shown = fingerprint_of(competition)
    changed, conditions = read()
    changed.region, conditions.deals = "Hills", 24
    changed.version = 99
    for _ in range(2):
        change_competition(changed, conditions, shown=shown, by=by)

    now, stand = read()
    assert (now.region, stand.deals, now.version < 99) == ("Hills", 24, True)
    first = competition.log.filter(event="changed conditions").order_by("pk").first()
    assert first.text == "Changed the details or the conditions of contest."
    assert first.detail == {"before": "region Lakes and Plains, deals 30", "after": "region Hills, deals 24"}
    other, conditions = read()
    other.region = "Shore"
    with pytest.raises(Stale, match="They now have: .*Hills.*Check them"):
        change_competition(other, conditions, shown=shown, by=by)
    stories.PairFactory.create_batch(2, competition=competition)
    stories.publish(competition)
    with pytest.raises(Refused, match="locked"):
        change_competition(*read(), shown=fingerprint_of(competition), by=by)


def test_owner_is_listed_before_the_deputies(competition):
    names = (("Zoe", "Ash"), ("Al", "Yew"), ("Al", "Ash"))
    deputies_ = [OrganiserFactory(first_name=first, last_name=last) for first, last in names]
    # Add them one at a time: a single add() call does not keep the order.
    for one in deputies_:
        competition.organisers.add(one)
    zoe, al_yew, al_ash = deputies_
    CompetitionFactory(organisers=[OrganiserFactory(first_name="Elsa", last_name="Where")])

    assert queries.organisers_of(competition) == [competition.owner, al_ash, al_yew, zoe]
    assert queries.find_deputy(competition, zoe.pk) == zoe
    assert [queries.find_deputy(competition, one.pk) for one in (competition.owner, OrganiserFactory())] == [None, None]
    assert queries.organiser_names(competition) == ["Zoe Ash", "Al Yew", "Al Ash"]
    Organiser.objects.filter(competition=competition, user=zoe).update(name="Z. Ash")
    Organiser.objects.filter(competition=competition, user=competition.owner).update(name="Winifred")
    assert queries.organiser_names(competition) == ["Winifred", "Z. Ash", "Al Yew", "Al Ash"]
    assert queries.organiser_row(competition, zoe).name == "Z. Ash"


def test_changes_of_each_competition_are_counted(competition):
    # Use a later season, because lists of competitions begin with the latest season.
    other = CompetitionFactory(season=2030)
    Competition.objects.filter(pk=other.pk).update(version=7, facts_version=3)

    assert queries.read_version(other.slug) == (other.pk, 7, 3)
    assert queries.read_version("nowhere") is None
    assert queries.versions() == ((competition.pk, 0, 0), (other.pk, 7, 3))
    assert queries.versions_without_deals() == ((competition.pk, 0, 0), (other.pk, 0, 3))
    stories.cancel(other)
    assert queries.cancellations(other) == [Cancellation.objects.get()]
    assert queries.cancellations(competition) == []


def test_contact_details_are_saved_without_logging_them(competition, by):
    deputy = OrganiserFactory()
    CompetitionFactory(organisers=[by.user])
    competition.organisers.add(deputy)
    mine = queries.organiser_row(competition, by.user)
    said = {"name": "Winifred", "phone": "07 555", "email": "w@k.example", "own_email": "own@k.example", "news": "each"}

    save_contact(mine, **said, by=by)

    kept = queries.organiser_row(competition, by.user)
    assert (kept.name, kept.phone, kept.email, kept.news) == ("Winifred", "07 555", "w@k.example", "each")
    assert User.objects.get(pk=by.user.pk).email == "own@k.example"
    assert queries.organiser_row(competition, deputy).name == ""
    assert last_line(competition) == ("changed contact", "Changed the contact details of Winifred.", by.user, {})


def test_removing_a_deputy_deletes_an_unused_account(competition, by):
    other = CompetitionFactory()
    first, second = (invite(competition, name="Erin O'Vale", by=by) for _ in range(2))
    assert (first.first_name, first.has_usable_password()) == ("Erin O'Vale", False)
    assert first.username.startswith("erin.o.vale.")
    assert 100 <= int(first.username.rpartition(".")[2]) < 1000
    assert first.username != second.username
    assert queries.organiser_row(competition, first).invited is True
    assert last_line(competition)[:2] == ("named deputy", "Invited Erin O'Vale as a deputy.")
    other.organisers.add(second)

    for one in (first, second):
        remove_deputy(competition, one, by=by)
    assert [User.objects.filter(pk=one.pk).exists() for one in (first, second)] == [False, True]
    assert queries.organisers_of(competition) == [competition.owner]
    assert last_line(competition)[:2] == ("removed deputy", "Erin O'Vale is no longer a deputy.")
    with pytest.raises(Refused, match="You cannot remove the owner of a competition"):
        remove_deputy(competition, competition.owner, by=by)


def test_usernames_are_unique_even_if_random_numbers_repeat(competition, by, monkeypatch):
    lots = iter([7, 7, 7, 8, 7, 8, 9])
    monkeypatch.setattr("secrets.randbelow", lambda most: next(lots))

    found = [invite(competition, name="Erin Vale", by=by).username for _ in range(3)]

    assert found == ["erin.vale.107", "erin.vale.108", "erin.vale.109"]


def test_a_used_invitation_cannot_be_accepted(competition, by):
    invited = invite(competition, name="Erin Vale", by=by)
    invited.set_password("three plain words here")
    invited.save()

    with pytest.raises(Refused, match="This invitation has been used already"):
        accept_invitation(invited, by=Actor(OrganiserFactory()))

    assert queries.organiser_row(competition, invited).invited is True


def test_a_cancelled_invitation_cannot_be_accepted(competition, by):
    invited = invite(competition, name="Erin Vale", by=by)
    competition.organisers.remove(invited)

    with pytest.raises(Refused, match="This invitation no longer works"):
        accept_invitation(invited, by=Actor(OrganiserFactory()))


def test_removing_a_deputy_keeps_an_account_in_use(competition, by):
    deputy = OrganiserFactory()
    competition.organisers.add(deputy)

    remove_deputy(competition, deputy, by=by)

    assert User.objects.filter(pk=deputy.pk).exists()
    assert last_line(competition)[1] == f"{deputy.username} is no longer a deputy."


def test_an_invitation_can_be_accepted_once(competition, by):
    invited = invite(competition, name="Erin Vale", by=by)
    seen = User.objects.get(pk=invited.pk)
    with pytest.raises(Refused, match="You are already an organiser of"):
        accept_invitation(invited, by=by)
    somebody = OrganiserFactory(first_name="Flo", last_name="Ash")

    accept_invitation(invited, by=Actor(somebody))

    assert queries.organisers_of(competition) == [competition.owner, somebody]
    assert not User.objects.filter(username=invited.username).exists()
    assert last_line(competition)[1] == "Flo Ash accepted the invitation of Erin Vale."
    with pytest.raises(Refused, match="This invitation no longer works"):
        accept_invitation(seen, by=Actor(OrganiserFactory()))


def test_owner_can_hand_over_to_a_deputy_with_a_password(competition, by):
    deputy, invited = OrganiserFactory(first_name="Flo"), invite(competition, name="Erin", by=by)
    competition.organisers.add(deputy)
    with pytest.raises(Refused, match="Erin has not chosen a password yet"):
        hand_over(competition, invited, by=by)
    before = competition.owner

    hand_over(competition, deputy, by=by)

    assert Competition.objects.get(pk=competition.pk).owner == deputy
    assert queries.organisers_of(queries.find_competition(competition.slug))[0] == deputy
    event, text, _, detail = last_line(competition)
    assert (event, text, detail) == (
        "handed over",
        "Flo is now the owner of the competition.",
        {"before": before.username, "after": "Flo"},
    )
    with pytest.raises(Refused, match="handed over already"):
        hand_over(competition, deputy, by=by)
