"""Rules for marks: short texts in square brackets at the end of a line, such as "[hidden row]" or "[note: withdrawn]".

They contain information about a row that is not in its cells. The organiser sees them in the list and may delete them.
"""

import re
from collections.abc import Iterable

HIDDEN, STRUCK, PARTLY_STRUCK = "hidden row", "struck out", "partly struck out"
_MARK = re.compile(rf"[ \t]*\[({HIDDEN}|{STRUCK}|{PARTLY_STRUCK}|(?:note|under): [^\[\]]*)\][ \t]*$", re.IGNORECASE)
_LONGEST_MARK = 100


def note_mark(text: str) -> str:
    """Return the mark for a remark in the list about a line."""
    return f"note: {_plain(text)}"


def under_mark(heading: str) -> str:
    """Return the mark for a line below a heading such as "Reserves"."""
    return f"under: {_plain(heading)}"


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\[\]]", " ", text).split())[:_LONGEST_MARK]


def with_marks(line: str, marks: Iterable[str]) -> str:
    """Return a line of text with marks at its end."""
    return "".join([line, *(f" [{mark}]" for mark in marks)])


def without_marks(line: str) -> tuple[str, tuple[str, ...]]:
    """Return a line of text without the marks at its end, and the marks."""
    marks: list[str] = []
    while match := _MARK.search(line):
        marks.insert(0, match[1])
        line = line[: match.start()]
    return line, tuple(marks)
