"""Parts of `manage.py serve`: the command line of the web server, and a lock between the servers of one database."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import CommandError
from django.db import connection

# Time limits for receiving a header from a slow phone, and for finishing requests when the server stops.
_MILLISECONDS_FOR_A_HEADER, _SECONDS_TO_END = 5000, 25


def web_server(host: str, port: int, workers: int) -> list[str]:
    """Return the command that serves the site. Run it in the folder of `manage.py`."""
    options = {
        "interface": "wsgi",
        "host": host,
        "port": port,
        "workers": workers,
        "blocking-threads": 1,
        "backlog": 4096,
        "backpressure": 4096,
        "http1-header-read-timeout": _MILLISECONDS_FOR_A_HEADER,
        "workers-kill-timeout": _SECONDS_TO_END,
        "log-level": "warning",
    }
    given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    given.append("--respawn-failed-workers")
    return [sys.executable, "-m", "granian", *given, "competition.config.worker:application"]


# Any number works, as long as it never changes.
_LOCK = 7_220_032


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other server of this database holds the lock. A killed server releases it."""
    with _postgresql_lock() if connection.vendor == "postgresql" else _folder_lock():
        yield


@contextmanager
def _postgresql_lock() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])


@contextmanager
def _folder_lock() -> Iterator[None]:
    import fcntl  # Windows has no fcntl, and serves only the demo.

    folder = Path(connection.settings_dict["NAME"]).parent
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as fault:
        raise CommandError(
            f"The folder {folder} of the database cannot be opened: {fault.strerror}. Make it, or correct DATABASE_URL."
        ) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
