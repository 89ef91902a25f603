"""Tests of commands on a database that does not exist or has no tables."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError

from competition.management import copying
from tests.house.sources import ROOT

COMMANDS = ["backup copy.sqlite3", "createsuperuser --no-input --username ann --email ann@knockout.example"]
SENTENCE = "No database is named. On a server run “knockout” with this command"


def environment(database: str) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}
    return {
        **inherited,
        "DATABASE_URL": database,
        "SECRET_KEY": "for-commands-0123456789-that-tests-start-abcdefghijklmnop",
        "EMAIL_URL": "smtp://127.0.0.1:1",
        "EMAIL_FROM": "desk@knockout.example",
        "DJANGO_SUPERUSER_PASSWORD": "a-good-long-password",
    }


def outcomes(database: str, folder: Path, commands: Sequence[str] = COMMANDS) -> dict[str, tuple[int, str]]:
    """Run all commands in parallel. Return the exit status and the error output of each."""
    (folder / "sound.sqlite3").write_bytes(b"any file")
    started = {
        line: subprocess.Popen(
            [sys.executable, ROOT / "manage.py", *line.split()],
            cwd=folder,
            env=environment(database),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        for line in commands
    }
    said = {line: process.communicate(timeout=90)[1].strip() for line, process in started.items()}
    return {line: (process.returncode, said[line]) for line, process in started.items()}


def test_commands_create_no_database(tmp_path):
    found = outcomes(f"sqlite:///{tmp_path}/typo.sqlite3", tmp_path)

    assert {line: status for line, (status, _) in found.items() if status != 1} == {}
    sentence = f"There is no database at {tmp_path}/typo.sqlite3. Correct DATABASE_URL, or create the database first: "
    assert {line: said for line, (_, said) in found.items() if sentence not in said or "\n" in said} == {}
    assert [file.name for file in tmp_path.iterdir()] == ["sound.sqlite3"]


def test_commands_refuse_a_database_without_tables(tmp_path):
    (tmp_path / "empty.sqlite3").touch(mode=0o600)

    found = outcomes(f"sqlite:///{tmp_path}/empty.sqlite3", tmp_path, COMMANDS[:1])

    assert {line: status for line, (status, _) in found.items() if status != 1} == {}
    assert {line: said for line, (_, said) in found.items() if "create the tables first" not in said} == {}
    assert {line: said for line, (_, said) in found.items() if "\n" in said} == {}
    assert not (tmp_path / "copy.sqlite3").exists()


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

    assert (done.returncode, done.stderr.partition(",")[0]) == (1, SENTENCE)
    assert not (tmp_path / "db.sqlite3").exists()


@pytest.mark.django_db
def test_a_backup_without_tables_is_not_restored(tmp_path):
    with closing(sqlite3.connect(copy := tmp_path / "copy.sqlite3")) as rows:
        rows.execute("VACUUM")
    copying.write_checksum(copy)

    with pytest.raises(CommandError, match="is a backup of a database without tables"):
        copying.restore(copy)
