"""Settings for a server with a clock that tests can move: the file `CLOCK` holds the seconds by which it is ahead."""

import os
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from unittest.mock import patch

from tests.benchmarks.constant import *  # noqa: F403
from tests.clock import Clock

ROOT_URLCONF = "competition.config.urls"
_AHEAD = Path(os.environ["CLOCK"])


_now = Clock.now


def now(tz: tzinfo | None = None) -> datetime:
    """Return the time of the tests' clock, ahead by the seconds in the file."""
    return _now(tz) + timedelta(seconds=float(_AHEAD.read_text() or 0))


# Replace the function and not the class, because another test module may start its clock again.
patch.object(Clock, "now", staticmethod(now)).start()
