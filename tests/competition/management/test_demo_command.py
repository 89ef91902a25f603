"""Tests for the demo as developers see it: the command, pages in a browser, and stopping with Ctrl+C."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import pytest

from tests.competition.config.test_wsgi import run
from tests.house.sources import ROOT

# Creating the database takes seconds, and longer on a busy machine.
PATIENCE = 90


class Visitor:
    """A browser without a screen. It stores cookies and submits forms."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(self.cookies))

    def get(self, address: str) -> str:
        """Return the text of a page."""
        return self._read(self._opener.open(address, timeout=30))

    def send(self, address: str, **fields: str) -> str:
        """Submit the form of a page. Return the text of the next page."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(address))
        assert token
        sent = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return self._read(self._opener.open(address, sent, timeout=30))

    @staticmethod
    def _read(answer: HTTPResponse) -> str:
        with answer:
            return answer.read().decode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def printed(folder) -> Iterator[str]:
    """Yield the command's output. The demo runs until this module's tests end, and must then stop cleanly."""
    port = free_port()
    said = folder / "said.txt"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    with said.open("w") as output:
        demo = subprocess.Popen(
            [sys.executable, "manage.py", "demo", "--port", str(port)],
            cwd=ROOT,
            env={
                **inherited,
                "DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}",
                "SECRET_KEY": "for-this-run-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEF",
            },
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        wait_for(lambda: is_listening(port) or demo.poll() is not None)
        text = said.read_text()
        yield text
        os.killpg(demo.pid, signal.SIGINT)
        # The demo has logged no error so far.
        assert (demo.wait(timeout=30), said.read_text()) == (0, text)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(demo.pid, signal.SIGKILL)
        demo.wait()


def free_port() -> int:
    """Return a port that no program uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition is true. Fail after a while."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited {PATIENCE} seconds in vain"
        time.sleep(0.1)


def is_listening(port: int) -> bool:
    """Return True if a server responds on this port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def address_after(words: str, text: str) -> str:
    """Return the first address after this text."""
    found = re.search(rf"{words}.*?(http://127\.0\.0\.1:\d+/\S*)", text, re.DOTALL)
    assert found, text
    return found[1]


def test_the_draw_and_its_stylesheets_are_served(printed):
    visitor, draw = Visitor(), address_after("The draw:", printed)
    page = visitor.get(draw)
    sheets = re.findall(r'<link rel="stylesheet" href="(/static/css/[\w.]+\.css)">', page)

    assert ">Lakes and Plains Rubber Knockout (demo)</h1>" in page
    assert sheets
    assert all("{" in visitor.get(urljoin(draw, sheet)) for sheet in sheets)


def test_a_private_link_asks_before_it_signs_in(printed):
    link, pair = address_after("private links", printed), Visitor()

    page = pair.get(link)

    assert ">Continue as Flora Kettlewell &amp; Ivan Lanyon</button>" in page
    assert [cookie.name for cookie in pair.cookies] == ["csrftoken"]
    assert ">My matches</h1>" in pair.send(link)


def test_the_printed_password_signs_the_organiser_in(printed):
    password = re.search(r"username demo, password (\S+)", printed)
    assert password

    desk = Visitor().send(
        address_after("The organiser:", printed) + "sign-in/", username="demo", password=password[1], next="/desk/"
    )

    assert ">My competitions</h1>" in desk


def second_demo(folder: Path, port: int) -> subprocess.CompletedProcess:
    """Run another demo with the same database. It must stop by itself."""
    return run("manage.py", "demo", "--port", str(port), "--reset", DATABASE_URL=f"sqlite:///{folder / 'demo.sqlite3'}")


def test_a_second_demo_names_the_address_of_the_first(printed, folder):
    first = address_after("The draw:", printed).removesuffix("/demo/")

    second = second_demo(folder, free_port())

    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"CommandError: This demo is already running at {first}. "
        "Open that address, or stop that demo first with Ctrl+C.\n"
    )


def test_a_taken_port_is_refused_before_the_demo_is_loaded(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        refused = second_demo(tmp_path, port)

    assert refused.returncode == 1
    told = f"Another program uses port {port}. Stop that program, or choose another port. For example: --port "
    assert refused.stderr.startswith(f"CommandError: {told}")
    assert not (tmp_path / "demo.sqlite3").exists()


def test_ctrl_c_stops_a_starting_demo_without_a_traceback(tmp_path):
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    demo = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--port", str(free_port())],
        cwd=ROOT,
        env={**inherited, "DATABASE_URL": f"sqlite:///{tmp_path / 'demo.sqlite3'}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    time.sleep(1)
    os.killpg(demo.pid, signal.SIGINT)
    said, _ = demo.communicate(timeout=30)

    assert demo.returncode in {0, 130, -signal.SIGINT}
    assert "Traceback" not in said
