"""Test for a server whose database is locked by another process."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep
from urllib.request import build_opener

from tests import servers
from tests.phones import Phone, matches
from tests.servers import free_port, server

# A writer waits for ten seconds. A reader must not wait for it.
PATIENCE = 4


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Prevent every process from writing to this database."""
    with closing(sqlite3.connect(database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield


def test_a_reader_does_not_wait_for_blocked_writers(tmp_path):
    database, port = tmp_path / "db.sqlite3", free_port()
    environment = servers.environment(f"sqlite:///{database}", tmp_path / "static")
    made, site = matches(environment), f"http://127.0.0.1:{port}"
    competition = made[0][2].split("/")[2]
    with server(environment, port), ThreadPoolExecutor(len(made)) as players:
        phones = [Phone(site, *match[1:]) for match in made]
        with locked(database):
            # Each of the two workers receives some of these requests.
            blocked = [players.submit(phone.play, 1) for phone in phones]
            sleep(1)
            for _ in range(6):
                page = build_opener().open(f"{site}/{competition}/", timeout=PATIENCE)
                assert page.status == 200
            assert not any(writer.done() for writer in blocked)
        for writer in blocked:
            writer.result(timeout=30)
    assert [phone.answered for phone in phones] == [[1]] * len(phones)
