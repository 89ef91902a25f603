"""`manage.py forget_pads`: delete score pads that have not changed for thirty days."""

from django.core.management import BaseCommand

from competition.pads import actions


class Command(BaseCommand):
    """Delete unused score pads of friendly games. Run it nightly."""

    help = "Delete the score pads at /pads/ that have not changed for thirty days."

    def handle(self, *args, **options):
        """Delete the score pads and print their number, if there are any."""
        if forgotten := actions.purge():
            self.stdout.write(f"Score pads deleted: {forgotten}.")
