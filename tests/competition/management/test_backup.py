"""A copy taken while the site serves, and everything back from it."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.entries.private_links import link_key
from competition.log.models import LogEntry
from competition.match.actions import play
from scoring.models import SummarySheet
from tests import stories
from tests.factories import PairFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def competition():
    """A competition with something of everything: a sheet in play, a result that waits, a withdrawal taken back."""
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
    """Every row of every table, as the app reads it."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.label: [*model._base_manager.order_by("pk").values()] for model in models}


def restored(copy: Path) -> dict[str, list]:
    """Everything, once the site has begun again from an empty database and this copy."""
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", copy, verbosity=0)
    return everything()


def test_everything_comes_back_from_a_copy(competition, copy):
    before = everything()

    call_command("backup", copy)

    assert restored(copy) == before


def test_private_links_and_new_entries_work_after_a_copy_is_restored(competition, copy, client):
    pair = competition.pairs.first()
    call_command("backup", copy)
    restored(copy)

    assert client.post(reverse("link:open", args=[link_key(pair)])).status_code == 302
    assert PairFactory(competition=competition).pk > pair.pk


def test_a_copy_taken_while_deals_are_recorded_holds_each_with_its_line_in_the_log(competition, copy):
    table, done = stories.tables(competition, "R1-M2")[0], threading.Event()

    def record():
        try:
            stories.record(stories.table(table.pair, "R1-M2"), *[stories.deal("1NT", 6)] * 20)
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

    for number in range(1, copies + 1):
        restored(copy.with_name(f"{number}.sqlite3"))
        assert SummarySheet.objects.get().recorded == LogEntry.objects.filter(verb="recorded").count()
        assert Competition.objects.get().version == LogEntry.objects.count()


def test_a_copy_can_be_read_by_its_owner_alone(competition, copy):
    call_command("backup", copy)

    assert (oct(copy.stat().st_mode & 0o777), [*copy.parent.iterdir()]) == ("0o600", [copy])


def test_a_copy_never_takes_the_place_of_a_file(competition, copy):
    copy.write_text("last night’s")

    with pytest.raises(CommandError, match="is there already, and nothing is overwritten. Give another name.$"):
        call_command("backup", copy)

    assert copy.read_text() == "last night’s"


def test_a_copy_into_a_folder_that_is_not_there_is_refused(competition, copy):
    with pytest.raises(CommandError, match="cannot be written: No such file or directory.$"):
        call_command("backup", copy / "nowhere")


def test_a_copy_is_not_restored_over_anything(competition, copy):
    call_command("backup", copy)
    before = everything()

    with pytest.raises(CommandError, match="^The database holds something already, and nothing is overwritten."):
        call_command("restore", copy)

    assert everything() == before


def test_a_damaged_copy_is_refused_and_the_database_stays_empty(competition, copy):
    call_command("backup", copy)
    whole = copy.read_bytes()
    a_page_lost = whole[:8192] + bytes(4096) + whole[12288:]
    call_command("flush", interactive=False, verbosity=0)

    for damaged in (whole[: len(whole) // 2], whole[:-4096], a_page_lost, b"", b"Dear organiser, here is the copy."):
        copy.write_bytes(damaged)
        with pytest.raises(CommandError, match="is no (sound )?copy"):
            call_command("restore", copy)

    assert Pair.objects.count() == 0


def test_a_copy_that_disagrees_with_itself_is_refused(competition, copy):
    call_command("backup", copy)
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute("UPDATE scoring_summarysheet SET total_ns = 7770")
    call_command("flush", interactive=False, verbosity=0)

    with pytest.raises(CommandError, match=r"disagrees with itself, .*:\nsheet \d+: total_ns is 7770"):
        call_command("restore", copy)

    assert Pair.objects.count() == 0


def test_a_copy_of_a_later_version_is_refused(competition, copy):
    call_command("backup", copy)
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('competition', '9999_later', 0)")
    call_command("flush", interactive=False, verbosity=0)

    with pytest.raises(CommandError, match="was written by a later version of this app: install that version first.$"):
        call_command("restore", copy)


def test_a_file_that_is_not_there_is_said_so(copy):
    with pytest.raises(CommandError, match="cannot be read: No such file or directory.$"):
        call_command("restore", copy)
