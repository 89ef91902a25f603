"""Tests that a database of an earlier version is upgraded with everything that its pages show."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import upgrade
from tests.servers import ROOT


def check_upgrade(database: str, folder: Path) -> None:
    """Fill a database of the earlier version, and upgrade it as a site does."""
    environment = upgrade.environment(database, folder)
    upgrade.run("load", environment)

    for command in ("migrate", "check_integrity"):
        subprocess.run([sys.executable, "manage.py", command], cwd=ROOT, env=environment, check=True)

    pages = json.loads(upgrade.FILE.read_text(encoding="utf-8"))["pages"]
    assert all(pages.values())
    assert json.loads(upgrade.run("show", environment)) == pages


def test_a_filled_sqlite_database_is_upgraded(tmp_path):
    check_upgrade(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path)


@pytest.mark.postgres
def test_a_filled_postgresql_database_is_upgraded(tmp_path, postgresql):
    check_upgrade(postgresql(), tmp_path)
