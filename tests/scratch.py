"""Temporary folders for a test run."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

# A folder in memory. The tests use it only if it has enough space, because it may have just 64 megabytes in a
# container.
MEMORY = Path("/dev/shm")
ROOM = 1_000_000_000


def folder(prefix: str) -> TemporaryDirectory[str]:
    """Return an empty temporary folder for databases, in memory if there is enough space.

    The folder may not allow programs to run in it.
    """
    in_memory = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    return TemporaryDirectory(prefix=prefix, dir=MEMORY if in_memory else None)
