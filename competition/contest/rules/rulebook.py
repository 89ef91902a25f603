"""Rules for the organiser's own rules of a competition: limits, parts, and the clauses of a text."""

import re
from typing import NamedTuple

MOST_PARTS = 30
LONGEST_HEADING = 80
LONGEST_PART = 5_000
LONGEST_INTRODUCTION = 600
# A list item begins with one of these characters. Word processors insert the last two.
_ITEM = re.compile(r"(?:[-*–•]\s+|-(?=\D))(?=\S)")


class Part(NamedTuple):
    """A part of the organiser's own rules: its heading and its text."""

    heading: str
    text: str


class OwnRules(NamedTuple):
    """The organiser's own rules, and the introduction on the entries page."""

    introduction: str
    parts: tuple[Part, ...]


class Clause(NamedTuple):
    """A numbered paragraph of the rules, with any list below it."""

    text: str
    items: tuple[str, ...] = ()


def clauses(text: str) -> list[Clause]:
    """Return the paragraphs of a text. Empty lines separate them.

    A line that begins with "-" belongs to the list of the paragraph above it.
    """
    read: list[Clause] = []
    is_new = True
    for line in map(str.strip, text.splitlines()):
        if not line:
            is_new = True
        elif sign := _ITEM.match(line):
            above = read.pop() if read else Clause("")
            read.append(above._replace(items=(*above.items, line[sign.end() :])))
        elif is_new or read[-1].items:
            read.append(Clause(line))
            is_new = False
        else:
            read.append(Clause(f"{read.pop().text}\n{line}"))
    return read
