"""What every test begins with, how a run is spread and what it ends with."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management.commands import flush
from django.db import connection
from hypothesis import settings as hypothesis_settings

from competition.log import append_only
from tests import machine, postgres, settings
from tests.forgetting import forget

# A fresh clone is compiled once for all workers and every program they start, however sparing of files a machine is.
gc.disable()
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# How fast a machine is, is no fault of the code.
hypothesis_settings.register_profile("unhurried", deadline=None)
hypothesis_settings.register_profile("thorough", deadline=None, max_examples=1000)

# What the migrations write, beside the tables.
MIGRATED = {"auth_permission", "django_content_type"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough",
        action="store_true",
        help="run every test with a database on PostgreSQL too, and many more generated ones",
    )
    parser.addoption("--fuzz", type=float, metavar="SECONDS", help="how long to send nasty things")
    parser.addoption("--fuzz-seed", type=int, help="send the same things as a run that has told this seed")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis_settings.load_profile("thorough" if config.getoption("thorough") else "unhurried")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Two workers more than cores for whole folders: whoever tests a browser or a server waits for it now and then.

    A worker takes seconds to start, so single files and tests do without.
    """
    named = [Path(given.partition("::")[0]) for given in config.args]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 2 if all(path.is_dir() for path in named) else 0


@pytest.fixture(autouse=True)
def nothing_kept():
    """Nothing kept by the test before: its competition may have had this one's address and version."""
    forget()


@pytest.fixture(autouse=True, scope="session")
def tables_can_be_emptied():
    """Tests in which several write at once are cleared up after by emptying every table, then guarded anew.

    Left alone is what the migrations have put there, which to write anew each time takes longer than all the rest.
    """
    ops = type(connection.ops)
    empty = ops.sql_flush

    def sql_flush(ops, style, tables, **options):
        return append_only.lifting(connection) + empty(ops, style, sorted({*tables} - MIGRATED), **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ops, "sql_flush", sql_flush)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *given, **rest: append_only.guard())
        yield


@pytest.fixture(autouse=True, scope="session")
def queries_as_they_are_sent():
    """Whoever counts queries need not have SQLite write out each with its values, which is a query more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "last_executed_query", lambda ops, cursor, sql, values: sql)
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """One real PostgreSQL for the whole run; each call gives the address of an empty database there."""
    if not postgres.is_here():
        machine.lacks(postgres.REMEDY)
    with postgres.server() as new_database:
        yield new_database


def happens_at_once(item: pytest.Item) -> bool:
    """Whether a test has several write at once, which depends on the database; histories and files do not."""
    django_db, function = item.get_closest_marker("django_db"), getattr(item, "function", None)
    if django_db is None or getattr(function, "is_hypothesis_test", False) or item.get_closest_marker("files"):
        return False
    return bool(django_db.kwargs.get("transaction"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Put those that wait for a browser or a server first, in the share of each worker.

    xdist gives each worker an equal share of the list, and what is left of the longest to those that have finished.
    """
    for item in filter(happens_at_once, items):
        item.add_marker(pytest.mark.database)
    yield
    items.sort(key=lambda item: [item.get_closest_marker(name) is None for name in ("postgres", "browser")])
    waiting = [item for item in items if item.get_closest_marker("postgres") or item.get_closest_marker("browser")]
    rest = items[len(waiting) :]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    cuts = [len(rest) * worker // workers for worker in range(workers + 1)]
    items[:] = [
        item
        for worker in range(workers)
        for item in (*waiting[worker::workers], *rest[cuts[worker] : cuts[worker + 1]])
    ]


def pytest_collection_finish() -> None:
    # What is there by now stays to the end: looking through it for garbage again and again takes a twentieth of a run.
    gc.enable()
    gc.freeze()
    # Nor is there much among what a page makes: to look after every 700 things takes a fortieth.
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End with what this machine lacks, and remove the run's scratch folder.

    A worker of a run spread over several ends too abruptly to remove it itself.
    """
    if reporter := config.pluginmanager.get_plugin("terminalreporter"):
        for line in machine.last_lines(reporter.stats.get("skipped", [])):
            reporter.line(line)
    settings.scratch.cleanup()
