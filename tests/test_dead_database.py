"""Test for a PostgreSQL server that stops and returns."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg
import pytest

from tests import servers
from tests.servers import ROOT, free_port, server

pytestmark = pytest.mark.postgres


@pytest.fixture
def database(postgresql) -> str:
    return postgresql()


@pytest.fixture
def site(database, tmp_path) -> Iterator[str]:
    settings = servers.environment(database, tmp_path)
    for command in ("migrate", "collectstatic --no-input"):
        command = [sys.executable, "manage.py", *command.split(), "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=settings, check=True)
    with server(settings, port := free_port(), workers=1):
        yield f"http://127.0.0.1:{port}"


def answer(address: str) -> tuple[int, str]:
    try:
        with urlopen(address, timeout=20) as found:
            return found.status, found.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()


def test_the_site_recovers_after_its_database_is_down(database, site):
    base, _, name = database.rpartition("/")
    assert answer(f"{site}/archive/")[0] == 200

    with closing(psycopg.connect(f"{base}/postgres", autocommit=True)) as elsewhere:
        elsewhere.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false".encode())
        elsewhere.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        without = answer(f"{site}/desk/sign-in/?next=/desk/"), answer(f"{site}/archive/"), answer(f"{site}/healthz")
        elsewhere.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true".encode())

    page, archive, health = without
    assert page[0] == 200
    assert archive[0] == 503
    assert "The database does not respond. Wait a minute, then reload the page." in archive[1]
    assert health == (503, "The database is not responding.")
    assert answer(f"{site}/archive/")[0] == 200
