"""Fixtures and hooks for every test, and for distributing tests over workers."""

import gc
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import hypothesis
import pytest
from django.core.management.commands import flush
from django.db import connection

from competition.audit import append_only
from tests import fresh, machine, postgres, settings
from tests.caches import clear_caches

# Compile a fresh clone once for all workers and their child processes, even if the machine disables cached bytecode.
gc.disable()
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Slow machines must not fail tests. Fifty examples each find almost all the faults that a hundred find, in half the
# time.
UNHURRIED = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("unhurried", max_examples=50, **UNHURRIED)
hypothesis.settings.register_profile("thorough", max_examples=1000, **UNHURRIED)

# The migrations fill these tables.
MIGRATED = {"auth_permission", "django_content_type"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough",
        action="store_true",
        help="run every test with a database on PostgreSQL too, and many more generated ones",
    )
    parser.addoption("--fuzz", type=float, metavar="SECONDS", help="seconds for which the fuzzer sends random requests")
    parser.addoption("--fuzz-seed", type=int, help="send the same requests as the run that printed this seed")


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("thorough" if config.getoption("thorough") else "unhurried")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Return the number of workers for whole folders: one per core for tests that compute, more for tests that wait.

    A worker takes seconds to start, so single files and tests run without workers.
    """
    named = [Path(given.partition("::")[0]) for given in config.args]
    return 2 * cores() + 2 if all(path.is_dir() for path in named) else 0


def pytest_collection(session: pytest.Session) -> None:
    """In a fresh clone, let each worker first compile different test files, so that none is compiled twice."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    if workers > 1:
        number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
        for path in sorted(Path(__file__).parent.rglob("test_*.py"))[number::workers]:
            # The collection reports files that cannot be imported.
            with suppress(Exception):
                importlib.import_module(".".join(path.relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Migrate the workers' database while they collect the tests."""
    if session.config.pluginmanager.has_plugin("dsession"):
        Thread(target=fresh.migrated).start()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """Put a migrated database where Django expects the one for the tests."""
    if connection.vendor == "sqlite":
        fresh.copy_to(Path(connection.settings_dict["TEST"]["NAME"]))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Return True if Django finds a migrated database."""
    return connection.vendor == "sqlite"


@pytest.fixture(autouse=True)
def nothing_kept():
    """Clear the caches, because the previous test may have used the same address and version."""
    clear_caches()


@pytest.fixture(autouse=True, scope="session")
def tables_can_be_emptied():
    """Empty the tables after tests with parallel writers, then create the triggers again.

    Keep the rows from the migrations, because inserting them again takes longer than everything else.
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
    """Stop SQLite from formatting each counted query with its values, which would take another query."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "last_executed_query", lambda ops, cursor, sql, values: sql)
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """Yield a function that creates an empty database on a real PostgreSQL server and returns its URL."""
    if not postgres.is_here():
        machine.lacks(postgres.REMEDY)
    with postgres.server() as new_database:
        yield new_database


def happens_at_once(item: pytest.Item) -> bool:
    """Return True if a test has parallel writers, which behave differently in each database.

    Property-based tests and tests of files do not count.
    """
    django_db, function = item.get_closest_marker("django_db"), getattr(item, "function", None)
    if django_db is None or getattr(function, "is_hypothesis_test", False) or item.get_closest_marker("files"):
        return False
    return bool(django_db.kwargs.get("transaction"))


def waits(item: pytest.Item) -> bool:
    """Return True for tests with browsers and servers, which wait for half of their time."""
    return any(item.get_closest_marker(name) for name in ("postgres", "browser"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Let one worker per core begin with tests that compute, and the other workers with tests that wait.

    xdist gives each worker an equal share of the list. Idle workers take tests from the end of the longest share.
    """
    for item in filter(happens_at_once, items):
        item.add_marker(pytest.mark.database)
    yield
    items.sort(key=lambda item: item.get_closest_marker("postgres") is None)
    waiting, rest = ([item for item in items if waits(item) is kind] for kind in (True, False))
    engines = [item for item in waiting if "engine" in getattr(item, "fixturenames", ())]
    waiting = [item for item in waiting if item not in engines]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    share, waiters = len(items) // workers, max(1, workers - cores())
    items[:] = []
    for worker in range(workers):
        first = waiting[worker::waiters] if worker < waiters else []
        # Let one worker start the other engines, because starting Firefox takes seconds.
        first = engines + first if worker == waiters - 1 else first
        end = max(0, share - len(first))
        items += first + rest[:end]
        rest = rest[end:]
    items += rest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Run tests that compute with low priority, so that tests with browsers and servers need not wait for a core."""
    if "PYTEST_XDIST_WORKER" in os.environ and not waits(item) and hasattr(os, "nice") and not os.nice(0):
        os.nice(10)


def pytest_collection_finish() -> None:
    # Objects that already exist are never freed. Checking them for garbage takes 5% of a run.
    gc.enable()
    gc.freeze()
    # Rendering a page creates little garbage. Checking after every 700 objects takes 2.5% of a run.
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Print what this machine lacks, and delete the run's temporary folder.

    A worker in a distributed run ends too abruptly to delete the folder itself.
    """
    if reporter := config.pluginmanager.get_plugin("terminalreporter"):
        for line in machine.last_lines(reporter.stats.get("skipped", [])):
            reporter.line(line)
    settings.scratch.cleanup()
