"""The command line of `manage.py`: an unusable database ends every command with one sentence."""

import re
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError, OperationalError

from competition.config.sqlite import MissingDatabase

_NO_TABLE = re.compile(r'no such table|relation "\S+" does not exist')


def main(argv: list[str]) -> None:
    """Run a command. Exit with status 1 and a sentence if the database is missing, has no tables or does not answer."""
    try:
        execute_from_command_line(argv)
    except (DatabaseError, InterfaceError) as fault:
        if "--traceback" in argv or not (sentence := unusable(fault)):
            raise
        sys.exit(sentence)


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
