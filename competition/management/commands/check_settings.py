"""`manage.py check_settings`: list every problem with the settings."""

import os
import sys

from django.core.management import BaseCommand

from competition.config import environment, machine


class Command(BaseCommand):
    """Check the settings, the database, the folder for static files and the port. Change nothing."""

    help = "Check the settings, and that the database can be written to. Exit with status 1 if anything is wrong."
    # `manage.py` runs this command even if Django has no settings.
    requires_system_checks = []

    def add_arguments(self, parser):
        """Add --port."""
        parser.add_argument("--port", type=int, help="also check that this port is free")

    def handle(self, *args, port: int | None, **options):
        """Print each problem on standard error, and exit with status 1 if there are any."""
        problems = [*environment.problems(os.environ), *machine.problems(os.environ, port=port)]
        for problem in problems:
            self.stderr.write(problem.sentence)
        if problems:
            sys.exit(1)
        self.stdout.write("The settings are correct.")
