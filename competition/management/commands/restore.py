"""`manage.py restore FILE`: restore a backup."""

from pathlib import Path

from django.core.management import BaseCommand

from competition.management.backups import restore
from competition.web.version import app_version


class Command(BaseCommand):
    """Fill an empty database from a backup."""

    help = "Check a backup, and restore it into an empty database."

    def add_arguments(self, parser):
        """Add the name of the file and --accept-settings."""
        parser.add_argument("file", type=Path, help="a file written by `backup`")

        parser.add_argument(
            "--accept-settings", action="store_true", help="also if SECRET_KEY or TIME_ZONE was changed on purpose"
        )

    def handle(self, *args, file: Path, accept_settings: bool, **options):
        """Restore the backup, and print its name and the version that wrote it."""
        version = restore(file, accept=accept_settings)
        self.stdout.write(f"Everything in {file} is restored. All stored totals and summaries are correct.")
        if version:
            self.stdout.write(f"This backup was written by version {version}. This is version {app_version()}.")
