"""Parts of `manage.py serve`: the web server's command line, its child processes, and a lock between servers.

A child process is restarted after a failure, and all of them end together. The lock is shared by all servers with the
same database.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import connection

# Time limits for receiving a header from a slow phone, and for finishing requests when the server stops.
_MILLISECONDS_FOR_A_HEADER, _SECONDS_TO_END = 5000, 25


def web_server(host: str, port: int, workers: int) -> list[str]:
    """Return the command that serves the site. Run it in the folder with `manage.py`."""
    options = {
        # A worker's application needs no messages about its start and end.
        "interface": "asginl",
        "host": host,
        "port": port,
        "workers": workers,
        "backlog": 4096,
        "backpressure": 4096,
        "http1-header-read-timeout": _MILLISECONDS_FOR_A_HEADER,
        "workers-kill-timeout": _SECONDS_TO_END,
        "log-level": "warning",
    }
    arguments = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    arguments.append("--respawn-failed-workers")
    return [sys.executable, "-m", "granian", *arguments, "competition.config.worker:application"]


# Any number works, as long as it never changes.
_LOCK = 7_220_032


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other server with this database holds the lock. A killed server releases it."""
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
    import fcntl  # Windows has no fcntl, but serves only the demo.

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


Say = Callable[[str], object]

_LONGEST_WAIT = 30
# A program that has run this long counts as healthy again.
_STEADY = 60
# Grace period in seconds for the child processes of a killed program.
_LEFT_BEHIND = 10
# Time limit in seconds. It is longer than the web server gives its workers.
_END = 30

# These constants are from linux/prctl.h.
_SET_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36


def adopt_orphans() -> None:
    """Become the parent of processes with a killed parent, so that this process can wait for them (Linux only)."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def _end_with_parent() -> None:
    _prctl(_SET_DEATH_SIGNAL, signal.SIGTERM)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


class Program:
    """A child process with its own process group. `name` begins a sentence, such as "The web server"."""

    def __init__(self, name: str, command: Sequence[str], say: Say) -> None:
        """Set the command without starting it."""
        self.name, self._command, self._say = name, command, say
        self._process: subprocess.Popen | None = None
        self._failures = 0
        self._started = 0.0
        self._next_start = 0.0

    def has_ended(self) -> bool:
        """Return True if the process is not running."""
        return self._process is None or self._process.poll() is not None

    def start(self) -> None:
        """Start the process. It ends with its parent, even if the parent is killed."""
        self._started = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603 - the command is a constant
            self._command,
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            process_group=0,
            preexec_fn=_end_with_parent,
        )

    def keep_running(self) -> None:
        """Restart the process if it has ended.

        Wait one second before the first restart. Each further failure doubles the wait, up to 30 seconds.
        """
        if not self.has_ended():
            return
        if self._process is not None:
            self._record_failure(self._process.returncode)
            self._process = None
        if time.monotonic() >= self._next_start:
            self.start()

    def _record_failure(self, status: int) -> None:
        self._failures = 1 if time.monotonic() - self._started > _STEADY else self._failures + 1
        wait = min(2 ** (self._failures - 1), _LONGEST_WAIT)
        self._next_start = time.monotonic() + wait
        how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        self._say(f"{self.name} {how}. The app starts it again in {wait} s.")
        self._end_children()

    def ask_to_end(self) -> None:
        """Send SIGTERM to the process. It ends its own children."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)

    def wait_for_end(self, deadline: float) -> None:
        """Wait until the process has ended. After the deadline, kill it and its children."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._say(f"{self.name} did not end in {_END} s and was killed.")
        finally:
            _signal_group(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _end_children(self) -> None:
        if self._process is None or not _signal_group(group := self._process.pid, signal.SIGTERM):
            return
        deadline = time.monotonic() + _LEFT_BEHIND
        while _is_alive(group) and time.monotonic() < deadline:
            time.sleep(0.05)
        _signal_group(group, signal.SIGKILL)
        _is_alive(group)


def end(programs: Sequence[Program]) -> None:
    """End all programs together. Kill a program that is still running after 30 seconds."""
    for program in programs:
        program.ask_to_end()
    deadline = time.monotonic() + _END
    for program in programs:
        program.wait_for_end(deadline)


def _is_alive(group: int) -> bool:
    """Return True if a process in this group is running. Reap processes that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-group, os.WNOHANG)[0]:
            pass
    return _signal_group(group, 0)


def _signal_group(group: int, number: int) -> bool:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


class Stop:
    """A flag that becomes True after SIGTERM or SIGINT, so that a loop can end after its current step."""

    def __init__(self) -> None:
        """Handle both signals from now on."""
        self._asked = False
        # `wait` reads from a pipe. A lock could deadlock, because the main thread may hold it when the signal arrives.
        self._read, self._write = os.pipe()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        if not self._asked:
            self._asked = True
            os.write(self._write, b".")

    def __bool__(self) -> bool:
        return self._asked

    def wait(self, seconds: float) -> bool:
        """Sleep until a signal arrives or the time has passed. Return True if a signal has arrived."""
        select.select([self._read], [], [], seconds)
        return self._asked
