"""Tests for commands with a database that does not exist or has no tables."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import DatabaseError

from competition.management import backups, command_line
from tests import fresh
from tests.house.sources import ROOT
from tests.servers import free_port

SENTENCE = "No database is named. On a server, run this command with “knockout”"


def environment(database: str) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}
    return {
        **inherited,
        "DATABASE_URL": database,
        "SECRET_KEY": "for-commands-0123456789-that-tests-start-abcdefghijklmnop",
        "ALLOWED_HOSTS": "localhost",
        "TIME_ZONE": "Europe/London",
        "EMAIL_URL": "smtp://127.0.0.1:1",
        "EMAIL_FROM": "desk@knockout.example",
        "DJANGO_SUPERUSER_PASSWORD": "a-good-long-password",
    }


def outcome(database: str, folder: Path, command: str) -> tuple[int, str]:
    """Run a command. Return its exit status and its error output."""
    done = run(database, folder, command)
    return done.returncode, done.stderr.strip()


def run(database: str, folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command with this database."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", *command.split()],
        cwd=folder,
        env=environment(database),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_command_creates_no_database(tmp_path):
    command = "createsuperuser --no-input --username ann --email ann@knockout.example"

    status, said = outcome(f"sqlite:///{tmp_path}/typo.sqlite3", tmp_path, command)

    sentence = f"There is no database at {tmp_path}/typo.sqlite3. Correct DATABASE_URL, or create the database first: "
    assert (status, sentence in said, "\n" in said) == (1, True, False)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "said",
    [
        "no such table: competition_pair",
        'relation "competition_pair" does not exist',
        "no such column: competition_site.time_zone",
        "table competition_site has no column named time_zone",
        "column competition_site.time_zone does not exist",
        'column "time_zone" of relation "competition_site" does not exist',
    ],
)
@pytest.mark.django_db
def test_a_database_without_tables_is_reported_with_a_remedy(said):
    assert "create the tables first" in command_line.unusable(DatabaseError(said))


def test_commands_without_settings_name_the_knockout_command(tmp_path):
    # Pretend that nobody has run the demo in this checkout.
    program = f"import competition.config.settings as s; s.DEMO_DATABASE = {str(tmp_path / 'db.sqlite3')!r}; "
    program += "s.DATABASES['default']['NAME'] = s.DEMO_DATABASE; "
    program += "import sys; from competition.management.command_line import main; main(['manage.py', *sys.argv[1:]])"
    given = environment("") | {"DJANGO_SETTINGS_MODULE": "competition.config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", program, "check_integrity"],
        cwd=tmp_path,
        env=given | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr.partition(", which")[0]) == (1, SENTENCE)
    assert not (tmp_path / "db.sqlite3").exists()


# Each case changes a current database into one that another version of the app would have left.
OTHER_VERSIONS = {
    "a changed first migration": (
        "ALTER TABLE competition_pair RENAME COLUMN number TO numero",
        "check_integrity",
        "The database does not fit this version of the app: competition_pair.number is missing",
    ),
    "tables without their migration": (
        "DELETE FROM django_migrations WHERE app = 'competition'",
        "migrate",
        "The database has tables of another version of the app: ",
    ),
    "a later version": (
        "INSERT INTO django_migrations (app, name, applied) VALUES ('competition', '9999_later', '2026-11-28')",
        "serve --port {port}",
        "The database was changed by a later version of the app (1 migration). Install that version again: ",
    ),
    "a changed first migration that is served": (
        "ALTER TABLE competition_pair RENAME COLUMN number TO numero",
        "serve --port {port}",
        "The database does not fit this version of the app: competition_pair.number is missing",
    ),
}


@pytest.mark.parametrize("case", OTHER_VERSIONS)
def test_a_database_of_another_version_is_reported_in_one_line(tmp_path, case):
    statement, command, told = OTHER_VERSIONS[case]
    fresh.copy_to(tmp_path / "db.sqlite3")
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as opened, opened:
        opened.execute(statement)

    status, said = outcome(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path, command.format(port=free_port()))

    assert (status, told in said, "Traceback" in said) == (1, True, False), said


NONE = ("postgres://a:b@127.0.0.1:1/c", "sqlite:///{}/none/db.sqlite3", "sqlite:///{}/db.sqlite3", "empty", "text")


@pytest.mark.parametrize("database", NONE)
def test_doctor_prints_faults_without_a_traceback(tmp_path, database):
    if database in {"empty", "text"}:
        (tmp_path / "db.sqlite3").write_text({"empty": "", "text": "This is no database. " * 99}[database])
        database = "sqlite:///{}/db.sqlite3"

    done = run(database.format(tmp_path), tmp_path, "doctor")

    assert (done.returncode, "Traceback" in done.stdout + done.stderr) == (1, False)
    assert re.search("^FAULT   Database: The site cannot write to the ", done.stdout, re.MULTILINE)
    assert re.search("^FAULT   Running site: ", done.stdout, re.MULTILINE)
    assert "ok      Version: Rubber Knockout 1." in done.stdout
    assert len(done.stderr.splitlines()) <= 1


@pytest.mark.django_db
def test_a_backup_without_tables_is_not_restored(tmp_path):
    with closing(sqlite3.connect(copy := tmp_path / "copy.sqlite3")) as rows:
        rows.execute("VACUUM")
    backups.write_checksum(copy)

    with pytest.raises(CommandError, match="is a backup of a database without tables"):
        backups.restore(copy)
