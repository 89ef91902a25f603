"""Where a run of the tests writes what it throws away."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

# A folder that is kept in memory, where there is one and it is large: in a container it may hold 64 megabytes only.
MEMORY = Path("/dev/shm")
ROOM = 1_000_000_000


def folder(prefix: str) -> TemporaryDirectory[str]:
    """An empty folder for databases, in memory where there is room; no program can be counted on to start from it."""
    in_memory = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    return TemporaryDirectory(prefix=prefix, dir=MEMORY if in_memory else None)
