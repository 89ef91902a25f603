"""`manage.py background`: send emails and do the nightly work. `serve` starts and restarts it."""

import logging
import sys
from io import TextIOWrapper

from django.conf import settings
from django.core.management import BaseCommand
from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from competition.management import nightly
from competition.management.command_line import unusable
from competition.management.commands.send_emails import send
from competition.management.serving import Stop
from competition.notifications.actions.sending import SendingTally

logger = logging.getLogger(__name__)
EVERY = 20


class Command(BaseCommand):
    """Send due emails and do the nightly work until SIGTERM. Several of these processes can share one database."""

    help = "Send email and do the nightly work until stopped. “serve” starts it."

    def handle(self, *args, **options) -> None:
        """Check for work every 20 seconds. Finish the current email or task before ending."""
        stop = Stop()
        self._said = dict[str, str]()
        # Commands called here also print to standard output. Write each line at once, without waiting for a full
        # buffer.
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(line_buffering=True)
        while not stop:
            self._try("Email", lambda: self._send(stop))
            if not stop:
                self._try("The nightly work", lambda: nightly.do_due(self._say))
            stop.wait(EVERY)

    def _try(self, what: str, do) -> None:
        try:
            close_old_connections()
            do()
        except (DatabaseError, InterfaceError) as fault:
            connection.close()
            if not (why := unusable(fault)):
                logger.exception("%s failed. The app tries again in %s seconds.", what, EVERY)
            self._say_once(what, why and f"{what} waits. {why}")
        except Exception:
            logger.exception("%s failed. The app tries again in %s seconds.", what, EVERY)
        else:
            self._say_once(what, "")

    def _send(self, stop: Stop) -> None:
        if settings.HAS_EMAIL:
            self._report(send(lambda: bool(stop)))

    def _report(self, tally: SendingTally) -> None:
        self._say_once(
            "server", "" if tally.reached else "The mail server does not respond. Emails wait until it does."
        )
        if tally.sent or tally.refused or tally.waiting:
            self._say(f"{tally.sent} sent, {tally.refused} not delivered, {tally.waiting} to be tried again.")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)

    def _say_once(self, about: str, sentence: str) -> None:
        """Print a sentence, unless it was also the last one with this subject."""
        if sentence and sentence != self._said.get(about):
            self._say(sentence)
        self._said[about] = sentence
