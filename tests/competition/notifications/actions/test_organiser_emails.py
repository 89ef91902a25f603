"""Tests for emails to organisers: the news that they chose, and links for lost passwords."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from competition.draw.queries.draw import clear_cache
from competition.entries.actions import applications
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.match.actions import play as match_actions
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.competition.worlds import agree, send_in

ADDRESS = "winifred@k.example"
PASSWORD = "a-good-long-password"
LOST = reverse("desk:lost-password")


@pytest.fixture
def competition():
    competition = stories.published(4)
    competition.pairs.update(way="letter")
    clear_cache()
    return competition


def choose(client, competition, news: str) -> None:
    said = {"name": "Winifred", "phone": "", "email": "", "own_email": ADDRESS, "news": news, "password": PASSWORD}
    assert client.post(desk("contact", competition), said).status_code == 302


def dispute(competition) -> None:
    send_in(competition, "R1-M1")
    lower = stories.tables(competition, "R1-M1")[1]
    match_actions.dispute(lower, outcome=lower.state.last.number, reason="Deal 3 was passed in.")


def test_a_dispute_is_emailed_once_to_the_organiser(competition, organiser, boxes):
    choose(organiser, competition, "each")
    dispute(competition)
    send_in(competition, "R1-M2")
    agree(competition, "R1-M2")

    for _ in range(2):
        call_command("send_emails")

    (email,) = boxes.emails
    assert (
        email["To"],
        "disagree about the result of their match. Their reason: “Deal 3 was passed in.”" in email.get_content(),
    ) == (ADDRESS, True)


def test_entries_and_bounced_emails_are_news(at_desk, boxes):
    boxes.refused["ada@k.example"] = "550 No such user here"
    entered = stories.taking_entries(0)
    choose(at_desk(entered), entered, "each")
    players = PlayerEntry("Ada Tern", "07 555 0001", "ada@k.example"), PlayerEntry("Ben Tern")
    applications.apply(entered, Entry(players), wishes="")

    for _ in range(3):
        call_command("send_emails")

    said = ["Ada Tern & Ben Tern entered the competition.", "The email to Ada Tern & Ben Tern was not delivered."]
    assert [one for one, email in zip(said, boxes.emails, strict=True) if one not in email.get_content()] == []


def test_a_returned_email_about_a_match_is_news(competition, organiser, boxes):
    choose(organiser, competition, "each")
    competition.pairs.update(way="email")
    clear_cache()
    gone = stories.now(competition).matches["R1-M1"].pairs[1].present[0]
    boxes.refused[gone.email] = "550 No such user here"
    send_in(competition, "R1-M1")

    for _ in range(2):
        call_command("send_emails")

    news = [email.get_content() for email in boxes.emails if email["To"] == ADDRESS]
    assert [f"The email to {gone} was not delivered." in said for said in news] == [True]


def test_a_request_with_an_unknown_address_gets_the_same_response(competition, organiser, boxes):
    choose(organiser, competition, "none")

    known, unknown = (text(Client().post(LOST, {"name": name})) for name in (ADDRESS, "nobody@k.example"))
    call_command("send_emails")

    assert (known == unknown, len(boxes.emails)) == (True, 1)


def test_requests_for_a_new_password_are_limited(competition, organiser, boxes):
    choose(organiser, competition, "none")

    answers = [Client().post(LOST, {"name": ADDRESS}).status_code for _ in range(11)]

    assert answers == [200] * 10 + [429]
