"""`manage.py doctor`: check the health of the site."""

from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import Error

from competition.desk.access import first_run_link
from competition.desk.actions import send_test_email
from competition.desk.queries.site_checks import check_https, health, latest_backup, run_check
from competition.desk.rules.checks import Check, CheckState, bad, ok, summary, worst_first
from competition.management.backups import find_fault
from competition.management.reaching import check_public_address, check_running_site

_LABELS = {CheckState.OK: "ok     ", CheckState.WARNING: "WARNING", CheckState.BAD: "FAULT  "}


class Command(BaseCommand):
    """Check the running site, settings, database, disk, email, backups and more. Change nothing."""

    help = "Check the health of the site. Exit with status 1 if there is a fault."
    # The command reports failed system checks itself.
    requires_system_checks = []

    def add_arguments(self, parser):
        """Add --email, --host, --port and --local."""
        parser.add_argument("--email", metavar="ADDRESS", help="also send a test email to this address")
        parser.add_argument("--host", default="127.0.0.1", help="the address that the site listens on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port that the site listens on (8000)")
        parser.add_argument("--local", action="store_true", help="do not ask the public address of the site")

    def handle(self, *args, email: str | None, host: str, port: int, local: bool, **options):
        """Print each check with its remedy, faults first, and then the number of faults."""
        sent = [_send(email)] if email is not None else []
        reached = [check_https()] if local else check_public_address()
        checks = worst_first([*health(), *_check_backup(), check_running_site(host, port), *reached, *sent])
        for check in checks:
            self.stdout.write(f"{_LABELS[check.state]} {check.title}: {check.sentence}")
            if check.remedy:
                self.stdout.write(f"        What to do: {check.remedy}")
        self._print_setup_link(port)
        self.stdout.write(summary(checks))
        if any(check.state is CheckState.BAD for check in checks):
            raise SystemExit(1)

    def _print_setup_link(self, port: int) -> None:
        try:
            link = first_run_link(port)
        except Error:
            return
        if link:
            self.stdout.write(f"This site has no account yet. Set it up here, within three days: {link}")


def _check_backup() -> list[Check]:
    """Check the latest nightly backup on this machine, if there is one."""
    try:
        file = latest_backup() if settings.BACKUP_FOLDER else None
    except OSError:
        # `health` reports on the folder.
        return []
    return [run_check("Latest backup", lambda: _read_backup(file))] if file else []


def _read_backup(file: Path) -> Check:
    if fault := find_fault(file):
        remedy = "Write a good one now: knockout backup FILE. Keep the older ones, and look for a fault of the disk."
        return bad("Latest backup", f"{fault}.", remedy)
    return ok("Latest backup", f"{file} is whole and can be restored.")


def _send(address: str) -> Check:
    try:
        validate_email(address)
    except ValidationError:
        raise CommandError(f"“{address}” is not an email address. Write one such as ann@example.org.") from None
    return send_test_email(address)
