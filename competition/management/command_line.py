"""The command line of `manage.py`.

If the settings or the database are unusable, every command ends with a short message.
"""

import os
import re
import sys
from contextlib import suppress

from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError, OperationalError
from django.db.migrations.exceptions import InconsistentMigrationHistory

from competition.config import environment, machine
from competition.config.sqlite import MissingDatabase

# These commands lead to serving the site, so no required setting may be missing.
_SERVING = {"check_settings", "migrate", "serve"}
# These commands write to the paths in the settings. Other commands write only to files named by the user.
_WRITING = {"collectstatic", "demo", "serve"}
_NO_TABLE = re.compile(
    r"no such (table|column)|has no column named|(relation|column) \S+ (of relation \S+ )?does not exist"
)

_HAS_TABLE = re.compile(r"(table|relation|column) .*already exists|duplicate column name")


def main(argv: list[str]) -> None:
    """Run a command. Exit with status 1 and a message if the settings are wrong or the database is unusable."""
    command = argv[1] if len(argv) > 1 else ""
    _check_settings(command, argv)
    try:
        execute_from_command_line(argv)
    except (DatabaseError, InterfaceError) as fault:
        if "--traceback" in argv:
            raise
        if not isinstance(fault.__cause__, MissingDatabase):
            environment.exit_on(machine.problems(os.environ, only="DATABASE_URL"))
        if not (sentence := unusable(fault)):
            raise
        sys.exit(sentence)
    except OSError:
        if command in _WRITING:
            environment.exit_on(machine.problems(os.environ))
        raise


def _check_settings(command: str, argv: list[str]) -> None:
    problems = environment.problems(os.environ, serving=command in _SERVING)
    if problems and command == "check_settings":
        # Django cannot find commands while the settings are wrong.
        from competition.management.commands.check_settings import Command

        Command().run_from_argv(argv)
    environment.exit_on(problems)


def unusable(fault: DatabaseError | InterfaceError) -> str:
    """Return the problem with the database and its remedy, or "" if the database is not the cause."""
    message = str(fault).strip().partition("\n")[0].rstrip(".")
    if isinstance(fault.__cause__, MissingDatabase):
        return f"{message}."
    if _HAS_TABLE.search(message) or isinstance(fault, InconsistentMigrationHistory):
        # The app's modules can be imported only after the settings are checked.
        from competition.desk.queries.tables import GO_BACK

        return f"The database has tables of another version of the app: {message}. {GO_BACK}"
    if _NO_TABLE.search(message):
        return _explain_tables() or (
            "The database does not have the tables of this version. Correct DATABASE_URL, or create the tables first: "
            "“knockout migrate” on a server, “manage.py migrate” elsewhere."
        )
    if isinstance(fault, OperationalError | InterfaceError):
        return f"The database cannot be used: {message}. Check DATABASE_URL, and that the database is running."
    return ""


def _explain_tables() -> str:
    """Return the differences between the tables and those of this version, or "" if `migrate` creates them."""
    # These modules import models, which need the settings that `main` checks first.
    from competition.desk.queries.tables import MIGRATE, check_tables
    from competition.desk.rules.checks import CheckState

    with suppress(DatabaseError, InterfaceError):
        check = check_tables()
        if check.state is CheckState.BAD and check.remedy != MIGRATE:
            return f"{check.sentence} {check.remedy}"
    return ""
