"""Stopping a long-running command by SIGTERM or SIGINT."""

import os
import select
import signal


class Stop:
    """True once SIGTERM or SIGINT has come, so that a loop can end after its current step."""

    def __init__(self) -> None:
        """Handle both signals from now on."""
        self._asked = False
        # `wait` reads from a pipe, since a lock held by the main thread must not be taken in a signal handler.
        self._read, self._write = os.pipe()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        if not self._asked:
            self._asked = True
            os.write(self._write, b".")

    def __bool__(self) -> bool:
        return self._asked

    def wait(self, seconds: float) -> bool:
        """Sleep until a signal comes. Return True if it has."""
        select.select([self._read], [], [], seconds)
        return self._asked
