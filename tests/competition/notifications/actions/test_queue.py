"""Tests for a queue of 20 emails with broken emails and a failing mail server."""

import pytest

from competition.draw.queries.draw import clear_cache
from competition.entries.models import Player
from competition.notifications.actions.delivery import send
from competition.notifications.actions.sending import SendingTally, send_due
from competition.notifications.models import Email, Topic
from competition.notifications.queries.emails import Due, EmailDraft
from tests import stories
from tests.competition.desk_reading import desk, text

EMAILS = 20


@pytest.fixture
def competition(boxes):
    """Return a competition whose draw is emailed to 20 players."""
    competition = stories.published(EMAILS // 2)
    send(competition, Topic.DRAW, by=stories.organiser_of(competition))
    return competition


def address(number: int) -> str:
    return f"p{number}@k.example"


def numbered() -> list[Player]:
    """Return the players in the order of their emails, each with a different address."""
    players = [row.player for row in Email.objects.order_by("pk").select_related("player")]
    for number, player in enumerate(players):
        player.email = address(number)
    Player.objects.bulk_update(players, ["email"])
    clear_cache()
    return players


def write(one: Due) -> EmailDraft:
    return EmailDraft("Round 1: you play the Garlands", "Dear Ann,\n")


def tried_again(times: int, write=write) -> None:
    """Try all waiting emails again, as if enough time had passed."""
    for _ in range(times):
        Email.objects.filter(sent_at=None, parked_at=None).update(next_try_at=None)
        send_due(write)


# Every second email is broken in one of these ways. The value is the reason shown to the organiser.
WAYS = {
    "refused address": "did not accept the address. Its response: “550 No such user",
    "refused content": "did not accept this email. Its response: “554 Spam",
    "bad address": "address is not valid",
    "line break in the address": "address is not valid",
    "letter in the address": "address is not valid",
    "cannot be composed": "could not write this email (LookupError)",
    "character that cannot be sent": "a character that the mail server does not accept",
    "line break in the subject": "contains a line break",
    "ends the connection": "ended the connection during this email",
    "server is always busy": "tries again later. Its response: “451 Busy",
}


def break_each_second(boxes) -> dict[int, str]:
    """Break every second email. Return each player's kind of broken email."""
    wrong = {
        "bad address": "nowhere",
        "line break in the address": "ada@k.example\nBcc: all@k.example",
        "letter in the address": "jörg@k.example",
    }
    broken = {}
    for place, player in enumerate(numbered()):
        if place % 2:
            way = [*WAYS][place // 2 % len(WAYS)]
            broken[player.pk] = way
            if way in wrong:
                Player.objects.filter(pk=player.pk).update(email=wrong[way])
            boxes.refused |= {"refused address": {address(place): "550 No such user"}}.get(way, {})
            boxes.refused |= {"server is always busy": {address(place): "451 Busy"}}.get(way, {})
            boxes.answers |= {"refused content": {address(place): "554 Spam"}}.get(way, {})
            boxes.dropped |= {address(place)} if way == "ends the connection" else set()
    clear_cache()
    return broken


def test_an_email_that_cannot_be_written_does_not_stop_the_others(competition, boxes, at_desk, caplog):
    broken = break_each_second(boxes)

    def write_or_break(one: Due) -> EmailDraft:
        match broken.get(one.reader.pk):
            case "cannot be composed":
                raise LookupError("https://k.example/p/1~secret/")
            case "character that cannot be sent":
                return EmailDraft("News", "Dear \ud800,")
            case "line break in the subject":
                return EmailDraft("News\nBcc: all@k.example", "Dear Ann,")
        return write(one)

    first = send_due(write_or_break)
    tried_again(12, write_or_break)

    assert sorted(broken.values()) == sorted(WAYS)
    assert (first.sent, first.reached, len(boxes.emails)) == (10, True, 10)
    assert len({*boxes.recipients}) == 10
    parked = {row.player_id: row.fault for row in Email.objects.exclude(parked_at=None)}
    assert parked.keys() == broken.keys()
    assert {broken[key] for key, fault in parked.items() if WAYS[broken[key]] not in fault} == set()
    assert Email.objects.exclude(sent_at=None).count() == 10
    assert "secret" not in caplog.text
    page = text(at_desk(competition).get(desk("messages", competition)))
    assert all(fault in page for fault in WAYS.values())
    at_first_glance = text(at_desk(competition).get(desk("competition", competition)))
    assert "6 more emails were not delivered." in at_first_glance
    # Parked emails are not tried again automatically.
    assert send_due(write) == SendingTally()


def test_a_failing_server_neither_loses_nor_duplicates_emails(competition, boxes):
    numbered()
    boxes.before_taking = lambda: setattr(boxes, "is_down", len(boxes.emails) == 9)

    first = send_due(write)
    assert (first.sent, first.reached, len(boxes.emails)) == (10, False, 10)
    tried_again(13)
    assert (len(boxes.emails), Email.objects.exclude(parked_at=None).count()) == (10, 0)
    assert not Email.objects.exclude(fault="").exclude(fault__contains="ended the connection").exists()

    boxes.is_down, boxes.before_taking = False, lambda: None
    tried_again(1)

    assert (len(boxes.emails), len({*boxes.recipients})) == (EMAILS, EMAILS)
    assert len({email["Message-ID"] for email in boxes.emails}) == EMAILS


def test_a_parked_email_is_tried_again_when_the_organiser_asks(competition, boxes, at_desk):
    numbered()
    Player.objects.exclude(email=address(7)).update(email="")
    clear_cache()

    def break_it(one: Due) -> EmailDraft:
        raise ValueError("Header values can’t contain newlines (got …)")

    send_due(break_it)
    tried_again(5, break_it)
    [row] = Email.objects.exclude(parked_at=None)
    client = at_desk(competition)
    other = stories.published(2)

    assert at_desk(other).post(desk("try-again", other), {"email": row.pk}).status_code == 404
    client = at_desk(competition)
    asked = [client.post(desk("try-again", competition), {"email": row.pk}, follow=True) for _ in range(2)]
    send_due(write)

    assert f"The app will try to email {row.player} again." in text(asked[0])
    assert asked[1].status_code == 404
    assert boxes.recipients == [address(7)]
    assert competition.log.get(event="tried again").text == f"Queued the email to {row.player} again. {row.heading}."
