"""`manage.py check_integrity`: compare stored results with the facts, and check the database triggers."""

from django.core.management import BaseCommand

from competition.transfer.queries.integrity import differences


class Command(BaseCommand):
    """Compare the values stored for speed with the facts from which they are derived."""

    help = "Check that all stored totals and summaries are correct."

    def handle(self, *args, **options):
        """Print each difference on a separate line and exit with status 1, or print that there are none."""
        faults = differences()
        for difference in faults:
            self.stderr.write(difference)
        if faults:
            raise SystemExit(1)
        self.stdout.write("No fault found. All stored totals and summaries are correct.")
