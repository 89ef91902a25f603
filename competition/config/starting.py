"""Refusals to start: programs say what is wrong with the settings, and end."""

import sys
from collections.abc import Iterable
from multiprocessing import current_process
from typing import NoReturn

from competition.config.environment import Problem


def refuse(found: Iterable[Problem]) -> NoReturn:
    """Write a line for each problem on standard error and end with exit status 1."""
    for problem in found:
        sys.stderr.write(f"{problem.sentence}\n")
    sys.stderr.flush()
    raise SystemExit(1)


def refuse_in_worker(found: list[Problem]) -> None:
    """End this process if there are problems. Of several workers only the first says what they are."""
    if not found:
        return
    # The numbers of this process and its parents within the server; none outside a server.
    if getattr(current_process(), "_identity", ()) in {(), (1,)}:
        refuse(found)
    raise SystemExit(1)
