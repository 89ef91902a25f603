"""Every test that touches a database again, on the one a federation would choose; those that only count need not be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import postgres

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "pytest", "-n", "2", "-m", "django_db and not (browser or postgres or counts)")


@pytest.mark.postgres
def test_every_test_that_touches_a_database_passes_on_postgresql():
    # What an outer run has set for itself is not for the inner one.
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTEST_", "DJANGO_"))}

    with postgres.server() as url:
        code = subprocess.run(
            COMMAND, cwd=ROOT, env={**inherited, "DATABASE_URL": url}, stdin=subprocess.DEVNULL, check=False
        ).returncode

    # Its output is what this test has captured.
    assert code == 0
