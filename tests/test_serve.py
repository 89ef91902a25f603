"""Tests for `manage.py serve` with real processes."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from competition.config.whole_requests import TOO_SLOW
from tests import fresh, servers
from tests.mailboxes import Mailboxes, mailboxes
from tests.servers import ROOT, answers, free_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
PATIENCE = 120


class Served:
    """A running `serve` command with one worker, its output and its child processes."""

    def __init__(self, environment: dict[str, str], port: int, said: Path) -> None:
        self.port, self._said = port, said
        with said.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1"],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.seen: set[int] = set()

    @property
    def text(self) -> str:
        """The output so far."""
        return self._said.read_text()

    def child(self, word: str) -> int:
        """Return the child process with this word in its command, or 0."""
        return next((pid for pid in children(self.process.pid) if word in command(pid)), 0)

    def everything(self) -> set[int]:
        """Return all its descendants."""
        below = set(children(self.process.pid))
        return below | {pid for one in below for pid in children(one)}

    def read(self, address: str) -> str:
        """Return the text of a page."""
        with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{self.port}{address}", timeout=30) as answer:
            return answer.read().decode()


def children(process: int) -> list[int]:
    try:
        return [int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def is_alive(process: int) -> bool:
    # A process that has ended but is not yet reaped has an empty command.
    return bool(command(process))


def wait_for(condition: Callable[[], object], why: Callable[[], str] = lambda: "") -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, why()
        time.sleep(0.05)


@contextmanager
def serving(environment: dict[str, str], folder: Path) -> Iterator[Served]:
    folder.mkdir(parents=True, exist_ok=True)
    served = Served(environment, free_port(), folder / "said.txt")
    try:
        wait_for(lambda: "Serving at" in served.text or served.process.poll() is not None, lambda: served.text)
        yield served
    finally:
        below = served.everything()
        served.process.kill()
        served.process.wait()
        for process in filter(is_alive, below):
            os.kill(process, signal.SIGKILL)


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    # Two other tests start the app without tables: test_first_run.py and test_two_servers.py.
    fresh.copy_to(tmp_path / "db.sqlite3")
    given = servers.environment(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "static")
    return given | {"BACKUP_FOLDER": str(tmp_path / "backups")}


def copies(folder: Path) -> list[Path]:
    return [file for file in folder.glob("backups/*.sqlite3") if file.stat().st_size]


@pytest.fixture
def boxes() -> Iterator[Mailboxes]:
    with mailboxes() as found:
        yield found


def with_email(environment: dict[str, str], boxes: Mailboxes) -> dict[str, str]:
    return environment | {"EMAIL_URL": f"smtp://127.0.0.1:{boxes.port}", "EMAIL_FROM": "desk@knockout.example"}


def prepare(environment: dict[str, str]) -> None:
    """Create the database with results that require emails to players."""
    subprocess.run([sys.executable, "-m", "tests.test_killed_sender"], cwd=ROOT, env=environment, check=True)


def test_serve_restarts_its_killed_children(environment, tmp_path):
    with serving(environment, tmp_path) as served, ThreadPoolExecutor() as visitors:
        wait_for(lambda: copies(tmp_path))
        web, background = served.child("granian"), served.child("background")
        workers = children(web)
        for process in (web, background):
            os.kill(process, signal.SIGKILL)
        wait_for(lambda: served.child("granian") not in (0, web) and served.child("background") not in (0, background))
        wait_for(lambda: answers(served.port))
        assert [worker for worker in workers if is_alive(worker)] == []

        below = served.everything()
        answer = visitors.submit(served.read, "/slow")
        time.sleep(0.5)
        served.process.terminate()

        # The server completes the current request first.
        assert answer.result(PATIENCE) == "slow"
        assert served.process.wait(PATIENCE) == 0
        assert [process for process in below if is_alive(process)] == []
        assert "The web server was killed by signal 9. The app starts it again in 1 s." in served.text
        assert "The background work was killed by signal 9. The app starts it again in 1 s." in served.text
        assert served.text.endswith("Stopped.\n")
        # The nightly backup was written only once, although the work began twice.
        assert len(copies(tmp_path)) == 1


def test_a_killed_serve_leaves_no_process_behind(environment, tmp_path):
    with serving(environment, tmp_path) as served:
        _refuses_a_taken_port(environment, served.port, tmp_path / "second.sqlite3")
        _says_why_a_worker_cannot_serve(served, tmp_path / "db.sqlite3")
        below = served.everything()
        assert below
        served.process.kill()

        wait_for(lambda: not any(is_alive(process) for process in below))


def _says_why_a_worker_cannot_serve(served: Served, database: Path) -> None:
    """Check that workers without their database stop the web server with a reason."""
    database.rename(database.with_name("moved.sqlite3"))
    for worker in children(served.child("granian")):
        os.kill(worker, signal.SIGKILL)
    wait_for(lambda: "The web server ended" in served.text, lambda: served.text)
    assert "which does not exist" in served.text.partition("The web server ended")[0]


def _refuses_a_taken_port(environment: dict[str, str], port: int, database: Path) -> None:
    """Check that a second server reports the taken port and creates no database."""
    second = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment | {"DATABASE_URL": f"sqlite:///{database}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (second.returncode, f"Another program uses port {port}" in second.stderr) == (1, True)
    assert "Traceback" not in second.stderr
    assert not database.exists()


def doctor(environment: dict[str, str], port: int) -> tuple[int, str]:
    """Run `manage.py doctor` for the site on this port. Return its exit status and its output."""
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout


def test_doctor_asks_the_running_site(environment, tmp_path):
    other = environment | {"SECRET_KEY": "another-key-0123456789-abcdefghijklmnopqrstuvwxyz-0123456789"}
    with serving(environment, tmp_path) as served:
        wait_for(lambda: copies(tmp_path))
        well, wrong = doctor(environment, served.port), doctor(other, served.port)
        served.process.terminate()
        served.process.wait(PATIENCE)
        stopped = doctor(environment, served.port)

    assert well[0] == 0, well[1]
    for line in (
        f"Running site: The site answers at 127.0.0.1:{served.port}",
        "Key and time zone: ",
        "Latest backup: ",
    ):
        assert f"ok      {line}" in well[1]
    assert "FAULT   Key and time zone: SECRET_KEY is not the key of this database" in wrong[1]
    assert "FAULT   Running site: What runs at 127.0.0.1:" in wrong[1]
    assert stopped[0] == 1
    assert "FAULT   Running site: The site does not answer at" in stopped[1]


def test_a_half_sent_body_is_refused_and_blocks_nothing(environment, tmp_path):
    with serving(environment, tmp_path) as served, ExitStack() as open_connections:
        slow = [open_connections.enter_context(socket.create_connection(("127.0.0.1", served.port))) for _ in range(9)]
        for connection in slow:
            connection.sendall(HALF)
        time.sleep(0.5)

        # The only worker responds to others at the same time.
        assert answers(served.port)
        for connection in slow:
            connection.settimeout(PATIENCE)
            received = b"".join(iter(lambda connection=connection: connection.recv(1000), b""))
            assert received.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
            assert received.partition(b"\r\n\r\n")[2] == TOO_SLOW


HALF = b"POST /desk/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nusername="


def test_a_stopped_sender_finishes_only_the_current_email(environment, tmp_path, boxes):
    prepare(with_email(environment, boxes))
    sent: list[subprocess.Popen] = []

    def stop_at_the_third() -> None:
        if len(boxes.emails) == 2:
            sent[0].terminate()
            time.sleep(0.5)

    boxes.before_taking = stop_at_the_third
    sent.append(
        subprocess.Popen([sys.executable, "manage.py", "background"], cwd=ROOT, env=with_email(environment, boxes))
    )

    assert sent[0].wait(PATIENCE) == 0
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as rows:
        marked = rows.execute("SELECT count(*), count(sent_at) FROM competition_email").fetchone()
    assert (len(boxes.emails), marked) == (3, (3, 3))
