"""Function that ends a program whose settings are wrong."""

import sys
from collections.abc import Iterable

from competition.config.environment import Problem


def refuse_if(found: Iterable[Problem]) -> None:
    """Write each problem on standard error and end with exit status 1. Do nothing if there are no problems."""
    lines = [f"{problem.sentence}\n" for problem in found]
    if lines:
        sys.stderr.write("".join(lines))
        sys.stderr.flush()
        raise SystemExit(1)
