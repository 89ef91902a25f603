"""The checksum at the end of a copy: SQLite passes over it, and any change of what stands before it shows."""

import os
from hashlib import file_digest
from io import BufferedRandom
from pathlib import Path

_LENGTH = len("sha256 ") + 64


def write(file: Path) -> None:
    """Put the checksum of a file at its end."""
    with file.open("r+b") as copy:
        checksum = _checksum(copy)
        copy.seek(0, os.SEEK_END)
        copy.write(checksum)
        copy.flush()
        os.fsync(copy.fileno())


def take_off(file: Path) -> bool:
    """Cut the checksum off a file again; whether it is that of all the rest."""
    with file.open("r+b") as copy:
        start = max(0, copy.seek(0, os.SEEK_END) - _LENGTH)
        copy.seek(start)
        written = copy.read()
        copy.truncate(start)
        return written == _checksum(copy)


def _checksum(copy: BufferedRandom) -> bytes:
    copy.seek(0)
    return b"sha256 " + file_digest(copy, "sha256").hexdigest().encode()
