"""Presenters for the organiser's tasks outside the matches: entries, the draw, contact details and emails."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from django.utils import timezone

from competition.desk.presenters.tasks import Task
from competition.desk.queries import Desk
from competition.notifications.models import Email
from competition.notifications.presenters import ByChannel
from scoring.rules.spoken import few, times
from scoring.templatetags.bridge import day, moment


def heading(needs: Sequence[Task]) -> str:
    """Return the heading of the desk, such as "Four things to do" or "Nothing to do today"."""
    things = sum(need.things for need in needs)
    if not things:
        return "Nothing to do today"
    number = few(things, most=10).capitalize()
    return f"{number} thing to do" if things == 1 else f"{number} things to do"


def entries(desk: Desk) -> Iterator[Task]:
    """Yield the tasks before the draw is published."""
    if waiting := desk.waiting:
        what = f"{waiting} entr{'y is' if waiting == 1 else 'ies are'} waiting for your decision."
        yield Task(what, "Each pair can see your decision under its reference.", "Review entries", "pairs/")
    if desk.step != "running" and desk.pairs and desk.competition.opening_day == timezone.localdate():
        yield Task("Today is the opening day.", "Tick the pairs as they arrive.", "Record attendance", "attendance/")
    if desk.step == "draw":
        closed = f"Entries closed on {day(desk.competition.closing_date)}, and {desk.pairs} pairs are entered."
        yield Task("The draw is not made yet.", closed, "Make the draw", "draw/")
    if desk.step == "publish" and desk.latest:
        why = f"The draw was made {times(desk.latest.attempt)}, and it is not published."
        yield Task("The draw is ready to be published.", why, "Review the draw", "draw/")
    if desk.step == "entries" and not desk.competition.is_open:
        why = f"Entries closed on {day(desk.competition.closing_date)}. A draw needs two pairs."
        yield Task("There are too few pairs for a draw.", why, "Add a pair", "pairs/new/")


def to_tell(told: ByChannel) -> Task:
    """Return the task to tell pairs about their entry if no email has reached them."""
    why = "They have no email address, want no emails, or an email was not delivered. The text to read out is ready."
    return Task(told.headline, why, "Review and send", f"messages/{told.topic}/")


def contacts(last_day: date, today: date) -> Task:
    """Return the task to delete the contact details. `last_day` is the last day on which they can be stored."""
    until = f"You can keep them until {day(last_day)} at the latest."
    late = f"They should have been deleted by {day(last_day)}."
    why = late if last_day < today else until
    return Task("Delete the contact details.", why, "Delete contact details", "pairs/forget-contacts/")


def unsent(since: datetime) -> Task:
    """Return the task for emails that have waited for the mail server since this moment."""
    why = "The mail server is not responding, or the email service has stopped. Emails will be sent when it is back."
    return Task(f"Emails have been waiting since {moment(since)}.", why, "Show the messages", "messages/")


def not_delivered(emails: Sequence[Email]) -> Iterator[Task]:
    """Yield a task for each email to an organiser that was not delivered."""
    for email in emails:
        what = f"The email to the organiser {email.reader} was not delivered."
        yield Task(what, email.fault, "Review and try again", "messages/")


def next_day(desk: Desk) -> date | None:
    """Return the next date to watch, or None.

    It is the closing date, the opening day, or the play-by date of an undecided match, from today.
    """
    today = timezone.localdate()
    days = [desk.competition.opening_day, None if desk.draw else desk.competition.closing_date]
    if desk.draw:
        days += [match.play_by for match in desk.draw.matches.values() if match.is_to_be_decided]
    return min((known for known in days if known and known >= today), default=None)
