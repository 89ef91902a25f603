"""`manage.py open_competition FILE --owner NAME`: import a competition from an export."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError

from competition.audit.actions import Actor
from competition.transfer.actions.importing import import_competition
from competition.transfer.rules.file import unpacked
from scoring.rules.refusal import Refused


class Command(BaseCommand):
    """Import a competition with everything in its file."""

    help = "Import a competition from its export file."

    def add_arguments(self, parser):
        """Add the name of the file and the owner's username."""
        parser.add_argument("file", type=Path, help="a file from the Export page of the desk")
        parser.add_argument("--owner", required=True, help="the username of the new owner")

    def handle(self, *args, file: Path, owner: str, **options):
        """Import the competition and print its address."""
        if (user := User.objects.filter(username=owner).first()) is None:
            raise CommandError(f"No organiser has the username {owner}. Check the name.")
        try:
            with file.open("rb") as opened:
                facts = unpacked(opened.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))
            imported = import_competition(facts, by=Actor(organiser=user))
        except OSError as fault:
            raise CommandError(f"{file} cannot be read: {fault.strerror}.") from None
        except Refused as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(f"{imported} is imported at /{imported.slug}/.")
