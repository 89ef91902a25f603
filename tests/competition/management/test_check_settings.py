"""Tests for `manage.py check_settings`, and for other commands with settings that this machine cannot fulfil."""

import os
import re
import socket
import sqlite3
import stat
from pathlib import Path

import pytest

from competition.config import environment, machine
from tests.competition.config.test_environment import RIGHT
from tests.competition.config.test_wsgi import run


@pytest.fixture
def right(tmp_path) -> dict[str, str]:
    """Return correct settings with their files in a temporary folder."""
    places = {"DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3", "STATIC_ROOT": str(tmp_path / "static")}
    return RIGHT | places


def problem(url: str) -> str:
    """Return the only problem with this database URL."""
    (found,) = machine.problems({"DATABASE_URL": url})
    return found.sentence


def test_check_settings_confirms_correct_settings(right, tmp_path):
    done = run("manage.py", "check_settings", **right)

    assert (done.returncode, done.stdout, done.stderr) == (0, "The settings are correct.\n", "")
    assert list(tmp_path.iterdir()) == []


def test_all_problems_are_listed_even_if_django_cannot_load_settings(right, tmp_path):
    wrong = {"TIME_ZONE": "Mars", "HTTPS": "maybe", "DATABASE_URL": f"sqlite:///{tmp_path}/none/db.sqlite3"}

    done = run("manage.py", "check_settings", "--port", "99999", **right | wrong)

    assert (done.returncode, done.stdout) == (1, "")
    assert [line.partition(" ")[0] for line in done.stderr.splitlines()] == [
        "TIME_ZONE",
        "HTTPS",
        "DATABASE_URL",
        "Port",
    ]


def test_every_command_reports_a_wrong_setting_in_one_line(right, tmp_path):
    done = run("manage.py", "check_integrity", **right | {"DATABASE_URL": "postgres://a:b@127.0.0.1:1/c"})

    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("DATABASE_URL leads to 127.0.0.1")


def test_a_database_in_the_wrong_place_is_a_problem(tmp_path):
    folder = tmp_path / "none"
    (tmp_path / "file").touch()
    (tmp_path / "db.sqlite3").write_text("This is a letter, not a database. " * 9)

    assert problem(f"sqlite:///{tmp_path}").endswith(f"Add the name of a file: {tmp_path}/db.sqlite3")
    assert f"names a file in the folder {folder}, which does not exist." in problem(f"sqlite:///{folder}/db.sqlite3")
    assert "which is not a folder" in problem(f"sqlite:///{tmp_path}/file/db.sqlite3")
    assert "is not an SQLite database. Restore a backup" in problem(f"sqlite:///{tmp_path}/db.sqlite3")


def test_a_locked_database_is_a_problem(tmp_path, monkeypatch):
    monkeypatch.setattr(machine, "_WAIT", 0)
    other = sqlite3.connect(tmp_path / "db.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    assert "which another program has locked" in problem(f"sqlite:///{tmp_path}/db.sqlite3")

    other.close()


@pytest.fixture
def somebody_else(monkeypatch):
    """Apply file permissions, which root otherwise ignores."""

    def allowed(path: Path, mode: int) -> bool:
        mine = stat.S_IMODE(os.stat(path).st_mode) >> 6
        return mine & mode == mode

    monkeypatch.setattr(os, "access", allowed)


@pytest.mark.parametrize("name", ["", "db.sqlite3"])
def test_a_read_only_path_is_reported_with_the_command_to_run(tmp_path, somebody_else, name):
    (tmp_path / "db.sqlite3").touch()
    (tmp_path / name).chmod(0o500)

    told = problem(f"sqlite:///{tmp_path}/db.sqlite3")

    assert re.search(rf"cannot write to: {re.escape(str(tmp_path / name))}\. Run chown \w+ ", told)


def test_static_files_need_a_writable_folder_until_collected(tmp_path, somebody_else, monkeypatch):
    tmp_path.chmod(0o500)

    told = machine.static_files(tmp_path / "new" / "static")

    assert f"cannot write to: {tmp_path}. Run chown" in told.sentence
    tmp_path.chmod(0o700)
    (tmp_path / "staticfiles.json").touch()
    tmp_path.chmod(0o500)
    monkeypatch.setattr(machine, "_is_read_only", lambda path: True)
    assert machine.static_files(tmp_path) is None


def test_an_impossible_or_taken_port_is_a_problem():
    for port in (0, 65536):
        (found,) = machine.problems({}, port=port)
        assert found.sentence == f"Port {port} does not exist. Choose a port from 1 to 65535."

    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        (found,) = machine.problems({}, port=port)
    assert found.sentence == f"Another program uses port {port}. Stop that program, or choose another port."


def test_a_low_port_needs_an_administrator(monkeypatch):
    def refuse(self, address):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)

    (found,) = machine.problems({}, port=80)

    assert found.sentence == "Port 80 needs the rights of an administrator. Choose a port from 1024 to 65535."


@pytest.mark.postgres
def test_a_postgresql_error_is_reported_in_one_sentence(postgresql):
    import psycopg

    url = postgresql()
    assert machine.problems({"DATABASE_URL": url}) == []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN")
    for old, new, told in (
        ("/site", "/none-site", "which does not exist. Run createdb --owner postgres none-site"),
        ("postgres@", "nobody:hidden@", "names the user nobody, which does not exist. Run createuser"),
        ("pg-", "none-", "where no PostgreSQL answers. Start it, or correct the host and the port."),
        ("postgres@", "guest@", "in which guest cannot create tables. Make guest its owner."),
    ):
        sentence = problem(url.replace(old, new))

        assert told in sentence
        assert "hidden" not in sentence


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            'connection failed: FATAL:  password authentication failed for user "a"',
            "wrong username or password for a. Correct",
        ),
        ("failed to resolve host 'db': [Errno -2] Name or service not known", "names the host db, which is not known"),
        ("connection timeout expired", "where no PostgreSQL answers"),
        ('FATAL:  no pg_hba.conf entry for host "10.0.0.1"', "refuses the connection: FATAL:  no pg_hba.conf entry"),
    ],
)
def test_each_postgresql_error_has_a_remedy(said, told):
    config = environment.read({"DATABASE_URL": "postgres://a:hidden@db/c"})["DATABASE_URL"]

    assert told in machine._explain_postgresql_error(said, config)


def test_the_missing_django_error_names_the_virtual_environment(right):
    done = run("-S", "manage.py", "migrate", **right)

    assert done.returncode == 1
    assert (
        done.stderr == "Django is not installed for this Python. Run .venv/bin/python manage.py, as the README does.\n"
    )
