"""Test for a server that is killed while phones record deals."""

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests import servers
from tests.phones import DEALS, MATCHES, Phone, matches, said
from tests.servers import ROOT, free_port, kill, server


@pytest.fixture
def database(tmp_path) -> Path:
    return tmp_path / "db.sqlite3"


@pytest.fixture
def environment(database, tmp_path) -> dict[str, str]:
    return servers.environment(f"sqlite:///{database}", tmp_path / "static")


def ask(database: Path, query: str) -> list[tuple]:
    """Return the result of a query made without the app."""
    with closing(sqlite3.connect(database)) as rows:
        return rows.execute(query).fetchall()


DEALS_WRITTEN = "SELECT sheet_id, number FROM scoring_deal ORDER BY sheet_id, number"
SHEETS = """
SELECT sheet.recorded,
  (SELECT COUNT(*) FROM scoring_deal deal WHERE deal.sheet_id = sheet.id),
  (SELECT COUNT(*) FROM scoring_submission sent WHERE sent.sheet_id = sheet.id),
  (SELECT MAX(number) FROM scoring_deal deal WHERE deal.sheet_id = sheet.id)
FROM scoring_summarysheet sheet ORDER BY sheet.id"""
FACT_KEYS = ("declarer", "level", "denomination", "tricks")
FACTS = "SELECT number, declarer, level, denomination, tricks FROM scoring_deal WHERE sheet_id = {} ORDER BY number"


def test_a_killed_server_loses_no_confirmed_deal(database, environment):
    made, port = matches(environment), free_port()
    with ThreadPoolExecutor(MATCHES) as players:
        with server(environment, port) as running:
            phones = [Phone(f"http://127.0.0.1:{port}", *match[1:]) for match in made]
            played = [players.submit(phone.play) for phone in phones]
            while sum(len(phone.answered) for phone in phones) < MATCHES * DEALS // 2:
                assert not any(match.done() for match in played)
                time.sleep(0.01)
            kill(running)
        answered = [list(phone.answered) for phone in phones]
        sheets = [match[0] for match in made]
        written = ask(database, DEALS_WRITTEN)
        assert {(sheet, number) for sheet, numbers in zip(sheets, answered, strict=True) for number in numbers} <= {
            *written
        }
        assert [len(set(counts)) for counts in ask(database, SHEETS)] == [1] * MATCHES

        with server(environment, port):
            for match in played:
                match.result(timeout=30)

    facts = [(number, *(said(number)[key] for key in FACT_KEYS)) for number in range(1, DEALS + 1)]
    assert [ask(database, FACTS.format(sheet)) for sheet in sheets] == [facts] * MATCHES
    subprocess.run([sys.executable, "manage.py", "check_integrity"], cwd=ROOT, env=environment, check=True)
