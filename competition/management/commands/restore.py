"""`manage.py restore FILE`: restore a backup."""

from pathlib import Path

from django.core.management import BaseCommand

from competition.management.backups import restore


class Command(BaseCommand):
    """Fill an empty database from a backup."""

    help = "Check a backup, and restore it into an empty database."

    def add_arguments(self, parser):
        """Add the name of the file."""
        parser.add_argument("file", type=Path, help="a file written by `backup`")

    def handle(self, *args, file: Path, **options):
        """Restore the backup and print its name."""
        restore(file)
        self.stdout.write(f"Everything in {file} is restored. All stored totals and summaries are correct.")
