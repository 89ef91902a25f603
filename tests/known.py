"""Set of strings shared by all workers in a test run."""

import json
import os
from pathlib import Path

from tests import settings

# Folder that belongs to the process that starts the workers. The workers inherit its name.
_FOLDER = Path(os.environ.setdefault("KNOWN_TO_ALL_TESTS", settings.scratch.name))


class Known:
    """A set of strings shared by all workers. A worker reads the others' strings when it lacks one."""

    def __init__(self, name: str) -> None:
        self._path = _FOLDER / name
        self._words: set[str] = set()
        self._read = 0

    def lacks(self, words: set[str]) -> set[str]:
        """Return the strings that are not in the set."""
        if words <= self._words or not self._path.exists():
            return words - self._words
        begin = self._read
        with self._path.open("rb") as written:
            written.seek(begin)
            # Another worker may still be writing the last line.
            lines, end, _ = written.read().rpartition(b"\n")
        self._words.update(json.loads(line) for line in lines.splitlines())
        self._read = begin + len(lines + end)
        return words - self._words

    def learn(self, words: set[str]) -> None:
        """Add these strings to the set."""
        lines = "".join(json.dumps(word) + "\n" for word in self.lacks(words))
        # Write all lines in one call, because other workers are writing too.
        with self._path.open("ab", buffering=0) as written:
            written.write(lines.encode())
