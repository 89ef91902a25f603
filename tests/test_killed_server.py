"""The server is killed in the middle of two hundred recordings; the phones go on when it is back.

Run as a program it makes the competition they play, and prints what each phone needs.
"""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, Request, build_opener
from uuid import uuid4

import pytest

from tests import postgres

ROOT = Path(__file__).parents[1]
MATCHES, DEALS = 8, 25
SAVED = 302
SERVER = ("--interface", "wsgi", "--workers", "2", "--blocking-threads", "1", "--host", "127.0.0.1", "--no-log")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request, tmp_path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/db.sqlite3"
    else:
        with postgres.server() as url:
            yield url


@pytest.fixture
def environment(database, tmp_path) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.constant",
        "DATABASE_URL": database,
        "STATIC_ROOT": str(tmp_path / "static"),
        "SECRET_KEY": "only-for-a-server-that-is-killed-" * 2,
    }


class Stay(HTTPRedirectHandler):
    """Does not go where an answer leads: that a deal is saved is said by leading on."""

    def redirect_request(self, *asked):
        return None


class Phone:
    """Records one deal after the other, each again and again until it is answered."""

    def __init__(self, site: str, link: str, record: str) -> None:
        self.address = site + record
        self.answered: list[int] = []
        self.cookies = CookieJar()
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies), Stay())
        page = self.browser.open(site + link, timeout=10).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        sent = urlencode({"csrfmiddlewaretoken": token[1] if token else ""}).encode()
        with pytest.raises(HTTPError, match="302"):
            self.browser.open(site + link, sent, timeout=10)

    def play(self) -> None:
        """Record every deal of the match."""
        for number in range(1, DEALS + 1):
            sent = {"number": number, "submission": uuid4(), **said(number)}
            while not self._is_answered(urlencode(sent).encode()):
                time.sleep(0.05)
            self.answered.append(number)

    def _is_answered(self, sent: bytes) -> bool:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        try:
            self.browser.open(Request(self.address, sent, {"X-CSRFToken": token or ""}), timeout=10)
        except HTTPError as answer:
            if answer.code != SAVED:
                raise
            return True
        except (OSError, HTTPException):
            pass
        return False


def said(number: int) -> dict:
    """The deal of this number as the form sends it; no two of the first twenty-eight are the same."""
    contract = {"declarer": "NESW"[number % 4], "level": 1 + number % 7, "denomination": "CDHS"[number % 4]}
    return {**contract, "doubling": 1, "tricks": number % 14, "honours": ""}


@contextmanager
def server(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen]:
    """The server as it runs in production, with every process it starts."""
    command = [sys.executable, "-m", "granian", *SERVER, "--port", str(port), "competition.config.wsgi:application"]
    running = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        deadline = time.monotonic() + 20
        while not answers(port):
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)
        yield running
    finally:
        kill(running)


def answers(port: int) -> bool:
    try:
        with build_opener().open(f"http://127.0.0.1:{port}/healthz", timeout=2):
            return True
    except OSError:
        return False


def kill(running: subprocess.Popen) -> None:
    """End the server and its workers at once, whatever they are doing."""
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait(10)


def ask(database: str, query: str) -> list[tuple]:
    """What the database holds, without the application."""
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    else:
        psycopg = pytest.importorskip("psycopg")
        connection = psycopg.connect(database)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


DEALS_WRITTEN = "SELECT sheet_id, number FROM scoring_deal ORDER BY sheet_id, number"
SHEETS = """
SELECT sheet.recorded,
  (SELECT COUNT(*) FROM scoring_deal deal WHERE deal.sheet_id = sheet.id),
  (SELECT COUNT(*) FROM scoring_submission sent WHERE sent.sheet_id = sheet.id),
  (SELECT MAX(number) FROM scoring_deal deal WHERE deal.sheet_id = sheet.id)
FROM scoring_summarysheet sheet ORDER BY sheet.id"""
FACT_KEYS = ("declarer", "level", "denomination", "tricks")
FACTS = "SELECT number, declarer, level, denomination, tricks FROM scoring_deal WHERE sheet_id = {} ORDER BY number"


def test_a_server_killed_in_the_middle_of_two_hundred_recordings_loses_none_it_has_answered(database, environment):
    prepared = subprocess.run(
        [sys.executable, "-m", "tests.test_killed_server"], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with ThreadPoolExecutor(MATCHES) as players:
        with server(environment, port) as running:
            phones = [Phone(f"http://127.0.0.1:{port}", *match[1:]) for match in json.loads(prepared.stdout)]
            matches = [players.submit(phone.play) for phone in phones]
            while sum(len(phone.answered) for phone in phones) < MATCHES * DEALS // 2:
                assert not any(match.done() for match in matches)
                time.sleep(0.01)
            kill(running)
        answered = [list(phone.answered) for phone in phones]
        sheets = [match[0] for match in json.loads(prepared.stdout)]
        written = ask(database, DEALS_WRITTEN)
        assert {(sheet, number) for sheet, numbers in zip(sheets, answered, strict=True) for number in numbers} <= {
            *written
        }
        assert [len(set(counts)) for counts in ask(database, SHEETS)] == [1] * MATCHES

        with server(environment, port):
            for match in matches:
                match.result(timeout=30)

    facts = [(number, *(said(number)[key] for key in FACT_KEYS)) for number in range(1, DEALS + 1)]
    assert [ask(database, FACTS.format(sheet)) for sheet in sheets] == [facts] * MATCHES
    subprocess.run([sys.executable, "manage.py", "check_integrity"], cwd=ROOT, env=environment, check=True)


def prepare() -> None:
    """Make the competition; print the sheet, the private link and the address for deals of each match."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["ext", "htmax*", "*-4*"])
    from competition.entries.private_links import link_key
    from tests import stories

    competition = stories.published(2 * MATCHES)
    needed = []
    for place in range(1, MATCHES + 1):
        table, _ = stories.open_sheet(competition, f"R1-M{place}")
        link = reverse("link:open", args=[link_key(table.pair)])
        needed.append([table.row.pk, link, reverse("play:record", args=[competition.slug, table.state.code])])
    sys.stdout.write(json.dumps(needed))


if __name__ == "__main__":
    prepare()
