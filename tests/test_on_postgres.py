"""The suite again, on the database a federation would choose."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import postgres

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "pytest", "-n", "2", "-m", "not browser and not postgres")


@pytest.mark.postgres
def test_the_whole_suite_passes_on_postgresql():
    # What an outer run has set for itself is not for the inner one.
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}

    with postgres.server() as url:
        run = subprocess.run(
            COMMAND,
            cwd=ROOT,
            env={**inherited, "DATABASE_URL": url},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    if run.returncode != 0:
        pytest.fail(f"on PostgreSQL:\n{run.stdout}", pytrace=False)
