"""Tests for the location of the demo's files."""

import os
import stat
from pathlib import Path

import pytest

from competition.config.parsing import secret_key
from competition.management import demo


@pytest.fixture
def checkout(tmp_path, settings, monkeypatch) -> Path:
    """Return a checkout, set a home folder, and apply file permissions, which root otherwise ignores."""
    settings.BASE_DIR = tmp_path / "checkout"
    settings.BASE_DIR.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(os, "access", lambda path, mode: os.stat(path).st_mode >> 6 & mode == mode)
    return settings.BASE_DIR


def test_a_writable_checkout_contains_the_demo_files(checkout):
    assert demo.find_folder() == checkout


@pytest.mark.parametrize("name", [".demo-key", "db.sqlite3", "db.sqlite3-wal"])
def test_a_second_user_gets_their_own_folder(checkout, tmp_path, name):
    (checkout / name).touch(mode=0o000)

    folder = demo.find_folder()

    assert folder.parent == tmp_path / "home" / "rubber-knockout"
    assert demo.find_folder() == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_read_only_checkout_is_not_changed(checkout):
    checkout.chmod(0o500)

    assert demo.find_folder() != checkout


def test_a_user_without_a_home_gets_a_temporary_folder(checkout, tmp_path, monkeypatch):
    checkout.chmod(0o500)
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    folder = demo.find_folder()

    assert folder.parent == tmp_path
    assert folder.is_dir()


@pytest.mark.parametrize("content", [None, b"", b"\n", b"short", b"\xff\x00" * 40, b"0" * 80])
def test_a_missing_empty_or_damaged_key_is_replaced(tmp_path, content):
    file = tmp_path / ".demo-key"
    if content is not None:
        file.write_bytes(content)

    key = demo._read_or_create_key(file)

    assert secret_key(key) == key
    assert demo._read_or_create_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [*tmp_path.iterdir()] == [file]


def test_incomplete_static_files_are_removed(tmp_path, settings, monkeypatch):
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "old.css").touch()

    def interrupt(*command: str, **options: object) -> None:
        (tmp_path / "new.css").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "call_command", interrupt)

    with pytest.raises(KeyboardInterrupt):
        demo.collect_static_files()

    assert [file.name for file in tmp_path.iterdir()] == ["old.css"]
