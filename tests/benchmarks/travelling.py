"""Settings for a server whose clock a test moves: the file `CLOCK` has the seconds by which it is ahead."""

import os
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from unittest.mock import patch

from django.utils import timezone

from tests.benchmarks.constant import *  # noqa: F403
from tests.clock import Clock

ROOT_URLCONF = "competition.config.urls"
_AHEAD = Path(os.environ["CLOCK"])


class TravellingClock(Clock):
    """The clock of the tests, ahead by the seconds in the file."""

    @staticmethod
    def now(tz: tzinfo | None = None) -> datetime:
        """Return the current time of the season."""
        return Clock.now(tz) + timedelta(seconds=float(_AHEAD.read_text() or 0))


patch.object(timezone, "datetime", TravellingClock).start()
