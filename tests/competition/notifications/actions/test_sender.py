"""Tests for the state of an email after each reply of the mail server."""

from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from competition.draw.queries.draw import clear_cache
from competition.draw.rules.result import Stage
from competition.entries.actions import applications
from competition.entries.models import Player
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.notifications.actions import sending
from competition.notifications.actions.sending import SendingTally, ask_for, ask_for_password, send_due
from competition.notifications.models import Email
from competition.notifications.queries.emails import Due, due
from tests import stories
from tests.competition.worlds import agree, send_in

TO = "ada@k.example"
NOW = timezone.now().replace(microsecond=0)


class Server(BaseEmailBackend):
    """A mail server with a fixed reply. It stores the emails and the calls."""

    def __init__(self, **options: object) -> None:
        super().__init__()

    def send_messages(self, emails) -> int:
        """Store the emails. Raise the fault if there is one."""
        self.heard += [(email, Email.objects.get(sent_at=None, tries__gt=0)) for email in emails]
        self.happens()
        if self.fault:
            raise self.fault
        return 1

    def open(self) -> None:
        """Record the call."""
        self.calls.append("open")

    def close(self) -> None:
        """Record the call."""
        self.calls.append("close")


@pytest.fixture
def server(settings, monkeypatch):
    settings.HAS_EMAIL, settings.EMAIL_FROM = True, "Desk <desk@k.example>"
    settings.MAIL_SERVER_BACKEND = f"{__name__}.Server"
    for name, value in {"fault": None, "heard": [], "calls": [], "happens": staticmethod(lambda: None)}.items():
        monkeypatch.setattr(Server, name, value, raising=False)
    return Server


@pytest.fixture
def competition():
    """Return a competition with one due email, to a player who must reply to a result."""
    competition = stories.published(2)
    send_in(competition, "R1-M1")
    pair = stories.now(competition).matches["R1-M1"].to_answer
    Player.objects.exclude(pk=pair.present[0].pk).update(email="")
    Player.objects.filter(pk=pair.present[0].pk).update(email=TO)
    clear_cache()
    return competition


def send(monkeypatch, at=NOW) -> SendingTally:
    monkeypatch.setattr(timezone, "now", lambda: at)
    return send_due(lambda one: ("Of a match", "They have sent in the result."))


def test_an_email_no_longer_due_is_not_sent_with_its_batch(server, competition):
    other = stories.published(2, seed="other")
    send_in(other, "R1-M1")
    late = stories.now(other).matches["R1-M1"].to_answer

    def write(email: Due) -> tuple[str, str]:
        # The other pair confirms its result while the sender writes the first email.
        if not server.heard and stories.now(other).matches["R1-M1"].stage is Stage.SUBMITTED:
            agree(other, "R1-M1")
        return "Of a match", f"To {email.reader.pair}"

    send_due(write)

    assert next(email.to for email, _ in server.heard) == [TO]
    assert str(late) not in [email.body.removeprefix("To ") for email, _ in server.heard]


def refusal(code: int) -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused({TO: (code, b"no")})


@pytest.mark.parametrize(
    ("fault", "tally", "refused"),
    [
        (None, SendingTally(sent=1), ""),
        (refusal(499), SendingTally(waiting=1), ""),
        (refusal(500), SendingTally(refused=1), TO),
        (SMTPDataError(554, b"spam"), SendingTally(waiting=1), ""),
        (SMTPServerDisconnected("gone"), SendingTally(waiting=1, reached=False), ""),
        (ConnectionResetError("gone"), SendingTally(waiting=1, reached=False), ""),
    ],
)
def test_each_reply_from_the_server_is_recorded(server, competition, monkeypatch, fault, tally, refused):
    server.fault = fault

    assert send(monkeypatch) == tally

    row = Email.objects.get()
    again = NOW + timedelta(minutes=2) if tally.waiting else None
    assert (row.refused, row.next_try_at, row.sent_at) == (refused, again, None if fault else NOW)
    assert (server.calls, row.tries) == (["open", "close"], 1)


def test_an_attempt_is_stored_before_the_email_is_sent(server, competition, monkeypatch):
    send(monkeypatch)

    [(email, row)] = server.heard
    assert (email.subject, email.body) == ("Of a match", "They have sent in the result.")
    assert (email.from_email, email.to) == ("Desk <desk@k.example>", [TO])
    assert email.extra_headers == {"Message-ID": row.message_id, "Auto-Submitted": "auto-generated"}
    assert row.message_id.endswith("@k.example>")
    assert (row.tries, row.next_try_at) == (1, NOW + timedelta(minutes=10))


@pytest.mark.parametrize(("before", "minutes"), [(1, 4), (4, 32), (5, 60)])
def test_delays_between_attempts_grow_to_an_hour(server, competition, monkeypatch, before, minutes):
    server.fault = refusal(451)
    send(monkeypatch)
    Email.objects.update(tries=before, next_try_at=NOW)
    early = Email.objects.filter(pk=Email.objects.get().pk, tries=before)

    assert send(monkeypatch, NOW - timedelta.resolution) == SendingTally()
    assert early.exists()
    assert send(monkeypatch) == SendingTally(waiting=1)

    assert Email.objects.get().next_try_at == NOW + timedelta(minutes=minutes)


def test_two_senders_do_not_send_the_same_email(server, competition, monkeypatch):
    server.fault = refusal(550)
    send(monkeypatch)
    Player.objects.filter(email=TO).update(email="corrected@k.example")
    clear_cache()
    server.fault, server.happens = None, staticmethod(lambda: others.append(send(monkeypatch)))
    others: list[SendingTally] = []

    assert (send(monkeypatch), others) == (SendingTally(sent=1), [SendingTally()])


def test_an_email_sent_by_another_sender_is_not_sent_again(server, competition, monkeypatch):
    Player.objects.filter(pair__players__email=TO, email="").update(email="ben@k.example")
    clear_cache()
    ask_for(due())
    waiting = Email.objects.filter(tries=0)
    server.happens = staticmethod(lambda: waiting.update(tries=1, sent_at=NOW, next_try_at=None))

    assert (Email.objects.count(), send(monkeypatch)) == (2, SendingTally(sent=1))


def test_a_late_success_overrides_a_refusal(server, competition, monkeypatch):
    def refuse_another() -> None:
        server.fault, server.happens = refusal(550), staticmethod(lambda: None)
        assert send(monkeypatch, NOW + timedelta(minutes=11)) == SendingTally(refused=1)
        server.fault = None

    server.happens = staticmethod(refuse_another)

    assert send(monkeypatch) == SendingTally(sent=1)
    assert Email.objects.get().refused == ""


def test_an_email_about_an_extension_does_not_start_the_reply_time(server, competition, monkeypatch):
    Player.objects.update(email="")
    sender = stories.now(competition).matches["R1-M1"].pairs[0].present[0]
    Player.objects.filter(pk=sender.pk).update(email=TO)
    stories.extend(competition, "R1-M1")

    assert send(monkeypatch, timezone.now()) == SendingTally(sent=1)
    assert stories.now(competition).matches["R1-M1"].last.notified_by == ""


def test_an_unreachable_server_does_not_count_as_an_attempt(server, competition, monkeypatch):
    monkeypatch.setattr(Server, "open", lambda self: (_ for _ in ()).throw(ConnectionRefusedError()))

    for later in (0, 5):
        assert send(monkeypatch, NOW + timedelta(minutes=later)) == SendingTally(reached=False)

    assert (Email.objects.get().tries, server.calls) == (0, ["close"] * 2)


def test_no_connection_is_opened_if_no_email_is_due(server, monkeypatch):
    assert (send(monkeypatch), server.calls) == (SendingTally(), [])


def test_a_pairs_reply_during_sending_is_not_overwritten(server, competition, monkeypatch):
    server.happens = staticmethod(lambda: agree(competition, "R1-M1"))

    assert send(monkeypatch) == SendingTally(sent=1)

    assert stories.now(competition).matches["R1-M1"].last.notified_by == ""


def test_the_log_of_an_email_names_no_actor(server, competition, monkeypatch):
    send(monkeypatch, timezone.now())

    line = competition.log.get(event="told result")
    assert (line.match, line.organiser, line.pair) == ("R1-M1", None, None)


def test_an_email_is_sent_once_even_if_recording_the_notice_fails(server, competition, monkeypatch):
    def fail(*_, **__) -> None:
        raise RuntimeError

    monkeypatch.setattr(sending, "record_notice", fail)

    assert [send(monkeypatch), send(monkeypatch)] == [SendingTally(sent=1), SendingTally()]

    assert len(server.heard) == 1
    assert stories.now(competition).matches["R1-M1"].last.notified_at is None


def test_a_declined_entry_keeps_its_address_until_its_players_are_told(server, monkeypatch):
    competition = stories.taking_entries(0)
    players = PlayerEntry("Ada Tern", "07 555 0001", TO), PlayerEntry("Ben Tern")
    sent = applications.apply(competition, Entry(players), wishes="")
    applications.decline(sent, reason="We are full.", by=stories.organiser_of(competition))

    for fault, known in ((refusal(451), TO), (None, "")):
        server.fault = fault
        Email.objects.update(next_try_at=None)
        send(monkeypatch, timezone.now())
        assert sent.players.first().email == known


@pytest.mark.parametrize("has_email", [True, False])
def test_a_password_link_can_be_requested_once_in_ten_minutes(settings, monkeypatch, has_email):
    user = stories.entered(0).owner
    user.email = TO
    user.save()
    settings.HAS_EMAIL, settings.EMAIL_FROM = has_email, "desk@k.example"
    monkeypatch.setattr(timezone, "now", lambda: NOW.replace(hour=9, minute=5))

    ask_for_password(TO)
    monkeypatch.setattr(timezone, "now", lambda: NOW.replace(hour=9, minute=9))
    ask_for_password(user.username)

    rows = [(row.user, row.topic, row.about) for row in Email.objects.all()]
    assert rows == [(user, "password", f"{NOW:%Y-%m-%d} 09:00")] * has_email
