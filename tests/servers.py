"""The site run as in production, in processes of its own."""

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

from competition.management.web import web_server

ROOT = Path(__file__).parents[1]


def environment(database: str, static: Path) -> dict[str, str]:
    """What a server of this database and its commands read."""
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
    """A port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@contextmanager
def server(environment: dict[str, str], port: int, workers: int = 2) -> Iterator[subprocess.Popen]:
    """The server as it runs in production, with every process it starts."""
    with running([*web_server("127.0.0.1", port, workers), "--no-log"], port, environment) as process:
        yield process


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen]:
    """A program that serves on this port, once it answers there."""
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
    """Return a server and the workers it has started."""
    return [server.pid, *(one for one, parent in _parents() if parent == server.pid)]


def _parents() -> Iterator[tuple[int, int]]:
    """Yield each process of this machine with its parent."""
    for process in Path("/proc").glob("[0-9]*"):
        # A process may end meanwhile.
        with suppress(FileNotFoundError, ProcessLookupError):
            yield int(process.name), int((process / "stat").read_text().rpartition(")")[2].split()[1])


def processor(processes: Iterable[int]) -> float:
    """Seconds of processor time that these processes have used so far."""
    # The clock of another process, as clock_getcpuclockid(3) names it.
    return sum(time.clock_gettime(~process << 3 | 2) for process in processes)


def memory(process: int) -> int:
    """The memory that a process has in use, in megabytes."""
    return int(Path(f"/proc/{process}/status").read_text().partition("VmRSS:")[2].split()[0]) // 1024


def answers(port: int, within: float = 2) -> bool:
    """Whether the site behind this port says that it is well."""
    try:
        with build_opener().open(f"http://127.0.0.1:{port}/healthz", timeout=within):
            return True
    except HTTPError:
        raise
    except OSError:
        return False


def kill(process: subprocess.Popen) -> None:
    """End the server and its workers at once, whatever they are doing."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
