"""What one worker of a run has found to be right, and none of the others need look at again."""

import json
import os
from pathlib import Path

from tests import settings

# The folder of whoever starts the workers, which they inherit the name of.
_FOLDER = Path(os.environ.setdefault("KNOWN_TO_ALL_TESTS", settings.scratch.name))


class Known:
    """A set of words that all workers of a run share: what one learns, the others know when they next miss it."""

    def __init__(self, name: str) -> None:
        self._path = _FOLDER / name
        self._words: set[str] = set()
        self._read = 0

    def lacks(self, words: set[str]) -> set[str]:
        """Those of the words that nobody has learnt."""
        if words <= self._words or not self._path.exists():
            return words - self._words
        begin = self._read
        with self._path.open("rb") as written:
            written.seek(begin)
            # Another may be writing its last line.
            lines, end, _ = written.read().rpartition(b"\n")
        self._words.update(json.loads(line) for line in lines.splitlines())
        self._read = begin + len(lines + end)
        return words - self._words

    def learn(self, words: set[str]) -> None:
        """Have everybody know these words."""
        lines = "".join(json.dumps(word) + "\n" for word in self.lacks(words))
        # In one piece: others write too.
        with self._path.open("ab", buffering=0) as written:
            written.write(lines.encode())
