"""Test that repeats the database tests on PostgreSQL, or with --thorough all tests that use a database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MARKED = "django_db and database and not browser", "-n0"
ALL = "django_db and not (browser or postgres or counts)", "-nlogical"


@pytest.mark.postgres
def test_the_database_tests_pass_on_postgresql(postgresql, request):
    marked, workers = ALL if (thorough := request.config.getoption("thorough")) else MARKED
    # This run has collected all files, so the inner run needs only those with database tests.
    files = {str(item.path) for item in request.session.items if not thorough and item.get_closest_marker("database")}
    # The environment of the outer pytest run must not affect the inner one.
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}

    code = subprocess.run(
        (sys.executable, "-m", "pytest", "-m", marked, workers, *sorted(files)),
        cwd=ROOT,
        env={**inherited, "DATABASE_URL": postgresql()},
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode

    # This test captures the output of the inner run.
    assert code == 0
