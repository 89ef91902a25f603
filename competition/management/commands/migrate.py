"""`manage.py migrate`: Django's own, the one command beside `demo` and `serve` that may make a database."""

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connections

from competition.config import sqlite


class Command(migrate.Command):
    """Make the database and bring its tables up to date."""

    def execute(self, *args, **options):
        """Migrate. Without DATABASE_URL only a developer's database is made, where DEBUG is set."""
        named = str(connections[options["database"]].settings_dict["NAME"]) != str(settings.DEMO_DATABASE)
        with sqlite.creating(named or settings.DEBUG):
            return super().execute(*args, **options)
