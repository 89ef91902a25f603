"""`manage.py migrate`: Django's command, which can also create the database file."""

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connections

from competition.config import sqlite


class Command(migrate.Command):
    """Create the database and its tables, or bring the tables up to date."""

    def execute(self, *args, **options):
        """Migrate. Without DATABASE_URL, create a database only if DEBUG is set."""
        named = str(connections[options["database"]].settings_dict["NAME"]) != str(settings.DEMO_DATABASE)
        with sqlite.creating(named or settings.DEBUG):
            return super().execute(*args, **options)
