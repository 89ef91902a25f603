#!/usr/bin/env python3
"""Run a management command: `python manage.py help` lists them."""

import os
import sys

# Commands after which the site is to be served, so that no setting may be missing.
SERVING = {"check_settings", "migrate"}


def main() -> None:
    """Run the command, unless the settings are wrong: then say what is wrong, also with the database or a folder."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "competition.config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit("Django is not installed for this Python. Run .venv/bin/python manage.py, as the README does.")
    from django.db import DatabaseError

    from competition.config import environment, machine, starting

    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if found := environment.problems(os.environ, serving=command in SERVING):
        if command != "check_settings":
            starting.refuse_if(found)
        # Django finds no commands while the settings are wrong.
        from competition.management.commands.check_settings import Command

        Command().run_from_argv(sys.argv)
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError:
        starting.refuse_if(machine.problems(os.environ, only="DATABASE_URL"))
        raise
    except OSError:
        # These two write to the places that the settings name, and others to files that the user names.
        if command in {"collectstatic", "demo"}:
            starting.refuse_if(machine.problems(os.environ))
        raise


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
