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
def test_what_depends_on_the_database_passes_on_postgresql(postgresql, pytestconfig):
    marked, workers = ALL if pytestconfig.getoption("thorough") else MARKED
    # What an outer run has set for itself is not for the inner one.
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}

    code = subprocess.run(
        (sys.executable, "-m", "pytest", "-m", marked, workers),
        cwd=ROOT,
        env={**inherited, "DATABASE_URL": postgresql()},
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode

    # Its output is what this test has captured.
    assert code == 0
