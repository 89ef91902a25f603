"""Sending the mails that are due, one after the other, so that a sender may be killed at any point.

A mail is marked before it is handed to the mail server and after: what was marked before and not after is handed over
again by the next sender, under the same Message-ID. Killed between the server's answer and the mark, that one mail may
arrive twice; none is lost.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from email.utils import make_msgid
from itertools import takewhile
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from competition.entries.actions.applications import forget_declined
from competition.entries.models.application import Application
from competition.entries.models.pair import Player
from competition.knockout.actions.telling import tell
from competition.knockout.models.outcome import Outcome
from competition.log.actions import Actor
from competition.post.models import Mail, Occasion
from competition.post.queries.mails import Due, due
from competition.post.queries.news import to_organisers, with_sign_in
from competition.post.queries.occasions import Message
from scoring.rules.refusal import Refused

# A sender that has not come back by then was killed; no mail server is waited for so long.
_LEASE = timedelta(minutes=10)
_READERS: dict[type, str] = {Player: "player", Application: "application", User: "user"}
_LONGEST = timedelta(hours=1)


@dataclass(slots=True)
class Tally:
    """How many mails have gone, came back and wait to be tried again; whether the mail server answers."""

    sent: int = 0
    refused: int = 0
    waiting: int = 0
    reached: bool = True


def send_due(write: Callable[[Due], tuple[str, str]], stop: Callable[[], bool] = lambda: False) -> Tally:
    """Send every mail that is due, as it is written: subject and text; where no mail server answers they wait.

    Once `stop` is true no further mail is begun.
    """
    tally, mails = Tally(), [*due(), *to_organisers()]
    if not mails:
        return tally
    connection = get_connection()
    try:
        connection.open()
        for one in takewhile(lambda _: not stop(), mails):
            if row := _taken(one):
                _hand_over(one, row, write(one), connection, tally)
    except (OSError, SMTPException):
        tally.reached = False
        # From now on it is known since when they wait.
        ask_for(mails)
    finally:
        connection.close()
    return tally


def ask_for(mails: Iterable[Due]) -> None:
    """Have these mails sent by the next sender, each once."""
    Mail.objects.bulk_create([Mail(**_known_by(one), message_id=_message_id()) for one in mails], ignore_conflicts=True)


def _known_by(one: Due) -> dict[str, object]:
    reader = next(name for kind, name in _READERS.items() if isinstance(one.reader, kind))
    return {reader: one.reader, "occasion": one.occasion, "about": one.about}


def _message_id() -> str:
    return make_msgid(domain=settings.EMAIL_FROM.rpartition("@")[2].rstrip("> "))


def _taken(one: Due) -> Mail | None:
    """The row of a mail, marked as being sent; None while another sender has it or it is too early."""
    now = timezone.now()
    row, _ = Mail.objects.get_or_create(**_known_by(one), defaults={"message_id": _message_id()})
    early = Q(next_try_at__gt=now, refused="")
    free = Mail.objects.filter(pk=row.pk, sent_at=None).exclude(early)
    taken = free.update(tries=F("tries") + 1, next_try_at=now + _LEASE, refused="")
    return Mail.objects.get(pk=row.pk) if taken else None


def _hand_over(one: Due, row: Mail, said: tuple[str, str], connection: BaseEmailBackend, tally: Tally) -> None:
    headers = {"Message-ID": row.message_id, "Auto-Submitted": "auto-generated"}
    mail = EmailMessage(*said, settings.EMAIL_FROM, [one.reader.email], connection=connection, headers=headers)
    try:
        mail.send()
    except SMTPRecipientsRefused as fault:
        code, _ = fault.recipients[one.reader.email]
        _came_back(one, row, tally, for_good=code >= 500)
    except SMTPResponseException:
        _came_back(one, row, tally, for_good=False)
    except (OSError, SMTPException):
        _came_back(one, row, tally, for_good=False)
        raise
    else:
        _gone(one, row, tally)


def _came_back(one: Due, row: Mail, tally: Tally, *, for_good: bool) -> None:
    tally.refused += for_good
    tally.waiting += not for_good
    later = timezone.now() + min(timedelta(minutes=2**row.tries), _LONGEST)
    refused = one.reader.email if for_good else ""
    Mail.objects.filter(pk=row.pk).update(next_try_at=later, refused=refused)


@transaction.atomic
def _gone(one: Due, row: Mail, tally: Tally) -> None:
    tally.sent += 1
    Mail.objects.filter(pk=row.pk).update(sent_at=timezone.now(), next_try_at=None, refused="")
    if isinstance(one.reader, Application):
        forget_declined(one.reader)
    if isinstance(one.message, Message) and one.occasion is Occasion.RESULT:
        _told(one.message)


def _told(message: Message) -> None:
    last = message.state.last
    if last is None:
        return
    try:
        tell(message.competition, message.state.code, last.number, how=Outcome.Told.MAIL, by=Actor())
    except Refused:
        # It was answered or taken back while the mail was on its way.
        return


def ask_for_password(name: str) -> None:
    """Have a link sent to whoever signs in by this name or has this address, if that is anybody."""
    if settings.HAS_MAIL:
        ask_for([Due(user, Occasion.PASSWORD, f"{timezone.now():%Y-%m-%d %H:%M}") for user in with_sign_in(name)])
