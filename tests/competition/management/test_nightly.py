import os
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from competition.accounts.models import Session
from competition.management import nightly
from competition.web.models import NightlyTask

# SQLite cannot write a backup inside a transaction.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings, tmp_path):
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    return tmp_path / "backups"


def now_is(monkeypatch, text: str) -> None:
    moment = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Pacific/Auckland"))
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_the_nightly_work_deletes_sessions_and_writes_a_backup(folder):
    for day, key in (("2020-01-01", "over"), ("2100-01-01", "open")):
        Session.objects.create(session_key=key, session_data="", expire_date=f"{day}T00:00Z")
    said: list[str] = []

    nightly.do_due(said.append)
    nightly.do_due(said.append)

    (copy,) = folder.iterdir()
    assert said == [f"{copy} is tonight’s backup."]
    assert [session.session_key for session in Session.objects.all()] == ["open"]
    assert {task.name for task in NightlyTask.objects.exclude(done_at=None)} == {
        "forget_contacts",
        "forget_form_keys",
        "forget_pads",
        "clearsessions",
        "remove_abandoned",
        "backup",
    }
    assert (folder.stat().st_mode & 0o777, copy.stat().st_mode & 0o777) == (0o700, 0o600)


@pytest.mark.parametrize(
    ("first", "then", "copies"),
    [
        ("2026-11-25T03:20", "2026-11-26T03:16", 1),
        ("2026-11-25T03:20", "2026-11-26T03:18", 2),
        ("2026-11-25T02:00", "2026-11-25T03:18", 2),
    ],
)
def test_the_nightly_work_is_done_once_after_03_17(folder, monkeypatch, first, then, copies):
    for moment in (first, then):
        now_is(monkeypatch, moment)
        nightly.do_due(lambda sentence: None)

    assert len([*folder.iterdir()]) == copies


def test_a_server_without_a_folder_leaves_the_backup_to_another_server(settings, tmp_path):
    settings.BACKUP_FOLDER = ""
    nightly.do_due(lambda sentence: None)
    settings.BACKUP_FOLDER = str(tmp_path / "backups")

    nightly.do_due(lambda sentence: None)

    assert len([*(tmp_path / "backups").iterdir()]) == 1


def test_an_unusable_backup_folder_does_not_stop_other_tasks(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.BACKUP_FOLDER = str(tmp_path / "file" / "backups")
    said: list[str] = []

    nightly.do_due(said.append)
    nightly.do_due(said.append)

    assert len(said) == 1
    assert f"The folder {tmp_path}/file/backups cannot be used: Not a directory." in said[0]
    assert NightlyTask.objects.exclude(done_at=None).count() == 5


def test_only_old_backups_made_by_the_app_are_deleted(folder):
    folder.mkdir()
    old = timezone.now().timestamp() - 31 * 86400
    for name in ("nightly-old.sqlite3", "upgrade-old.sqlite3", "mine.sqlite3", "nightly-new.sqlite3"):
        (folder / name).write_bytes(b"a copy")
        if "new" not in name:
            os.utime(folder / name, (old, old))
    (folder / "nightly-killed.sqlite3.7.part").touch()
    os.utime(folder / "nightly-killed.sqlite3.7.part", (timezone.now().timestamp() - 7200,) * 2)

    nightly.do_due(lambda sentence: None)

    left = sorted(file.name for file in folder.iterdir())
    assert left[:1] + left[-1:] == ["mine.sqlite3", "nightly-new.sqlite3"]
    assert len(left) == 3
