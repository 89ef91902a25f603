"""File permissions of an SQLite database. Only its owner may read it, because it holds names and contact details."""

import os
from contextlib import suppress
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper


def reads(connection: BaseDatabaseWrapper, **signal: object) -> None:
    """Restrict the permissions of the database files each time Django opens them. Skip other users' files."""
    if connection.vendor != "sqlite":
        return
    # SQLite gives new files beside a database the same permissions as the database.
    for beside in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError, PermissionError):
            file = Path(f"{connection.settings_dict['NAME']}{beside}")
            if file.stat().st_mode & 0o077:
                os.chmod(file, 0o600)
