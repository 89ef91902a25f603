"""Presenters for the tasks to tell pairs: messages that wait for the organiser, and undelivered emails."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime

from django.conf import settings
from django.utils import timezone

from competition.desk.presenters.tasks import MOST_OF_A_KIND, Task
from competition.entries.models import Player
from competition.match.presenters.dates import warning
from competition.match.queries.dates import Unplayed
from competition.notifications.models import Email, Told, Topic, Wording
from competition.notifications.presenters import MOST_TEXTS, ByChannel, by_topic
from competition.notifications.queries.message_states import EMAIL, Notification, returned_emails
from scoring.rules.words import quantity
from scoring.templatetags.bridge import moment

# A pair that has not yet been told its match sees the play-by date in that message, so it needs no reminder.
_OF_MATCHES = (Topic.DRAW, Topic.ROUND)
_REMINDERS = {Topic.LATE: "were due", Topic.SOON: "are due soon"}
_BY_BUTTON = "Nothing is sent until you press the button."
_WITHOUT_EMAIL = "This site sends no email. The texts to send, print or read out are ready."
_BY_HAND = "They have no email address, want no emails, or an email was not delivered. The text to read out is ready."


def open_messages(notifications: Iterable[Notification]) -> list[Notification]:
    """Return the messages that the organiser still has to give, in any way.

    Leave out a reminder to a pair that has not been told its match.
    """
    to_do = [notification for notification in notifications if notification.to_do]
    unaware = {(row.message.pair.pk, row.message.state.code) for row in to_do if row.message.topic in _OF_MATCHES}
    return [
        row
        for row in to_do
        if row.message.topic not in _REMINDERS or (row.message.pair.pk, row.message.state.code) not in unaware
    ]


def number_of_pairs(messages: Iterable[Notification]) -> int:
    """Return the number of pairs and entries with one of these messages."""
    return len({row.message.pair.pk for row in messages})


def message_tasks(
    messages: Sequence[Notification], worries: Sequence[Unplayed], wordings: Mapping[str, Wording]
) -> Iterator[Task]:
    """Yield a task for each kind of open message, and a task for each match that a reminder cannot help.

    Other functions make the tasks for a returned email and for a report that the other pair has not been told.
    """
    asked = [row for row in messages if not (row.came_back or _is_told_singly(row))]
    for kind in by_topic(asked):
        task = _message_task(kind, wordings.get(kind.topic))
        yield _with_warnings(task, kind, worries) if kind.topic in _REMINDERS else task
    yield from (_date_task(match) for match in worries if not (match.state.overdue or match.has_reminder))


def _is_told_singly(notification: Notification) -> bool:
    """Return True for a report that starts the reply time only when the pair is told."""
    message = notification.message
    return message.topic is Topic.RESULT and bool(message.state.last and message.state.last.waits_to_be_told)


def _message_task(kind: ByChannel, wording: Wording | None) -> Task:
    """Return the task to give messages of one kind, with one button if all of them are emails or all are calls."""
    verb = "Remind" if kind.topic in _REMINDERS else "Tell"
    by_email, by_phone = (_number_by(kind, way) for way in (EMAIL, Told.Way.TELEPHONE))
    page = f"messages/{kind.topic}/"
    by_hand = _BY_HAND if settings.HAS_EMAIL else _WITHOUT_EMAIL
    everybody = f"{verb} {quantity(kind.left, 'pair')}"
    task = Task(kind.headline, _BY_BUTTON if by_email else by_hand, everybody, page, kind.topic.heading)
    task = task.with_texts(kind.texts(wording), "" if kind.left <= MOST_TEXTS else page)
    if by_email:
        rest = kind.left - by_email
        button = f"{verb} {quantity(by_email, 'pair')} by email" if rest else everybody
        also = (f"{verb} {quantity(rest, 'pair')} by hand", page) if rest else ()
        return task.pressed(button, f"{page}tell/", (("way", EMAIL),), also)
    if by_phone == kind.left and not kind.is_of_entries:
        ring = [player for row in kind.notifications for player in row.message.pair.present if player.phone]
        task = task.saying(task.what, "They want to be told by phone. The text to read out is ready.")
        return task.pressed("Mark as told", f"{page}tell/", (("way", Told.Way.TELEPHONE),), ring=ring)
    return task


def _number_by(kind: ByChannel, way: str) -> int:
    return number_of_pairs(row for row in kind.notifications if row.way == way)


def _with_warnings(task: Task, kind: ByChannel, worries: Sequence[Unplayed]) -> Task:
    """Return the task with the state of the matches in the reminders.

    An overdue match has its own task, which describes its state.
    """
    codes = {row.message.state.code for row in kind.notifications}
    matches = [match for match in worries if match.state.code in codes and not match.state.overdue]
    if not matches:
        return task
    first = warning(matches[0])
    if len(matches) == 1:
        return task.saying(first.what, first.why)
    what = f"{len(matches)} matches {_REMINDERS[kind.topic]} and have no date."
    return task.saying(what, f"The first of them: {first.what}")


def _date_task(match: Unplayed) -> Task:
    """Return the task for a match that a reminder cannot help, because its date is too late or time is short."""
    text = warning(match)
    pairs = " and ".join(pair.name for pair in match.state.pairs)
    return Task(text.what, text.why, "Show their dates", f"matches/{text.code}/overdue/", pairs)


def failed_email_tasks(notifications: Sequence[Notification]) -> Iterator[Task]:
    """Yield the tasks for failed emails: one for each address, or one line for many."""
    failed = {(player.pk, email.refused): (player, email, likely) for player, email, likely in _failed(notifications)}
    shown = [*failed.values()] if len(failed) < MOST_OF_A_KIND + 2 else [*failed.values()][:MOST_OF_A_KIND]
    yield from (_failed_email_task(player, email, likely) for player, email, likely in shown)
    if rest := len(failed) - len(shown):
        why = "The Messages page shows the reason for each."
        yield Task(f"{rest} more emails were not delivered.", why, "Show all", "messages/", things=rest)


def _failed(notifications: Sequence[Notification]) -> Iterator[tuple[Player, Email, str]]:
    for _, email, likely in returned_emails([*notifications]):
        if email.player:
            yield email.player, email, likely


def _failed_email_task(player: Player, email: Email, likely: str) -> Task:
    others = [partner.display_name for partner in player.pair.present if partner != player and not partner.email]
    alone = f" {others[0]} has no email address, so the pair has not been told." if others else ""
    if email.refused:
        return _wrong_address_task(player, email, likely, alone)
    if email.parked_at:
        what = f"The email to {player} was not delivered."
        why = email.fault
    else:
        what = f"{email.tries} attempts to email {player} have failed."
        why = f"{email.fault} The app will keep trying.".strip()
    return Task(what, why + alone, "Review and try again", f"messages/{email.topic}/", str(player))


def _wrong_address_task(player: Player, email: Email, likely: str, alone: str) -> Task:
    """Return the task to correct a refused address, with the probable spelling on its button."""
    what = f"The email to {player} was not delivered to {player.email}."
    page = f"pairs/{player.pair.number}/"
    task = Task(what, email.fault + alone, "Correct the address", page, str(player))
    if likely == player.email:
        return task
    fields = (("player", str(player.pk)), ("email", likely))
    task = task.saying(what, f"Did you mean {likely}? {email.fault}{alone}")
    return task.pressed(f"Send to {likely}", f"messages/{email.topic}/correct/", fields, ("Correct the address", page))


def emailed_today(notifications: Iterable[Notification]) -> str:
    """Return the news emailed today, each with its number of pairs, or "" if there is none."""
    today = timezone.localdate()
    sent = [row for row in notifications if any(_is_on(email.sent_at, today) for email in row.emails)]
    kinds = (f"{kind.topic.heading} ({quantity(len(kind.notifications), 'pair')})" for kind in by_topic(sent))
    return "; ".join(kinds)


def _is_on(at: datetime | None, day: date) -> bool:
    return at is not None and timezone.localdate(at) == day


def unsent(since: datetime) -> Task:
    """Return the task about emails waiting for the mail server. `since` is the time of the oldest email."""
    why = "The mail server does not respond, or the email service has stopped. The app sends them when it works again."
    return Task(f"Emails have been waiting since {moment(since)}.", why, "Show the messages", "messages/")


def not_delivered(emails: Sequence[Email]) -> Iterator[Task]:
    """Yield a task for each undelivered email to an organiser."""
    for email in emails:
        what = f"The email to the organiser {email.reader} was not delivered."
        yield Task(what, email.fault, "Review and try again", "messages/")
