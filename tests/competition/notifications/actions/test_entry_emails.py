"""Tests for emails about entries, and for deleting the addresses afterwards."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from competition.entries.actions import applications
from competition.entries.models import Pair
from competition.entries.queries.pairs import Entry, PlayerEntry
from tests import stories
from tests.competition.desk_reading import desk, said


@pytest.fixture
def competition():
    return stories.taking_entries(0)


def apply(competition, first: str = "Ada Tern", second: str = "Ben Tern", email: str = "ada@k.example") -> Pair:
    players = PlayerEntry(first, "07 555 0001", email), PlayerEntry(second)
    return applications.apply(competition, Entry(players), wishes="")


def decline(sent: Pair) -> None:
    applications.decline(sent, reason="We are full.", by=stories.organiser_of(sent.competition))


def test_an_entry_is_confirmed_with_one_email(competition, boxes):
    sent = apply(competition)

    for _ in range(2):
        call_command("send_emails")

    (email,) = boxes.emails
    assert (email["To"], email["Subject"]) == ("ada@k.example", f"We have your entry ({competition})")
    page = reverse("entry:sent", args=[competition.slug, sent.reference])
    assert f"\nhttps://k.example{page}\n" in email.get_content().replace("\r\n", "\n")


def test_an_email_names_a_player_with_the_distinguishing_word(competition, boxes):
    names = "Ada Tern (Okato)", "Ben Tern"
    applications.accept(apply(competition), names=names, by=stories.organiser_of(competition))

    call_command("send_emails")

    (email,) = boxes.emails
    assert email.get_content().startswith("Dear Ada Tern (Okato),")


def test_a_pair_told_by_hand_gets_no_email(competition, boxes, organiser):
    sent = apply(competition)
    decline(sent)

    told = {"way": "telephone", "pair": sent.reference}
    answer = organiser.post(desk("tell", competition, "declined"), told, follow=True)
    call_command("send_emails")

    assert (said(answer), boxes.emails, stories.contacts(sent)) == (["Marked as told: 1 pair."], [], [])
