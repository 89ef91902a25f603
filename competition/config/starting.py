"""Refusals to start: programs say what is wrong with the settings, and end."""

import sys
from collections.abc import Iterable

from competition.config.environment import Problem


def refuse_if(found: Iterable[Problem]) -> None:
    """If there are problems, write a line for each on standard error and end with exit status 1."""
    lines = [f"{problem.sentence}\n" for problem in found]
    if lines:
        sys.stderr.write("".join(lines))
        sys.stderr.flush()
        raise SystemExit(1)
