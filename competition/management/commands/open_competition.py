"""`manage.py open_competition FILE --owner NAME`: import a competition from its file."""

from pathlib import Path

from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError

from competition.audit.actions import Actor
from competition.transfer.actions.opening import open_from_file
from competition.transfer.rules.file_format import unpacked
from scoring.rules.refusal import Refused


class Command(BaseCommand):
    """Import a competition with everything in its file, in one transaction."""

    help = "Open a competition from the file that its desk gave."

    def add_arguments(self, parser):
        """Add the name of the file and the owner's username."""
        parser.add_argument("file", type=Path, help="a file that “Everything as one file” gave")
        parser.add_argument("--owner", required=True, help="the sign-in of the organiser who is to own it")

    def handle(self, *args, file: Path, owner: str, **options):
        """Import the competition and print its address."""
        if (user := User.objects.filter(username=owner).first()) is None:
            raise CommandError(f"Nobody signs in as {owner} here.")
        try:
            opened = open_from_file(unpacked(file.read_bytes()), by=Actor(organiser=user))
        except OSError as fault:
            raise CommandError(f"{file} cannot be read: {fault.strerror}.") from None
        except Refused as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(f"{opened} is opened at /{opened.slug}/.")
