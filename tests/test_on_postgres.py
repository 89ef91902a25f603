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
    # An outer run spread over workers must not make the inner one take itself for a worker.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}

    with postgres.server() as url:
        run = subprocess.run(
            COMMAND,
            cwd=ROOT,
            env={**environment, "DATABASE_URL": url},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    assert run.returncode == 0, f"on PostgreSQL:\n{run.stdout}"
