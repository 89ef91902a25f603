"""Tests for the page about a lost letter or link."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Organiser
from competition.entries.private_links import link_key
from competition.notifications.models import Email, Topic
from tests import stories
from tests.competition.pair_reading import text
from tests.mailboxes import body

LOST = reverse("link:lost")
pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Publish a draw whose owner has a public phone number."""
    found = stories.published(4)
    Organiser.objects.filter(competition=found).update(name="Winifred Tansley", phone="07 555 0100")
    return found


def test_the_page_is_the_same_for_every_visitor(client, phone, competition):
    pair = stories.place(competition).pair

    stranger, own = (text(browser.get(LOST)) for browser in (client, phone(pair)))

    assert stranger == own
    assert "Winifred Tansley, 07 555 0100" in stranger
    assert not [player.name for each in competition.pairs.all() for player in each.players.all() if player.name in own]


def test_an_organiser_of_an_old_season_is_not_named(client, competition):
    competition.season = timezone.localdate().year - 2
    competition.closing_date = timezone.localdate() - timedelta(days=500)
    competition.save()

    assert "Winifred Tansley" not in text(client.get(LOST))


def test_the_page_takes_one_query(client, competition, django_assert_num_queries):
    client.get(LOST)
    with django_assert_num_queries(1):
        client.get(LOST)
    Organiser.objects.filter(competition=stories.published(2)).update(
        name="Hester Vale", email="hester@lakemail.example"
    )

    with django_assert_num_queries(1):
        assert "Hester Vale" in text(client.get(LOST))


@pytest.fixture
def player(competition, settings):
    """Return a player with an email address, on a site that sends email."""
    settings.HAS_EMAIL = True
    player = stories.place(competition).pair.players.all()[0]
    player.email = "ada@lakemail.example"
    player.save()
    return player


def test_a_player_gets_the_link_by_email_once(client, player, boxes):
    for typed in ("Ada@lakemail.example", "ada@lakemail.example"):
        client.post(LOST, {"email": typed})

    call_command("send_emails")
    call_command("send_emails")

    sent = [email for email in boxes.emails if "Your private link" in email["Subject"]]
    assert [email["To"] for email in sent] == ["ada@lakemail.example"]
    assert reverse("link:open", args=[link_key(player.pair)]) in body(sent[0])


def test_the_response_does_not_reveal_who_is_a_player(client, player):
    known, unknown = (client.post(LOST, {"email": typed}) for typed in (player.email, "nobody@lakemail.example"))

    assert (known.status_code, text(known)) == (unknown.status_code, text(unknown))
    assert "If this is the address of an entered player, we send the private link to it." in text(known)
    assert Email.objects.filter(topic=Topic.LOST).count() == 1


def test_a_player_who_left_gets_no_link(client, player):
    player.left_at, player.left_because = timezone.now(), "Ada has moved."
    player.save()

    client.post(LOST, {"email": player.email})

    assert not Email.objects.filter(topic=Topic.LOST).exists()


def test_requests_for_private_links_are_limited(client, player):
    answers = [client.post(LOST, {"email": f"a{number}@lakemail.example"}).status_code for number in range(11)]

    assert answers == [200] * 10 + [429]


def test_a_site_without_email_offers_no_email(client, competition, settings):
    settings.HAS_EMAIL = False

    assert "Email me my link" not in text(client.get(LOST))


@pytest.mark.parametrize("page", ["link:code", "play:home"])
def test_the_entry_code_page_links_to_the_page_for_lost_links(client, page):
    assert f'href="{LOST}"' in client.get(reverse(page), follow=True).content.decode()
