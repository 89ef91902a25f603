"""`manage.py backup FILE`: write a backup while the site is running."""

from pathlib import Path

from django.core.management import BaseCommand
from django.db import connection

from competition.management.backups import back_up


class Command(BaseCommand):
    """Copy the whole database into one new file."""

    help = "Write a backup of the database to a new file. It contains contact details, so keep it safe."

    def add_arguments(self, parser):
        """Add the name of the file."""
        parser.add_argument("file", type=Path, help="a file that does not exist yet")

    def handle(self, *args, file: Path, **options):
        """Write the backup and print its name."""
        back_up(file)
        name = connection.settings_dict["NAME"]
        self.stdout.write(f"{file} is a backup of {name}. It contains names and contact details, so keep it safe.")
