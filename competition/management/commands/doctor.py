"""`manage.py doctor`: check the health of the site."""

from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import DatabaseError

from competition.site.access import first_run_link
from competition.site.actions import send_test_email
from competition.site.queries import health
from competition.site.rules import Check, State, summary

_LABELS = {State.OK: "ok     ", State.WARNING: "WARNING", State.BAD: "FAULT  "}


class Command(BaseCommand):
    """Check settings, database, disk, email, backups and more. Change nothing."""

    help = "Check the health of the site. Exit with status 1 if there is a fault."
    # The command reports failed system checks itself.
    requires_system_checks = []

    def add_arguments(self, parser):
        """Add --email."""
        parser.add_argument("--email", metavar="ADDRESS", help="also send a test email to this address")

    def handle(self, *args, email: str | None, **options):
        """Print each check with its remedy, faults first, and then the number of faults."""
        checks = health()
        if email is not None:
            checks.append(_send(email))
        for check in checks:
            self.stdout.write(f"{_LABELS[check.state]} {check.title}: {check.sentence}")
            if check.remedy:
                self.stdout.write(f"        What to do: {check.remedy}")
        self._print_setup_link()
        self.stdout.write(summary(checks))
        if any(check.state is State.BAD for check in checks):
            raise SystemExit(1)

    def _print_setup_link(self) -> None:
        try:
            link = first_run_link()
        except DatabaseError:
            return
        if link:
            self.stdout.write(f"This site has no account yet. Set it up here, within three days: {link}")


def _send(address: str) -> Check:
    try:
        validate_email(address)
    except ValidationError:
        raise CommandError(f"“{address}” is not an email address. Write one such as ann@example.org.") from None
    return send_test_email(address)
