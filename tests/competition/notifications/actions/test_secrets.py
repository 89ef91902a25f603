"""Tests that emails before the draw and to organisers contain no secrets of others."""

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from competition.entries.actions import applications
from competition.entries.models import Pair
from competition.entries.private_links import link_key, pair_code
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Email, Topic
from tests import stories
from tests.competition.desk_reading import desk

ORGANISER = "winifred@k.example"


def apply(competition, who: str, phone: str) -> Pair:
    players = PlayerEntry(f"Ada {who}", phone, f"{who}@k.example"), PlayerEntry(f"Ben {who}", f"{phone}9")
    return applications.apply(competition, Entry(players), wishes="")


def test_emails_contain_no_secrets_of_others(at_desk, boxes):
    competition = stories.taking_entries(0)
    organiser, client = stories.organiser_of(competition), at_desk(competition)
    contact = {
        "name": "Winifred",
        "phone": "",
        "email": "",
        "own_email": ORGANISER,
        "news": "each",
        "password": "a-good-long-password",
    }
    client.post(desk("contact", competition), contact)
    Client().post(reverse("desk:lost-password"), {"name": ORGANISER})
    waiting, accepted, declined = (apply(competition, who, f"07 555 1{n}") for n, who in enumerate("xyz"))
    call_command("send_emails")
    pair = applications.accept(accepted, by=organiser)
    applications.decline(declined, reason="We are full.", by=organiser)
    Client().post(reverse("link:lost"), {"email": "y@k.example"})
    call_command("send_emails")

    secrets = {
        "x@k.example": [waiting.reference, "x@k.example", "07 555 10"],
        "y@k.example": [accepted.reference, "y@k.example", "07 555 11", link_key(pair), pair_code(pair)],
        "z@k.example": [declined.reference, "z@k.example", "07 555 12"],
        ORGANISER: [ORGANISER, "/desk/password/lost/"],
    }
    read = {to: "".join(m.get_content() + m["Subject"] for m in boxes.emails if m["To"] == to) for to in secrets}
    assert all(read.values())
    found = [(to, one) for to in read for other in secrets if other != to for one in secrets[other] if one in read[to]]
    assert found == []
    # Every kind of message is tested either here or with the messages about a draw.
    assert {*Email.objects.values_list("topic", flat=True)} == {*Topic} - {*OF_A_DRAW} - {Topic.ACCOUNT}
