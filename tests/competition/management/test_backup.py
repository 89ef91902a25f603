"""Tests for writing and restoring backups."""

import re
import resource
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from competition.audit.events import Event
from competition.audit.models import LogEntry, UsedFormKey
from competition.contest.models import Competition
from competition.desk.queries.site_checks import current_settings, stored_settings
from competition.entries.models import Pair
from competition.entries.private_links import link_key
from competition.management import backups
from competition.match.actions import play
from competition.web.version import app_version
from scoring.models import SummarySheet
from tests import stories
from tests.factories import PairFactory
from tests.made_once import once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
@once
def competition():
    """Return a competition with a match in play, a result without a reply and an undone withdrawal."""
    competition = stories.published(4)
    stories.record(stories.open_sheet(competition, "R1-M2")[0], stories.deal("3NT", 9), stories.deal())
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=900, theirs=500)
    stories.withdraw(competition.pairs.first())
    stories.bring_back(competition.pairs.first())
    return competition


@pytest.fixture
def copy(tmp_path) -> Path:
    return tmp_path / "copy.sqlite3"


def everything() -> dict[str, list]:
    """Return every row of every table, as the app reads it."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.label: [*model._base_manager.order_by("pk").values()] for model in models}


def restored(copy: Path) -> dict[str, list]:
    """Restore this backup into an empty database. Return every row."""
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", copy, verbosity=0)
    return everything()


def rewrite(copy: Path, statement: str) -> None:
    """Change a backup and give it a correct checksum."""
    backups.take_checksum_off(copy)
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute(statement)
    backups.write_checksum(copy)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit the size of any file, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_every_row_is_restored(competition, client, copy):
    # A session key is text, which a backup must support too.
    client.force_login(competition.owner)
    pair, removed = competition.pairs.first(), PairFactory(competition=competition)
    key = removed.pk
    removed.delete()

    call_command("backup", copy)

    before = everything()
    assert restored(copy) == before
    assert client.post(reverse("link:open", args=[link_key(pair)])).status_code == 302
    # Keys of deleted rows must not be reused.
    assert PairFactory(competition=competition).pk == key + 1


def test_restore_names_the_version_that_wrote_the_backup(competition, copy, monkeypatch, capsys):
    monkeypatch.setattr("competition.web.version._VERSION", "1.0.0 (a1b2c3d4e5, 28 Nov 2026)")
    call_command("backup", copy)
    monkeypatch.setattr("competition.web.version._VERSION", "1.0.1")

    restored(copy)

    sentence = "This backup was written by version 1.0.0 (a1b2c3d4e5, 28 Nov 2026). This is version 1.0.1.\n"
    assert capsys.readouterr().out.endswith(sentence)


def test_a_backup_used_as_the_database_can_be_backed_up(competition, copy, capsys):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE backup_version AS SELECT '0.9' AS version")
    try:
        call_command("backup", copy)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE backup_version")

    restored(copy)

    assert f"This backup was written by version {app_version()}." in capsys.readouterr().out


def test_a_backup_without_a_version_is_restored(competition, copy, capsys):
    call_command("backup", copy)
    rewrite(copy, "DROP TABLE backup_version")

    restored(copy)

    assert "was written by version" not in capsys.readouterr().out


def test_a_backup_during_recording_is_consistent(competition, copy):
    table, done = stories.tables(competition, "R1-M2")[0], threading.Event()

    def record():
        try:
            stories.record(stories.table(table.pair, "R1-M2"), *[stories.deal("1NT", 6)] * 10)
        finally:
            done.set()
            connection.close()

    recording = threading.Thread(target=record)
    recording.start()
    copies = 0
    while not done.is_set():
        copies += 1
        call_command("backup", copy.with_name(f"{copies}.sqlite3"))
    recording.join()

    # Restoring takes longer than everything else, so restore only the middle and the last copy.
    for number in {-(-copies // 2), copies}:
        restored(copy.with_name(f"{number}.sqlite3"))
        assert SummarySheet.objects.get().recorded == LogEntry.objects.filter(event="recorded").count()
        assert Competition.objects.get().version == LogEntry.objects.count()


@pytest.mark.files
def test_only_the_owner_and_sqlite_can_read_a_backup(competition, copy):
    call_command("backup", copy)

    assert (oct(copy.stat().st_mode & 0o777), [*copy.parent.iterdir()]) == ("0o600", [copy])
    with closing(sqlite3.connect(copy)) as opened:
        pairs = opened.execute("SELECT count(*) FROM competition_pair").fetchone()
        assert (opened.execute("PRAGMA integrity_check").fetchall(), pairs) == ([("ok",)], (4,))


@pytest.mark.files
def test_a_backup_needs_a_folder_and_never_overwrites_a_file(competition, copy):
    with pytest.raises(CommandError, match="cannot be written: No such file or directory.$"):
        call_command("backup", copy / "nowhere")
    copy.write_text("last night’s")

    with pytest.raises(CommandError, match="already exists. Give another name.$"):
        call_command("backup", copy)

    assert copy.read_text() == "last night’s"


def test_a_backup_gets_its_name_only_when_complete(competition, copy, monkeypatch):
    there, write_checksum = [], backups.write_checksum
    monkeypatch.setattr(backups, "write_checksum", lambda part: (there.append(copy.exists()), write_checksum(part)))

    call_command("backup", str(copy))

    assert there == [False]
    assert backups.find_fault(copy) == ""
    assert [path.name for path in copy.parent.glob("*.part")] == []


def test_restore_refuses_a_database_that_has_rows(competition, copy):
    call_command("backup", copy)
    before = everything()

    with pytest.raises(CommandError, match="^The database is not empty."):
        call_command("restore", copy)

    assert everything() == before


@pytest.mark.files
def test_a_damaged_backup_is_refused(competition, copy):
    with pytest.raises(CommandError, match="cannot be read: No such file or directory.$"):
        call_command("restore", copy)
    call_command("backup", copy)
    whole, chance = copy.read_bytes(), Random(250)
    a_page_lost = whole[:8192] + bytes(4096) + whole[12288:]
    # Change one bit anywhere, or in the checksum at the end.
    changed = [
        whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :]
        for at in [*chance.sample(range(len(whole)), 12), len(whole) - 9, len(whole) - 1]
    ]
    call_command("flush", interactive=False, verbosity=0)

    for damaged in (
        whole[: len(whole) // 2],
        whole[:-4096],
        a_page_lost,
        b"",
        b"Dear organiser, this is it.",
        *changed,
    ):
        copy.write_bytes(damaged)
        with pytest.raises(CommandError) as refused:
            call_command("restore", copy)
        assert str(refused.value) == f"{copy} is damaged. Use another backup."

    assert Pair.objects.count() == 0


OTHER_KEY = "another-key-than-that-of-the-backup-0123456789-abcdefghij"


@pytest.mark.files
@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("SECRET_KEY", OTHER_KEY, "SECRET_KEY is another key, so no private link would work."),
        ("TIME_ZONE", "Europe/London", "TIME_ZONE is Europe/London, but was Pacific/Auckland. Set TIME_ZONE=Pacific/"),
    ],
)
def test_restore_refuses_other_settings_unless_they_are_accepted(competition, copy, settings, name, value, told):
    call_command("backup", copy)
    call_command("flush", interactive=False, verbosity=0)
    setattr(settings, name, value)

    with pytest.raises(CommandError, match=re.escape(told)):
        call_command("restore", copy)
    assert Pair.objects.count() == 0

    call_command("restore", copy, accept_settings=True)
    assert Pair.objects.count() == 4
    assert stored_settings() == current_settings()


@pytest.mark.files
def test_a_backup_does_not_contain_the_secret_key(competition, copy, settings):
    call_command("backup", copy)

    assert settings.SECRET_KEY.encode() not in copy.read_bytes()
    assert current_settings().key_fingerprint.encode() in copy.read_bytes()


@pytest.mark.database
def test_a_backup_does_not_contain_responses_to_forms(competition, copy):
    # SQLite stores a long answer on separate pages, and a short one beside other values.
    for number, length in enumerate((1, 2000)):
        answer = {"to": "/p/secret-link/" * length, "cookies": "secret-cookie"}
        UsedFormKey.objects.create(digest=f"{number:064}", answer=answer)

    call_command("backup", copy)

    assert (b"secret-" in copy.read_bytes(), backups.find_fault(copy)) == (False, "")
    assert UsedFormKey.objects.count() == 2
    assert restored(copy)[UsedFormKey._meta.label] == []


@pytest.mark.files
def test_a_backup_is_read_without_restoring_it(competition, copy, tmp_path):
    call_command("backup", copy)
    whole = copy.read_bytes()
    assert backups.find_fault(copy) == ""

    rewrite(copy, "INSERT INTO django_migrations (app, name, applied) VALUES ('competition', '9999_later', 0)")
    assert backups.find_fault(copy) == f"{copy} is from a later version of the app"
    rewrite(copy, "DROP TABLE competition_competition")
    assert backups.find_fault(copy).startswith(f"{copy} is not a backup of this app: no such table")
    for damaged in (b"", whole[:-1], whole[: len(whole) // 2], whole[:9000] + b"?" + whole[9001:], b"A letter."):
        copy.write_bytes(damaged)
        assert backups.find_fault(copy) == f"{copy} is damaged"
    assert backups.find_fault(tmp_path / "none") == f"{tmp_path}/none cannot be read: No such file or directory"


@pytest.mark.files
def test_a_full_disk_leaves_no_backup(competition, copy):
    with room_for(50_000), pytest.raises(CommandError) as refused:
        call_command("backup", copy)

    assert str(refused.value).startswith(f"{copy} could not be written, so there is no backup: d")
    assert [*copy.parent.iterdir()] == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server keeps its files elsewhere")
def test_restore_can_be_repeated_after_the_disk_was_full(competition, copy, monkeypatch):
    LogEntry.objects.bulk_create(
        LogEntry(competition=competition, event=Event.RULED, text="ducks " * 1000) for _ in range(300)
    )
    call_command("backup", copy)
    before, fetch = everything(), shutil.copyfileobj
    call_command("flush", interactive=False, verbosity=0)

    def fetch_and_be_full(*files) -> None:
        fetch(*files)
        # Python would write the rest of its buffer later, beyond the limit.
        files[1].flush()
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

    monkeypatch.setattr(shutil, "copyfileobj", fetch_and_be_full)
    with room_for(2**40), pytest.raises(CommandError) as refused:
        call_command("restore", copy)
    monkeypatch.undo()

    assert str(refused.value).startswith(f"{copy} could not be restored, so nothing was: d")
    assert (Pair.objects.count(), restored(copy) == before) == (0, True)


@pytest.mark.files
def test_an_inconsistent_or_later_backup_is_refused(competition, copy):
    call_command("backup", copy)
    call_command("flush", interactive=False, verbosity=0)

    rewrite(copy, "UPDATE scoring_summarysheet SET total_ns = 7770")
    with pytest.raises(CommandError, match=r"contradicts itself, .*:\nsheet \d+: total_ns is 7770"):
        call_command("restore", copy)
    rewrite(copy, "INSERT INTO django_migrations (app, name, applied) VALUES ('competition', '9999_later', 0)")
    told = f"{copy} was written by version {app_version()} of this app, and this is version {app_version()}. "
    with pytest.raises(CommandError, match=re.escape(f"{told}Install the newest first: knockout upgrade")):
        call_command("restore", copy)

    assert Pair.objects.count() == 0


@pytest.mark.files
def test_a_backup_with_a_different_first_migration_is_refused(competition, copy):
    call_command("backup", copy)
    call_command("flush", interactive=False, verbosity=0)
    rewrite(copy, "ALTER TABLE competition_site RENAME COLUMN time_zone TO zone")

    told = r"tables do not fit version .*: competition_site.time_zone is missing, competition_site.zone is unknown. "
    with pytest.raises(CommandError, match=f"{told}Install the version that wrote it, and restore it there.$"):
        call_command("restore", copy)
