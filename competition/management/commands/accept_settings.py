"""`manage.py accept_settings`: accept a SECRET_KEY or TIME_ZONE that was changed on purpose."""

from django.core.management import BaseCommand

from competition.desk.actions import store_settings
from competition.desk.queries.site_checks import current_settings


class Command(BaseCommand):
    """Store the current SECRET_KEY (as a fingerprint) and TIME_ZONE as those of the database."""

    help = "Accept a SECRET_KEY or a TIME_ZONE that was changed on purpose, so that “doctor” no longer reports it."

    def handle(self, *args, **options):
        """Store the settings, and print the consequences of the change."""
        before = store_settings(accept=True)
        now = current_settings()
        if before.has_other_key(now):
            self.stdout.write("The new SECRET_KEY is accepted. Old private links do not work: send new ones.")
        if before.has_other_zone(now):
            self.stdout.write(f"TIME_ZONE {now.time_zone} is accepted instead of {before.time_zone}.")
        if before == now:
            self.stdout.write("Nothing has changed.")
