"""Tests that only the owner can read the files of an SQLite database."""

import os
import sqlite3

import pytest
from django.db import connections

from competition.management.backups import _open_copy

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def as_most_machines_are_set_up():
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def test_only_the_owner_can_read_the_files_of_a_new_database(tmp_path):
    with _open_copy(tmp_path / "db.sqlite3"), connections["copy"].cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("CREATE TABLE secret (word)")

        assert modes(tmp_path) == {"db.sqlite3": 0o600, "db.sqlite3-wal": 0o600, "db.sqlite3-shm": 0o600}


def test_opening_a_database_restricts_its_permissions(tmp_path):
    before = sqlite3.connect(tmp_path / "db.sqlite3")
    before.execute("PRAGMA journal_mode=WAL")
    before.execute("CREATE TABLE secret (word)")
    assert set(modes(tmp_path).values()) == {0o644}

    with _open_copy(tmp_path / "db.sqlite3"), connections["copy"].cursor() as cursor:
        cursor.execute("SELECT * FROM secret")

        assert set(modes(tmp_path).values()) == {0o600}
    before.close()
