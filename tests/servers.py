"""Servers that run the site as in production, in separate processes."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import build_opener

from competition.management.serving import web_server

ROOT = Path(__file__).parents[1]


def environment(database: str, static: Path) -> dict[str, str]:
    """Return the environment for a server with this database, and for its commands."""
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.constant",
        "DATABASE_URL": database,
        "STATIC_ROOT": str(static),
        "SECRET_KEY": "only-for-a-server-0123456789-that-tests-start-abcdefghijklmnop",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "TIME_ZONE": "Pacific/Auckland",
    }


def free_port() -> int:
    """Return a port that no program uses."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextmanager
def server(environment: dict[str, str], port: int, workers: int = 2) -> Iterator[subprocess.Popen]:
    """Run the production server with all its processes until the block ends."""
    with running([*web_server("127.0.0.1", port, workers), "--no-log"], port, environment) as process:
        yield process


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen]:
    """Run a program that serves on this port until the block ends. First wait until it responds."""
    process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        deadline = time.monotonic() + 30
        while not answers(port):
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)
        yield process
    finally:
        kill(process)


def processes(server: subprocess.Popen) -> list[int]:
    """Return the process numbers of a server and its workers."""
    return [server.pid, *(one for one, parent in _parents() if parent == server.pid)]


def _parents() -> Iterator[tuple[int, int]]:
    """Yield each process on this machine with its parent."""
    for process in Path("/proc").glob("[0-9]*"):
        # A process may end at any time.
        with suppress(FileNotFoundError, ProcessLookupError):
            yield int(process.name), int((process / "stat").read_text().rpartition(")")[2].split()[1])


def processor(processes: Iterable[int]) -> float:
    """Return the processor time in seconds that these processes have used so far."""
    # The clock number of another process, as defined in clock_getcpuclockid(3).
    return sum(time.clock_gettime(~process << 3 | 2) for process in processes)


def memory(process: int) -> int:
    """Return a process's memory use in megabytes."""
    return int(Path(f"/proc/{process}/status").read_text().partition("VmRSS:")[2].split()[0]) // 1024


def answers(port: int, within: float = 2) -> bool:
    """Return True if the health check of the site on this port succeeds."""
    try:
        with build_opener().open(f"http://127.0.0.1:{port}/healthz", timeout=within):
            return True
    except HTTPError:
        raise
    except OSError:
        return False


def kill(process: subprocess.Popen) -> None:
    """Kill the server and its workers."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
