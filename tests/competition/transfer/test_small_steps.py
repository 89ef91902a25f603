"""Tests that imports and deletions lock the database only briefly, and that nobody sees them half done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from competition.audit.actions import Actor, lock
from competition.contest.models import Competition
from competition.contest.queries import versions
from competition.draw.queries.draw import clear_cache
from competition.entries.private_links import link_key
from competition.management import demo, nightly
from competition.rulings import actions
from competition.rulings.actions import ROWS_AT_ONCE, delete, remove_abandoned
from competition.rulings.queries import rows_to_remove
from competition.transfer.actions import importing
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.queries.integrity import differences
from competition.transfer.queries.tables import LEFT_BEHIND, TABLES
from competition.transfer.rules.file import Facts, unpacked
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.transfer.test_file import emptied, played
from tests.factories import OrganiserFactory

STEP = 5
# The marks for a changing append-only table, and the competition's version.
_BESIDES = 4


@contextmanager
def rows_by_transaction() -> Iterator[list[int]]:
    """Count the rows that each transaction writes."""
    counts: list[int] = []
    open_transactions: set[int] = set()

    def count(execute: Callable, sql: str, params, many: bool, context: dict):
        result = execute(sql, params, many, context)
        verb = sql.split(" ", 1)[0]
        if verb in ("INSERT", "UPDATE", "DELETE"):
            if not open_transactions:
                counts.append(0)
                if connection.in_atomic_block:
                    open_transactions.add(1)
                    transaction.on_commit(open_transactions.clear)
            columns = sql.partition("(")[2].partition(")")[0].count(",") + 1
            # SQLite does not count inserted rows.
            counts[-1] += max(context["cursor"].rowcount, len(params) // columns if verb == "INSERT" else 0)
        return result

    with connection.execute_wrapper(count):
        yield counts


def exported() -> Facts:
    """Return the file of a season with nearly every kind of data, on a site without competitions."""
    competition = played()
    facts = unpacked(file_of(competition, private=True))
    emptied(competition)
    return facts


def owner() -> Actor:
    return Actor(organiser=OrganiserFactory())


def rows_left() -> set[str]:
    """Return the names of the models that have rows, except accounts and data of the site."""
    ours = [*apps.get_app_config("competition").get_models(), *apps.get_app_config("scoring").get_models()]
    return {model.__name__ for model in ours if model._base_manager.exists()} - {"NightlyTask", "Session", "Site"}


@pytest.fixture
def _small(monkeypatch):
    monkeypatch.setattr(importing, "ROWS_AT_ONCE", STEP)
    monkeypatch.setattr(actions, "ROWS_AT_ONCE", STEP)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_small")
def test_no_transaction_in_an_import_or_a_deletion_writes_many_rows():
    facts, by = exported(), owner()

    with rows_by_transaction() as of_import:
        opened = import_competition(facts, by=by)
    Competition.objects.filter(pk=opened.pk).update(is_practice=True)
    opened.refresh_from_db()
    with rows_by_transaction() as of_deletion:
        delete(opened, by=by)

    assert max(of_import) <= STEP < sum(of_import) / 10
    # A score sheet is deleted with its match.
    assert max(of_deletion) <= 2 * STEP + _BESIDES < sum(of_deletion) / 5
    assert rows_left() == {"LogEntry"}


def test_an_import_writes_few_rows_at_once():
    assert ROWS_AT_ONCE <= 400


@pytest.mark.django_db
def test_a_deletion_removes_every_kind_of_row():
    competition = demo.load(demo.organiser("a-password"))
    kinds = {rows.model.__name__ for rows in rows_to_remove(competition)}

    demo.remove()

    assert rows_left() == set()
    assert kinds | {"Competition", "SummarySheet"} == {table.name for table in TABLES} | LEFT_BEHIND


def kill(monkeypatch, after: str) -> None:
    """End an import like a killed process, once this model's rows are stored."""
    insert = importing._insert

    def insert_and_die(model, rows, keys):
        insert(model, rows, keys)
        if model.__name__ == after:
            raise KeyboardInterrupt

    monkeypatch.setattr(importing, "_insert", insert_and_die)
    monkeypatch.setattr(importing, "remove", lambda competition: None)


@pytest.mark.django_db
@pytest.mark.parametrize("after", ["Pair", "Deal", "ResultEntry", "LogEntry"])
def test_a_killed_import_is_visible_to_nobody_and_later_removed(after, monkeypatch):
    facts, by = exported(), owner()
    with monkeypatch.context() as patch:
        kill(patch, after)
        with pytest.raises(KeyboardInterrupt):
            import_competition(facts, by=by)

    [hidden] = Competition.with_hidden.all()
    client = Client()
    client.force_login(by.user)
    assert (versions(), differences(), [*by.user.competitions.all()]) == ((), [], [])
    for address in ("/", "/archive/", "/players/", "/sitemap.xml", "/desk/"):
        assert hidden.name not in client.get(address).content.decode(), address
    assert client.get(f"/{hidden.slug}/").status_code == 404
    remove_abandoned()
    assert Competition.with_hidden.exists()

    Competition.with_hidden.update(hidden_since=timezone.now() - timedelta(hours=2))
    nightly.do_due(lambda sentence: None)
    assert rows_left() == set()


@pytest.mark.django_db
def test_the_next_import_removes_a_killed_one(monkeypatch):
    facts, by = exported(), owner()
    with monkeypatch.context() as patch:
        kill(patch, "Deal")
        with pytest.raises(KeyboardInterrupt):
            import_competition(facts, by=by)
    Competition.with_hidden.update(hidden_since=timezone.now() - timedelta(hours=2))

    opened = import_competition(facts, by=by)

    assert [*Competition.with_hidden.all()] == [opened]


@pytest.mark.django_db
def test_an_import_that_was_removed_while_running_says_so(monkeypatch):
    facts, by = exported(), owner()
    found = importing.differences_in

    def take_too_long(competition: Competition) -> list[str]:
        faults = found(competition)
        Competition.with_hidden.update(hidden_since=timezone.now() - timedelta(hours=2))
        return faults

    monkeypatch.setattr(importing, "differences_in", take_too_long)
    with pytest.raises(Refused, match="The import took too long"):
        import_competition(facts, by=by)
    assert rows_left() == set()


@pytest.mark.django_db
def test_a_killed_deletion_hides_the_competition_and_is_finished_by_night(monkeypatch):
    competition = stories.published(2)
    Competition.objects.update(is_practice=True)
    competition.refresh_from_db()
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())
    key, slug, by = link_key(competition.pairs.first()), competition.slug, stories.organiser_of(competition)

    def die(rows) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(actions, "_remove", die)
        with pytest.raises(KeyboardInterrupt):
            delete(competition, by=by)
    clear_cache()

    client = Client()
    client.force_login(by.user)
    for address in (f"/{slug}/", f"/desk/{slug}/", f"/p/{key}/", f"/play/{slug}/R1-M1/"):
        assert client.get(address).status_code == 404, address
    with pytest.raises(Refused, match="has been deleted"), transaction.atomic():
        lock(competition)
    assert differences() == []

    Competition.with_hidden.update(hidden_since=timezone.now() - timedelta(hours=2))
    remove_abandoned()
    assert rows_left() == {"LogEntry"}
