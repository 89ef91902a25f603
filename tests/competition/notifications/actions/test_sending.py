"""Tests for sending emails through a real mail server."""

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import clear_cache
from competition.entries.models import Player
from competition.entries.private_links import link_key
from competition.match.actions import play
from competition.notifications.models import Email
from competition.notifications.queries.emails import due
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.competition.worlds import agree, send_in
from tests.mailboxes import use
from tests.servers import free_port

pytestmark = pytest.mark.files


@pytest.fixture
def competition():
    competition = stories.published(4)
    send_in(competition, "R1-M1")
    return competition


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def players(competition) -> list[Player]:
    return state(competition).to_answer.present


def test_only_the_pair_that_must_reply_gets_emails(competition, boxes, capsys):
    call_command("send_emails")

    assert boxes.recipients == [player.email for player in players(competition)]
    assert capsys.readouterr().out == "2 sent, 0 not delivered, 0 to be tried again.\n"


def test_competitions_without_emails_to_send_are_not_loaded(competition, django_assert_num_queries):
    due()  # Fill the caches before counting the queries.
    with CaptureQueriesContext(connection) as before:
        due()
    stories.entered(2)
    stories.published(2).players.update(email="")

    with django_assert_num_queries(len(before)):
        due()


def test_the_email_starts_the_reply_time(competition, boxes):
    call_command("send_emails")

    last = state(competition).last
    assert (last.notified_by, last.reply_deadline) == ("email", last.notified_at + stories.REPLY_TIME)


def test_an_email_about_a_result_says_how_to_reply(competition, boxes):
    pair, others = state(competition).to_answer, state(competition).pairs[0]
    competition.organisers.through.objects.update(name="Winifred Tansley", phone="07 555 0100")

    call_command("send_emails")

    said = boxes.emails[0].get_content().replace("\r\n", "\n")
    assert boxes.emails[0]["Subject"] == "Semi-finals: North 3 & South 3 reported the result"
    first, _ = pair.present
    assert said.startswith(f"Dear {first},\n\n{others} reported the result of your match in the semi-finals:")
    assert f"\nhttps://k.example{reverse('link:open', args=[link_key(pair)])}\n\n" in said
    assert f"If you do not reply within {stories.REPLY_TIME_SAID} of this message, the result is final." in said
    assert all(f"\n{one.name}, {one.phone}, {one.email}\n" in said for one in others.present)
    assert said.endswith("Organisers to ask:\nWinifred Tansley, 07 555 0100\n")


@pytest.mark.database
def test_nobody_gets_an_email_twice(competition, boxes):
    call_command("send_emails")
    call_command("send_emails")

    assert len(boxes.emails) == 2
    row = Email.objects.first()
    with pytest.raises(DatabaseError), transaction.atomic():
        Email.objects.create(player=row.player, topic=row.topic, about=row.about, message_id="<another>")


def test_a_result_reported_again_triggers_new_emails(competition, boxes):
    call_command("send_emails")
    play.withdraw_result(stories.tables(competition, "R1-M1")[0])
    send_in(competition, "R1-M1", 4000, 3000)

    call_command("send_emails")

    assert len({email["Message-ID"] for email in boxes.emails}) == 4
    assert state(competition).last.notified_by == "email"


@pytest.mark.parametrize("known", [stories.notify, agree], ids=["told", "answered"])
def test_a_pair_already_told_gets_no_email(competition, boxes, known):
    theirs = {player.email for player in players(competition)}
    known(competition, "R1-M1")

    call_command("send_emails")

    assert {*boxes.recipients} & theirs == set()


def test_the_desk_shows_a_refused_address_until_it_is_corrected(competition, boxes, at_desk):
    first, second = players(competition)
    boxes.refused[first.email] = "550 No such user here"

    call_command("send_emails")
    call_command("send_emails")

    assert boxes.recipients == [second.email]
    page = text(at_desk(competition).get(desk("competition", competition)))
    assert f"The email to {first} was not delivered to {first.email}." in page
    assert "The mail server did not accept the address. Its response: “550 No such user here" in page
    Player.objects.filter(pk=first.pk).update(email="corrected@lakemail.example")
    competition.refresh_from_db()
    clear_cache()
    call_command("send_emails")
    assert boxes.recipients == [second.email, "corrected@lakemail.example"]
    assert "not delivered" not in text(at_desk(competition).get(desk("competition", competition)))


def test_emails_wait_while_the_mail_server_is_down(competition, settings, capsys):
    use(settings, free_port())

    call_command("send_emails")

    assert capsys.readouterr().err == "The mail server does not respond. Emails wait until it does.\n"
    assert state(competition).last.notified_at is None
    # Create the rows, so that the waiting time is known.
    assert {(row.tries, row.sent_at) for row in Email.objects.all()} == {(0, None)}


def test_send_emails_needs_a_mail_server(competition):
    with pytest.raises(CommandError, match="Set EMAIL_URL and EMAIL_FROM first"):
        call_command("send_emails")


@pytest.mark.database
def test_the_database_refuses_a_retry_of_a_sent_email(competition, boxes):
    call_command("send_emails")

    for columns in ({"next_try_at": timezone.now()}, {"fault": "No."}, {"tries": 0}):
        with pytest.raises(DatabaseError, match="email_tried_or_sent"), transaction.atomic():
            Email.objects.update(**columns)


def test_the_log_of_an_email_contains_no_address(competition, boxes):
    call_command("send_emails")

    told = " ".join(f"{line.text} {line.detail}" for line in competition.log.all())
    assert "by email" in told
    assert "@" not in told
    assert ResultEntry.objects.get().notified_by == "email"
