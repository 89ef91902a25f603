"""Checks of the resources named in the settings: the database, the folder for static files and a port.

Each check returns a problem or None. The checks change nothing and send no email.
"""

import errno
import getpass
import os
import socket
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from competition.config import environment
from competition.config.environment import Problem

_WAIT = 5
_OTHER_FILE = "Restore a backup, or name another file."
# Django 5.2 needs this version or later.
_OLDEST_POSTGRESQL = 14
_LAST_PORT = 65535


def everything_wrong() -> list[Problem]:
    """Return every problem with this process's settings and with the resources named in them."""
    return [*environment.problems(os.environ), *problems(os.environ)]


def problems(environ: Mapping[str, str], *, port: int | None = None, only: str = "") -> list[Problem]:
    """Return the problems with the database, the static files and the port.

    Skip a setting with a value that cannot be parsed. If `only` names a setting, check only that one.
    """
    checks: dict[str, Callable[[Any], Problem | None]] = {"DATABASE_URL": database, "STATIC_ROOT": static_files}
    values = environment.usable(environ)
    results = [check(values[name]) for name, check in checks.items() if name in values and only in {"", name}]
    if port is not None:
        results.append(free_port(port))
    return [problem for problem in results if problem]


def database(config: dict[str, Any]) -> Problem | None:
    """Check that the database responds and can be written to."""
    if "sqlite" in config["ENGINE"]:
        return sqlite_file(config) or _check_sqlite(Path(config["NAME"]))
    return _check_postgresql(config)


def sqlite_file(config: dict[str, Any], *, must_exist: bool = False) -> Problem | None:
    """Check the folder and the file of an SQLite database without opening it."""
    file = Path(config["NAME"])
    folder = file.parent
    if not folder.exists():
        return _report_problem(
            f"names a file in the folder {folder}, which does not exist. Create it: mkdir -p {folder}"
        )
    if not folder.is_dir():
        return _report_problem(f"names a file in {folder}, which is not a folder. Choose a file in a folder.")
    if file.is_dir():
        return _report_problem(f"names {file}, which is a folder. Add the name of a file: {file}/db.sqlite3")
    for path in (folder, file):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            return _report_problem(f"names a place that {_explain_no_access(path)}")
    if must_exist and not file.exists():
        return _report_problem(f"names the file {file}, which does not exist. Run manage.py migrate, or correct it.")
    return None


def _check_sqlite(file: Path) -> Problem | None:
    if not file.exists():
        return None
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", timeout=_WAIT, uri=True)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return _report_problem(f"names {file}, which another program has locked. Stop that program.")
        return _report_problem(
            f"names {file}, which cannot be opened: {error}. Restore a backup, or name another file."
        )
    except sqlite3.DatabaseError:
        return _report_problem(
            f"names {file}, which is not an SQLite database. Restore a backup, or name another file."
        )
    return None


def _check_postgresql(config: dict[str, Any]) -> Problem | None:
    import psycopg

    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    options = {name: config[key] for key, name in names.items() if config.get(key)}
    try:
        with psycopg.connect(**{"connect_timeout": _WAIT, **options, **config.get("OPTIONS", {})}) as connection:
            version = connection.info.server_version // 10000
            row = connection.execute(
                "SELECT current_setting('transaction_read_only') = 'off'"
                " AND has_schema_privilege(current_schema(), 'CREATE')"
            ).fetchone()
    except psycopg.Error as error:
        return _report_problem(_explain_postgresql_error(str(error), config))
    if version < _OLDEST_POSTGRESQL:
        return _report_problem(
            f"leads to PostgreSQL {version}, which is too old. Use version {_OLDEST_POSTGRESQL} or newer."
        )
    if not row or not row[0]:
        name = config["NAME"]
        user = config.get("USER") or "the user"
        return _report_problem(
            f"leads to the database {name}, in which {user} cannot create tables. Make {user} its owner."
        )
    return None


def _explain_postgresql_error(text: str, config: dict[str, Any]) -> str:
    """Return the problem and its remedy for an error message from PostgreSQL's client."""
    host = config.get("HOST") or "this machine"
    user = config.get("USER") or get_user()
    name = config["NAME"]
    where = f"leads to {host}, port {config.get('PORT') or 5432}"
    unknown_host = f"names the host {host}, which is not known. Correct the host name."
    password = f"has a wrong username or password for {user}. Correct them, or set the password in PostgreSQL. "
    password += "In the setting, the password must be percent-encoded: %40 for @."
    silent = f"{where}, where no PostgreSQL answers. Start it, or correct the host and the port."
    causes: dict[tuple[str, ...], str] = {
        ("resolve host",): unknown_host,
        ("translate host name",): unknown_host,
        ("authentication failed",): password,
        ("no password supplied",): password,
        ("role", "does not exist"): f"names the user {user}, which does not exist. Run createuser --pwprompt {user}",
        ("database", "does not exist"): f"names the database {name}, which does not exist. "
        f"Run createdb --owner {user} {name}",
    }
    no_answer = ("refused", "timeout", "timed out", "no such file", "unreachable", "no route")
    causes |= {(phrase,): silent for phrase in no_answer}
    for words, sentence in causes.items():
        if all(word in text.lower() for word in words):
            return sentence
    last = [line.strip().rstrip(".") for line in text.splitlines() if line.strip()][-1:]
    return f"{where}, where PostgreSQL refuses the connection: {(last or ['no reason'])[0]}. Correct the address."


def _report_problem(text: str) -> Problem:
    return Problem("DATABASE_URL", f"DATABASE_URL {text}")


def static_files(folder: Path) -> Problem | None:
    """Check that static files can be collected into this folder.

    In a container, the folder may be read-only if the files are already there.
    """
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        return Problem("STATIC_ROOT", f"STATIC_ROOT is {folder}, which is not a folder. Choose another path.")
    if os.access(place, os.W_OK | os.X_OK):
        return None
    if (folder / "staticfiles.json").exists() and _is_read_only(folder):
        return None
    return Problem("STATIC_ROOT", f"STATIC_ROOT is in a place that {_explain_no_access(place)}")


def _is_read_only(folder: Path) -> bool:
    """Return True if the whole file system is read-only, so that changing permissions would not help."""
    return hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def _explain_no_access(path: Path) -> str:
    if _is_read_only(path):
        return f"nobody can write to, because {path} is read-only. Choose another path."
    return f"{get_user()} cannot write to: {path}. Run chown {get_user()} {path}, or choose another path."


def get_user() -> str:
    """Return the name of the user who runs this process."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def free_port(port: int, address: str = "127.0.0.1") -> Problem | None:
    """Check that a server can listen on this port."""
    if not 1 <= port <= _LAST_PORT:
        return Problem("port", f"Port {port} does not exist. Choose a port from 1 to {_LAST_PORT}.")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
            probe.listen()
    except OSError as error:
        return Problem("port", _explain_socket_error(error, port, address))
    return None


def _explain_socket_error(error: OSError, port: int, address: str) -> str:
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"Port {port} needs the rights of an administrator. Choose a port from 1024 to {_LAST_PORT}."
    if error.errno == errno.EADDRINUSE:
        return f"Another program uses port {port}. Stop that program, or choose another port."
    return f"Port {port} of {address} cannot be opened: {error.strerror}. Choose another port or address."
