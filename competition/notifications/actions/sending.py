"""Actions for sending the due emails one by one, over one connection.

A sender can be killed at any time. It marks the row of an email before passing the email to the mail server, and again
afterwards. If only the first mark is there, the next sender sends the email again under the same Message-ID. If a
sender is killed between the server's reply and the second mark, the email is sent twice. No email is lost.

The sender tries each email separately. It retries a failed email with growing delays, and finally parks it with the
reason. The other emails do not wait for it. If the mail server does not respond, all emails wait. An email that breaks
the connection does not block the next emails.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from email.utils import make_msgid
from itertools import takewhile
from smtplib import SMTPException

import django
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from competition.accounts.models import AccountChange
from competition.audit.actions import Actor
from competition.draw.actions.meetings import record_notice
from competition.draw.models.result_entry import Notice
from competition.entries.actions.applications import forget_declined
from competition.entries.models import Player
from competition.notifications.kinds.entries import EntryMessage
from competition.notifications.kinds.message import Message
from competition.notifications.models import Email, Topic
from competition.notifications.queries.emails import CurrentEmails, Due, EmailDraft, due, emails_of
from competition.notifications.queries.news import links_asked_for, to_organisers, with_link, with_sign_in
from competition.notifications.rules import BadAddressError, EmailFault, fault_of, is_server_down
from competition.web.mail_server import connect_to_mail_server
from competition.web.site_name import sender
from scoring.rules.refusal import Refused

# After this many broken connections in a row, single emails are not the cause.
_MOST_BREAKS = 3
# Seconds to wait for each response from the mail server.
_PATIENCE = 20
_ERRORS = (OSError, SMTPException)


class ServerDown(Exception):  # noqa: N818 - this is a state, not an error
    """Error for a mail server that does not respond or closes every connection."""


class MailConnection:
    """A connection to the mail server.

    An email counts as the cause of a broken connection only if the server works again afterwards.
    """

    def __init__(self) -> None:
        self._backend = connect_to_mail_server(_PATIENCE)
        self._is_open = self._is_closed = False
        self._breaks = 0
        self._broken_by: list[Email] = []

    def open(self) -> None:
        """Connect, unless the connection is open. Raises ServerDown."""
        if self._is_open:
            return
        try:
            self._backend.open()
        except _ERRORS as error:
            raise ServerDown from error
        self._is_open, self._is_closed = True, False

    def close(self) -> None:
        """Disconnect, even if the connection is broken."""
        if not self._is_closed:
            with suppress(*_ERRORS):
                self._backend.close()
        self._is_open, self._is_closed = False, True

    def send(self, email: EmailMessage) -> None:
        """Send an email. Raises the mail server's error."""
        self._backend.send_messages([email])

    def answered(self) -> None:
        """Record that the server works."""
        self._breaks = 0

    def broke(self, by: Email | None) -> None:
        """Record a broken connection and the email that may be the cause. Raises ServerDown after too many in a row."""
        self.close()
        self._breaks += 1
        self._broken_by += [by] if by else []
        if self._breaks >= _MOST_BREAKS:
            raise ServerDown

    def suspects(self) -> list[Email]:
        """Return the emails that have broken the connection, each once.

        Return [] until the server has accepted another email.
        """
        if self._breaks:
            return []
        broken = self._broken_by
        self._broken_by = []
        return broken

    def is_sound(self) -> bool:
        """Return False if the last email broke the connection. Raises ServerDown if it cannot be opened again."""
        if self._breaks and self._broken_by:
            self.open()
            self.answered()
        return not self._breaks


logger = logging.getLogger(__name__)

# After this long, assume that the sender was killed. It is longer than the SMTP timeout.
_LEASE = timedelta(minutes=10)
_READERS: dict[type, str] = {Player: "player", User: "user"}
_LONGEST_PAUSE = timedelta(hours=1)
Write = Callable[[Due], tuple]


@dataclass(slots=True)
class SendingTally:
    """The numbers of emails that were sent, failed permanently or are waiting for another attempt.

    `reached` is False if the mail server does not respond.
    """

    sent: int = 0
    refused: int = 0
    waiting: int = 0
    reached: bool = True


def send_due(write: Write, stop: Callable[[], bool] = lambda: False) -> SendingTally:
    """Send every due email. `write` returns the fields of its `EmailDraft`.

    Do not start another email once `stop()` returns True. If the mail server does not respond, the emails wait.
    """
    tally = SendingTally()
    emails = [*due(), *to_organisers(), *links_asked_for()]
    if not emails:
        return tally
    connection, current = MailConnection(), CurrentEmails()
    try:
        for due_email in takewhile(lambda _: not stop(), emails):
            connection.open()
            if (fresh := current.find(due_email)) and (row := _reserve(fresh)):
                _send(fresh, row, write, connection, tally)
        tally.reached = connection.is_sound()
        _park_suspects(connection, tally)
    except ServerDown:
        tally.reached = False
    finally:
        connection.close()
    if not tally.reached:
        # Create the rows of the waiting emails, so that they show how long each has waited.
        ask_for(emails)
    return tally


def ask_for(emails: Iterable[Due]) -> None:
    """Ask the next sender to send each of these emails once."""
    Email.objects.bulk_create(
        [Email(**_make_key(due_email), message_id=_make_message_id()) for due_email in emails], ignore_conflicts=True
    )


def _make_key(due_email: Due) -> dict[str, object]:
    reader = next(name for kind, name in _READERS.items() if isinstance(due_email.reader, kind))
    return {reader: due_email.reader, "topic": due_email.topic, "about": due_email.about}


def _make_message_id() -> str:
    return make_msgid(domain=settings.EMAIL_FROM.rpartition("@")[2].rstrip("> "))


def _reserve(due_email: Due) -> Email | None:
    """Return the row of an email, marked as being sent.

    Return None if another sender has it, if its next attempt is not due, or if it is parked.
    """
    now = timezone.now()
    row, _ = Email.objects.get_or_create(**_make_key(due_email), defaults={"message_id": _make_message_id()})
    is_held = Q(next_try_at__gt=now) | Q(parked_at__isnull=False, refused__in=["", due_email.email])
    free = Email.objects.filter(pk=row.pk, sent_at=None).exclude(is_held)
    marks = {"tries": F("tries") + 1, "next_try_at": now + _LEASE, "refused": "", "parked_at": None}
    return Email.objects.get(pk=row.pk) if free.update(**marks) else None


def _send(due_email: Due, row: Email, write: Write, connection: MailConnection, tally: SendingTally) -> None:
    """Write and send one email, and record any failure in its row. Raises ServerDown."""
    try:
        email = _compose(due_email, row, EmailDraft(*write(due_email)))
    except Exception as error:
        _handle_failure(due_email, row, error, tally)
        return
    try:
        connection.send(email)
    except OSError as error:
        _handle_refusal(due_email, row, error, connection, tally)
    except Exception as error:
        # The connection may have failed in the middle of a command, so the next email needs a new one.
        connection.close()
        _handle_failure(due_email, row, error, tally)
    else:
        connection.answered()
        _record_sent(due_email, row, tally)
    _park_suspects(connection, tally)


def _compose(due_email: Due, row: Email, draft: EmailDraft) -> EmailMessage:
    """Return the email in a seven-bit encoding, which every mail server accepts.

    Raises BadAddressError for a bad address, and a Django error for other bad contents.
    """
    try:
        validate_email(due_email.email)
    except ValidationError:
        raise BadAddressError from None
    headers = {"Message-ID": row.message_id, "Auto-Submitted": "auto-generated"}
    reply_to = [draft.reply_to] if draft.reply_to else None
    email = EmailMessage(draft.subject, draft.text, sender(), [due_email.email], headers=headers, reply_to=reply_to)
    if django.VERSION < (6, 0):
        # Later versions of Django choose such an encoding themselves.
        email.encoding = import_string("django.core.mail.message.utf8_charset_qp")
    if draft.calendar:
        method = "CANCEL" if "\r\nMETHOD:CANCEL\r\n" in draft.calendar else "PUBLISH"
        email.attach("match.ics", draft.calendar, f"text/calendar; method={method}")
    email.message()
    return email


def _handle_refusal(
    due_email: Due, row: Email, error: Exception, connection: MailConnection, tally: SendingTally
) -> None:
    if not is_server_down(error):
        connection.answered()
        _handle_failure(due_email, row, error, tally)
        return
    fault = fault_of(error)
    _try_later(row, fault, tally)
    connection.broke(row if fault.tries and row.tries >= fault.tries else None)


def _park_suspects(connection: MailConnection, tally: SendingTally) -> None:
    """Park emails that have broken the connection too often, once the server has accepted another email."""
    for row in connection.suspects():
        tally.waiting -= 1
        _park(row, fault_of(ConnectionError()), tally)


def _handle_failure(due_email: Due, row: Email, error: Exception, tally: SendingTally) -> None:
    fault = fault_of(error)
    if fault.is_unexpected:
        logger.error("Email %s could not be written.", row.pk, exc_info=error)
    if fault.tries is None or row.tries < fault.tries:
        _try_later(row, fault, tally)
    else:
        _park(row, fault, tally, refused=due_email.email if fault.address else "")
        _delete_addresses(due_email)


def _try_later(row: Email, fault: EmailFault, tally: SendingTally) -> None:
    tally.waiting += 1
    later = timezone.now() + min(timedelta(minutes=2 ** min(row.tries, 10)), _LONGEST_PAUSE)
    Email.objects.filter(pk=row.pk, sent_at=None).update(next_try_at=later, fault=fault.reason)


def _park(row: Email, fault: EmailFault, tally: SendingTally, *, refused: str = "") -> None:
    tally.refused += 1
    logger.warning("Email %s is parked after %s tries.", row.pk, row.tries)
    parked = {"parked_at": timezone.now(), "next_try_at": None, "fault": fault.reason, "refused": refused}
    Email.objects.filter(pk=row.pk, sent_at=None).update(**parked)


def _record_sent(due_email: Due, row: Email, tally: SendingTally) -> None:
    """Record that an email was sent, with its consequences.

    If a consequence fails, still mark the email as sent, so that it is never sent twice.
    """
    tally.sent += 1
    try:
        with transaction.atomic():
            _mark_sent(row)
            _delete_addresses(due_email)
            if isinstance(due_email.message, Message) and due_email.topic is Topic.RESULT:
                _record_told(due_email.message)
    except Exception:
        logger.exception("Email %s was sent, but this could not be recorded.", row.pk)
        _mark_sent(row)


def _mark_sent(row: Email) -> None:
    sent = {"sent_at": timezone.now(), "next_try_at": None, "parked_at": None, "refused": "", "fault": ""}
    Email.objects.filter(pk=row.pk).update(**sent)


def _delete_addresses(due_email: Due) -> None:
    """Delete addresses that are no longer needed, once no email of this kind is waiting."""
    if isinstance(due_email.message, EntryMessage) and due_email.topic is Topic.DECLINED:
        pair = due_email.message.pair
        rows = {row.player_id: row for row in Email.objects.filter(player__pair=pair, topic=due_email.topic)}
        theirs = [rows.get(email.reader.pk) for email in emails_of([due_email.message])]
        if any(row and row.sent_at for row in theirs) and all(row and (row.sent_at or row.parked_at) for row in theirs):
            forget_declined(pair)
    if due_email.topic is Topic.ACCOUNT:
        AccountChange.objects.filter(pk=int(due_email.about)).update(address="")


def _record_told(message: Message) -> None:
    last = message.state.last
    if last is None:
        return
    try:
        record_notice(message.competition, message.state.code, last.number, how=Notice.Channel.EMAIL, by=Actor())
    except Refused:
        # The pair replied, or the result was withdrawn, while the email was being sent.
        return


def ask_for_password(name: str) -> None:
    """Email a new-password link to the organisers with this username or email address, if there are any.

    Each organiser gets at most one link every ten minutes, no matter who requests it. A limit by username would let a
    stranger block the organiser.
    """
    if settings.HAS_EMAIL:
        ask_for([Due(user, Topic.PASSWORD, _ten_minutes()) for user in with_sign_in(name)])


def ask_for_link(email: str) -> None:
    """Email the players with this address their private links, at most once every ten minutes."""
    if settings.HAS_EMAIL:
        ask_for([Due(player, Topic.LOST, _ten_minutes()) for player in with_link(email)])


def _ten_minutes() -> str:
    """Return the time in steps of ten minutes. Two requests within one step cause one email (`email_once`)."""
    now = timezone.now()
    return f"{now.replace(minute=now.minute // 10 * 10):%Y-%m-%d %H:%M}"
