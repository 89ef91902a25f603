"""Tests for a player who returns to the pair after a substitution."""

import pytest

from competition.entries.actions.pairs import renew_link
from competition.entries.models import Pair, Player
from competition.entries.presenters import returns
from competition.entries.queries.pairs import PlayerEntry
from tests import stories

EVE = PlayerEntry("Eve Reed", "07 1", "eve@k.example")
pytestmark = pytest.mark.published(4)


@pytest.fixture
def pair(competition):
    return competition.pairs.get(number=1)


def read(pair) -> Pair:
    return Pair.objects.get(pk=pair.pk)


def put_back(pair, name: str, **options) -> Player:
    _, come = stories.substitute(read(pair), PlayerEntry(name), because="Well again.", **options)
    return come


def test_a_returning_player_gets_the_stored_contact_details(pair):
    gone = pair.present[1]
    Player.objects.filter(pk=gone.pk).update(email="ben@k.example")
    stories.substitute(read(pair), EVE)
    [offered] = returns(read(pair))

    come = put_back(pair, gone.name)

    assert (offered.player, offered.has_contacts) == (gone.name, True)
    assert (come.phone, come.email) == (gone.phone, "ben@k.example")
    former = read(pair).players.get(pk=gone.pk)
    assert (former.phone, former.email) == ("", "")


def test_new_contact_details_replace_the_stored_ones(pair):
    gone = pair.present[1]
    stories.substitute(pair, EVE)

    _, come = stories.substitute(read(pair), PlayerEntry(gone.name, "07 555 0101"), because="Well again.")

    assert come.phone == "07 555 0101"


def test_contact_details_are_deleted_on_request(pair):
    gone = pair.present[1]
    stories.substitute(pair, EVE, forget=True)

    former = read(pair).players.get(pk=gone.pk)
    assert (former.phone, former.email) == ("", "")
    assert not returns(read(pair))[0].has_contacts
    assert put_back(pair, gone.name).phone == ""


def test_the_earlier_link_works_again_after_a_return(pair):
    gone, link = pair.present[1], pair.link_secret
    stories.substitute(pair, EVE, new_link=True)
    substitutes = read(pair).link_secret
    assert substitutes != link

    put_back(pair, gone.name)

    assert read(pair).link_secret == link
    assert read(pair).competition.log.first().detail["new_link"] is True
    assert put_back(pair, "Eve Reed").pair_id == pair.pk
    assert read(pair).link_secret == substitutes


def test_a_return_can_give_the_pair_a_new_link(pair):
    gone, link = pair.present[1], pair.link_secret
    stories.substitute(pair, EVE, new_link=True)
    substitutes = read(pair).link_secret

    put_back(pair, gone.name, new_link=True)

    assert read(pair).link_secret not in (link, substitutes)


def test_a_renewed_link_is_never_replaced_by_an_earlier_one(pair):
    gone = pair.present[1]
    stories.substitute(pair, EVE, new_link=True)
    renew_link(read(pair), by=stories.organiser_of(pair.competition))
    renewed = read(pair).link_secret

    put_back(pair, gone.name)

    assert read(pair).link_secret == renewed


def test_a_partner_who_left_too_does_not_get_the_link_again(pair):
    gone, link = pair.present[1], pair.link_secret
    stories.substitute(pair, EVE, new_link=True)
    stories.substitute(read(pair), PlayerEntry("Fay Fill"), leaving=1, new_link=True)

    put_back(pair, gone.name)

    assert read(pair).link_secret != link
