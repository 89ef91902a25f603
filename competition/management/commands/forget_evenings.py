"""`manage.py forget_evenings`: the score pads of evenings that nobody has written on for thirty days are deleted."""

from django.core.management import BaseCommand

from competition.pads import actions


class Command(BaseCommand):
    """Delete the evenings that have been kept long enough; run it every night."""

    help = "Delete the score pads at /pads/ that nobody has written on for thirty days."

    def handle(self, *args, **options):
        """Delete them and say how many; nothing is said where there are none."""
        if forgotten := actions.forget():
            self.stdout.write(f"Score pads deleted: {forgotten}.")
