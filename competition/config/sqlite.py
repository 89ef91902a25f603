"""SQLite connections that do not create a missing database file, and the permissions of database files."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

_may_create = False


class MissingDatabase(sqlite3.OperationalError):
    """Error for a database file that does not exist. The message states the remedy."""


class ExistingFileConnection(sqlite3.Connection):
    """A connection to an existing file. Raises MissingDatabase if the file does not exist, except inside `creating`."""

    def __init__(self, database: str, *args, **kwargs) -> None:
        """Open the file."""
        if not (_may_create or _is_in_memory(database) or Path(database).exists()):
            raise MissingDatabase(_explain_missing(database))
        super().__init__(database, *args, **kwargs)


@contextmanager
def creating(allowed: bool = True) -> Iterator[None]:
    """Allow connections to create the database file if `allowed` is True."""
    global _may_create
    before = _may_create
    _may_create = before or allowed
    try:
        yield
    finally:
        _may_create = before


def _is_in_memory(database: str) -> bool:
    return database == ":memory:" or "mode=memory" in database


def _explain_missing(database: str) -> str:
    if database == str(settings.DEMO_DATABASE):
        return (
            "No database is named. On a server, run this command with “knockout”, which reads the site’s settings. "
            "Elsewhere, set DATABASE_URL, or run “manage.py demo” first."
        )
    return (
        f"There is no database at {database}. Correct DATABASE_URL, or create the database first: "
        "“knockout migrate” on a server, “manage.py migrate” elsewhere."
    )


def restrict_permissions(connection: BaseDatabaseWrapper, **signal: object) -> None:
    """Restrict the permissions of the database files each time Django opens them. Skip files of other users."""
    if connection.vendor != "sqlite":
        return
    # SQLite gives new files next to a database the same permissions as the database.
    for beside in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError, PermissionError):
            file = Path(f"{connection.settings_dict['NAME']}{beside}")
            if file.stat().st_mode & 0o077:
                os.chmod(file, 0o600)
