"""Refusals to start: programs say what is wrong with the settings, and end."""

import sys
from collections.abc import Iterable
from multiprocessing import current_process

from competition.config.environment import Problem


def refuse_if(found: Iterable[Problem]) -> None:
    """If there are problems, write a line for each on standard error and end with exit status 1."""
    lines = [f"{problem.sentence}\n" for problem in found]
    if lines:
        sys.stderr.write("".join(lines))
        sys.stderr.flush()
        raise SystemExit(1)


def refuse_in_worker(found: list[Problem]) -> None:
    """End this process if there are problems. Of several workers only the first says what they are."""
    # The numbers of this process and its parents within the server; none outside a server.
    if getattr(current_process(), "_identity", ()) in {(), (1,)}:
        refuse_if(found)
    if found:
        raise SystemExit(1)
