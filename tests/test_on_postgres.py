"""What depends on the database once more on the one a federation would choose; with --thorough all that has one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MARKED = "django_db and database and not browser", "-n0"
ALL = "django_db and not (browser or postgres or counts)", "-nlogical"


@pytest.mark.postgres
def test_what_depends_on_the_database_passes_on_postgresql(postgresql, request):
    marked, workers = ALL if (thorough := request.config.getoption("thorough")) else MARKED
    # Five files of six are not read again for nothing, where this run has read them all.
    files = {str(item.path) for item in request.session.items if not thorough and item.get_closest_marker("database")}
    # What an outer run has set for itself is not for the inner one.
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}

    code = subprocess.run(
        (sys.executable, "-m", "pytest", "-m", marked, workers, *sorted(files)),
        cwd=ROOT,
        env={**inherited, "DATABASE_URL": postgresql()},
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode

    # Its output is what this test has captured.
    assert code == 0
