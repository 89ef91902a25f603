"""Handler that stops a long-running command on SIGTERM or SIGINT."""

import os
import select
import signal


class Stop:
    """A flag that is True after SIGTERM or SIGINT, so that a loop can end after its current step."""

    def __init__(self) -> None:
        """Handle both signals from now on."""
        self._asked = False
        # `wait` reads from a pipe. A lock could deadlock, because the main thread may hold it when the signal arrives.
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
        """Sleep until a signal arrives or the time is over. Return True if a signal has arrived."""
        select.select([self._read], [], [], seconds)
        return self._asked
