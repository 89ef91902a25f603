"""`manage.py check_integrity`: every stored copy equals what it is a copy of, and the database guards the facts."""

from django.core.management import BaseCommand

from competition.transfer.queries.integrity import differences


class Command(BaseCommand):
    """Compare the copies kept for speed with the facts; exit 1 and name each difference on a line."""

    help = "Prove that every stored copy equals its derivation."

    def handle(self, *args, **options):
        """Print a line for each difference and exit 1, or say that there is none."""
        found = differences()
        for difference in found:
            self.stderr.write(difference)
        if found:
            raise SystemExit(1)
        self.stdout.write("Every copy agrees with the facts.")
