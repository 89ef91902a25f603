"""`manage.py send_emails`: send due emails, either once for cron or repeatedly as a small service."""

import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import close_old_connections

from competition.desk.actions import send_waiting_test_email
from competition.entries.models import Player
from competition.notifications.actions.sending import SendingTally, send_due
from competition.notifications.models import Wording
from competition.notifications.presenters import to_reader, write_message
from competition.notifications.queries.emails import Due, EmailDraft

SHORTEST_PAUSE, LONGEST_PAUSE = 5, 3600


def send(stop: Callable[[], bool] = lambda: False) -> SendingTally:
    """Send a waiting test email, and due emails with the pair's private link and the organiser's current wording.

    Do not start another email once `stop()` returns True.
    """
    send_waiting_test_email()
    words = {(wording.competition_id, wording.topic): wording for wording in Wording.objects.all()}

    def write(due: Due) -> EmailDraft:
        if due.message is None:
            return to_reader(due, settings.SITE_ADDRESS)
        own = words.get((due.message.competition.pk, due.topic))
        return write_message(due.message, settings.SITE_ADDRESS, own, cast(Player, due.reader)).draft

    return send_due(write, stop)


class Command(BaseCommand):
    """Send the due emails. Several of these commands can run at once, and any of them can be killed."""

    help = "Send the emails that are due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the seconds between two checks for due emails."""
        parser.add_argument("--every", type=int, metavar="SECONDS", help="repeat after this many seconds")

    def handle(self, *args, every: int | None, **options) -> None:
        """Send the emails and report any emails that were not sent."""
        if not settings.HAS_EMAIL:
            raise CommandError("This site sends no email. Set EMAIL_URL and EMAIL_FROM first.")
        if every is not None and not SHORTEST_PAUSE <= every <= LONGEST_PAUSE:
            raise CommandError(f"--every takes {SHORTEST_PAUSE} to {LONGEST_PAUSE} seconds.")
        self._say(send())
        while every:
            time.sleep(every)
            close_old_connections()
            self._say(send())

    def _say(self, tally: SendingTally) -> None:
        if not tally.reached:
            self.stderr.write("The mail server does not respond. Emails wait until it does.")
        if tally.sent or tally.refused or tally.waiting:
            self.stdout.write(f"{tally.sent} sent, {tally.refused} not delivered, {tally.waiting} to be tried again.")
