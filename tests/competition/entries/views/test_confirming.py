"""Tests for entries confirmed by email."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.audit.events import Event
from competition.entries.actions import applications
from competition.entries.models import Pair
from competition.entries.private_links import confirmation_key
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.management.commands.forget_contacts import Command
from competition.notifications.models import Email, Topic
from competition.notifications.presenters import write_message
from competition.notifications.queries.emails import due
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk, said, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition(settings):
    settings.HAS_EMAIL = True
    return stories.taking_entries(0)


def send(competition, who: str, *addresses: str, **more) -> Pair:
    first, second = (*addresses, "", "")[:2]
    players = PlayerEntry(f"Ada {who}", email=first), PlayerEntry(f"Ben {who}", email=second)
    return applications.apply(competition, Entry(players, **more), wishes="")


def link(pair: Pair) -> str:
    return reverse("entry:confirm", args=[pair.competition.slug, confirmation_key(pair)])


def own_page(pair: Pair) -> str:
    return reverse("entry:sent", args=[pair.competition.slug, pair.reference])


def stored(pair: Pair) -> Pair | None:
    return Pair.of_any_status.filter(pk=pair.pk).first()


def received() -> list[str]:
    """Return the addresses that were asked to confirm an entry."""
    return [one.email for one in due() if one.topic is Topic.RECEIVED]


def mark_sent(days: int) -> None:
    """Mark the due emails and the waiting entries as sent this many days ago."""
    past = timezone.now() - timedelta(days=days)
    for one in due():
        Email.objects.create(
            player=one.reader,
            topic=one.topic,
            about=one.about,
            sent_at=past,
            tries=1,
            message_id=f"<{one.reader.pk}@k>",
        )
    Pair.of_any_status.filter(status="waiting").update(sent_at=past)


def test_the_email_contains_the_link_that_confirms_the_entry(client, competition):
    pair = send(competition, "Tern", "tern@k.example")

    [one] = due()
    body = write_message(one.message, "https://k.example").email_body
    assert f"https://k.example{link(pair)}\n" in body
    assert "An entry that nobody confirms is deleted after 7 days." in body
    assert "confirm the entry with the link" in text(
        client.get(reverse("entry:sent", args=[competition.slug, pair.reference]))
    )

    page = client.get(link(pair))
    assert (page.status_code, "Ada Tern & Ben Tern" in text(page)) == (200, True)
    assert stored(pair).confirmed_at is None
    answer = client.post(link(pair), {"entry": pair.reference, "confirm": "1"}, follow=True)
    assert said(answer) == ["Thank you. The entry of Ada Tern & Ben Tern is confirmed."]
    assert "There is nothing more to confirm." in text(answer)
    assert stored(pair).confirmed_at is not None
    assert "Your entry is confirmed." in text(
        client.get(reverse("entry:sent", args=[competition.slug, pair.reference]))
    )


def test_a_stranger_can_delete_the_entry_sent_with_their_address(client, competition):
    pair = send(competition, "Tern", "tern@k.example")

    answer = client.post(link(pair), {"entry": pair.reference, "delete": "1"})

    assert (answer.status_code, stored(pair)) == (302, None)
    assert client.get(link(pair)).status_code == 404
    assert competition.log.get(event=Event.ENTRY_DELETED).text.startswith("The entry of Ada Tern & Ben Tern")


@pytest.mark.parametrize("key", ["x", "ABCDEFGHJK~x", "~"])
def test_a_wrong_key_is_not_found(client, competition, key):
    pair = send(competition, "Tern", "tern@k.example")
    address = reverse("entry:confirm", args=[competition.slug, key])

    assert client.post(address, {"entry": pair.reference, "delete": "1"}).status_code in (404, 405)
    assert stored(pair) is not None


def test_one_address_gets_one_email_until_its_owner_replies(client, competition):
    pairs = [
        send(competition, f"Tern{letter}", "Tern@k.example" if letter == "b" else "tern@k.example") for letter in "abc"
    ]
    send(competition, "Wren", "wren@k.example")

    assert received() == ["tern@k.example", "wren@k.example"]
    assert [pair.name for pair in pairs if pair.name in text(client.get(link(pairs[0])))] == [
        pair.name for pair in pairs
    ]
    for pair in pairs[:2]:
        client.post(link(pairs[0]), {"entry": pair.reference, "confirm": "1"})
    assert received() == ["tern@k.example", "wren@k.example"]
    client.post(link(pairs[0]), {"entry": pairs[2].reference, "delete": "1"})
    assert received() == ["wren@k.example"]


def test_another_entry_with_an_unconfirmed_address_sends_no_second_email(competition):
    send(competition, "Tern", "tern@k.example")
    mark_sent(days=1)

    send(competition, "Wren", "tern@k.example")

    assert received() == []


def test_a_key_confirms_no_entry_with_another_address(client, competition):
    own = send(competition, "Tern", "tern@k.example", "other@k.example")
    others = send(competition, "Wren", "other@k.example")

    assert "Wren" not in text(client.get(link(own)))
    assert client.post(link(own), {"entry": others.reference, "confirm": "1"}).status_code == 404
    assert stored(others).confirmed_at is None


def test_an_unconfirmed_entry_is_deleted_a_week_after_the_email(competition):
    tern, wren = send(competition, "Tern", "tern@k.example"), send(competition, "Wren", "wren@k.example")
    by_phone = send(competition, "Gull")
    late = send(competition, "Coot", "coot@k.example")
    applications.confirm(wren)
    mark_sent(days=8)
    # The email about this entry could not be sent.
    Email.objects.filter(player__pair=late).update(sent_at=None, tries=0)

    Command().handle()

    assert [stored(pair) is not None for pair in (tern, wren, by_phone, late)] == [False, True, True, True]
    assert "nobody confirmed it by email" in competition.log.get(event=Event.ENTRY_DELETED).text


def test_an_unconfirmed_entry_does_not_reserve_a_place(competition, monkeypatch):
    monkeypatch.setattr(applications, "_MOST_WAITING", 2)
    monkeypatch.setattr(applications, "_MOST_UNCONFIRMED", 3)
    for letter in "abc":
        send(competition, f"Tern{letter}", "tern@k.example")

    with pytest.raises(Refused, match="Too many entries wait to be confirmed"):
        send(competition, "Wren", "wren@k.example")
    applications.confirm(stories.applications(competition).first())
    applications.confirm(stories.applications(competition).last())
    with pytest.raises(Refused, match="The competition is full"):
        send(competition, "Wren", "wren@k.example")


def test_the_organiser_sees_unconfirmed_entries_and_accepts_the_others(organiser, competition):
    send(competition, "Tern", "tern@k.example")
    wren, gull = send(competition, "Wren", "wren@k.example"), send(competition, "Gull")
    applications.confirm(wren)

    assert text(organiser.get(desk("pairs", competition))).count("not confirmed") == 1
    organiser.post(desk("accept-all", competition))
    assert {pair.name for pair in competition.pairs.all()} == {wren.name, gull.name}

    tern = stories.applications(competition).get(status="waiting")
    page = desk("application", competition, tern.reference)
    assert "Nobody has confirmed this entry by email yet" in text(organiser.get(page))
    organiser.post(page, {"accept": "1"})
    assert stored(tern).is_entered


def test_the_organiser_is_told_once_that_a_limit_was_reached(client, competition, monkeypatch):
    monkeypatch.setattr("competition.entries.views.applications.MOST_OF_COMPETITION_IN_AN_HOUR", 1)
    address = reverse("entry:enter", args=[competition.slug])
    statuses = [
        client.post(
            address,
            {"player1": f"Ada {letter}", "player2": f"Ben {letter}", "way": "email", "email1": f"{letter}@k.example"},
            REMOTE_ADDR=f"203.0.113.{number}",
        ).status_code
        for number, letter in enumerate("abcd")
    ]

    assert statuses == [302, 429, 429, 429]
    assert competition.log.filter(event=Event.ENTRIES_LIMITED).count() == 1


def test_a_site_without_email_asks_for_no_confirmation(client, competition, settings):
    settings.HAS_EMAIL = False
    pair = send(competition, "Tern", "tern@k.example")

    assert "confirm the entry" not in text(client.get(own_page(pair)))
    assert applications.accept_all(competition, by=stories.organiser_of(competition)) == 1
