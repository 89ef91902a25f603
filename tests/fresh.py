"""Fresh SQLite databases. The first process that needs one migrates it, and all others are copies of its file.

Migrating takes eight seconds of a core, and a run needs more than a dozen databases.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests import scratch
from tests.servers import ROOT, environment

# Folder that belongs to the process that starts the workers. The workers and their programs inherit its name.
if "FRESH_DATABASES" not in os.environ:
    _own = scratch.folder("fresh-databases-")
    os.environ["FRESH_DATABASES"] = _own.name
_FOLDER = Path(os.environ["FRESH_DATABASES"])


def copy_to(place: Path) -> None:
    """Create a database with all tables and with the rows that the migrations insert."""
    shutil.copy(migrated(), place)


def migrated() -> Path:
    """Return the database from which all others are copied."""
    file, unfinished = _FOLDER / "migrated.sqlite3", _FOLDER / "migrating.sqlite3"
    with (_FOLDER / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            site = environment(f"sqlite:///{unfinished}", _FOLDER)
            site |= {"DJANGO_SETTINGS_MODULE": "competition.config.settings"}
            command = [sys.executable, "manage.py", "migrate", "-v0"]
            done = subprocess.run(command, cwd=ROOT, env=site, capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
            unfinished.rename(file)
    return file
