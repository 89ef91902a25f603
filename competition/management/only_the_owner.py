"""An SQLite database is read by the owner of its files alone: names, contacts and sign-ins are in it."""

import os
from contextlib import suppress
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper


def reads(connection: BaseDatabaseWrapper, **signal: object) -> None:
    """See to it whenever the database is opened; a file of somebody else's is left as it is."""
    if connection.vendor != "sqlite":
        return
    # What SQLite makes beside a database later has the permissions of the database.
    for beside in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError, PermissionError):
            file = Path(f"{connection.settings_dict['NAME']}{beside}")
            if file.stat().st_mode & 0o077:
                os.chmod(file, 0o600)
