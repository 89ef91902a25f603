"""The command line of `manage.py`: wrong settings or an unusable database end every command with a sentence each."""

import os
import re
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError, OperationalError

from competition.config import environment, machine, starting
from competition.config.sqlite import MissingDatabase

# Commands after which the site is to be served, so that no setting may be missing.
_SERVING = {"check_settings", "migrate", "serve"}
# These write to the places that the settings name, and others to files that the user names.
_WRITING = {"collectstatic", "demo", "serve"}
_NO_TABLE = re.compile(r'no such table|relation "\S+" does not exist')


def main(argv: list[str]) -> None:
    """Run a command. Exit with status 1 and a sentence if the settings are wrong or the database cannot be used."""
    command = argv[1] if len(argv) > 1 else ""
    _check_settings(command, argv)
    try:
        execute_from_command_line(argv)
    except (DatabaseError, InterfaceError) as fault:
        if "--traceback" in argv:
            raise
        if not isinstance(fault.__cause__, MissingDatabase):
            starting.refuse_if(machine.problems(os.environ, only="DATABASE_URL"))
        if not (sentence := unusable(fault)):
            raise
        sys.exit(sentence)
    except OSError:
        if command in _WRITING:
            starting.refuse_if(machine.problems(os.environ))
        raise


def _check_settings(command: str, argv: list[str]) -> None:
    found = environment.problems(os.environ, serving=command in _SERVING)
    if found and command == "check_settings":
        # Django finds no commands while the settings are wrong.
        from competition.management.commands.check_settings import Command

        Command().run_from_argv(argv)
    starting.refuse_if(found)


def unusable(fault: DatabaseError | InterfaceError) -> str:
    """Return what is wrong with the database and what to do; "" if the fault lies elsewhere."""
    said = str(fault).strip().partition("\n")[0].rstrip(".")
    if isinstance(fault.__cause__, MissingDatabase):
        return f"{said}."
    if _NO_TABLE.search(said):
        return (
            "The database does not have the tables of this version. Correct DATABASE_URL, or make the tables first: "
            "“knockout migrate” on a server, “manage.py migrate” elsewhere."
        )
    if isinstance(fault, OperationalError | InterfaceError):
        return f"The database cannot be used: {said}. Check DATABASE_URL, and that the database is running."
    return ""
