"""Clock for tests. Every run begins at the same time, so that no test depends on the date or the hour."""

import os
from datetime import datetime, tzinfo
from time import time
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.utils import timezone

# A Wednesday morning, far from midnight, clock changes and the end of the year.
BEGINS = datetime(2026, 11, 18, 10, tzinfo=ZoneInfo("Pacific/Auckland"))
# Environment variable with the real time at which the run began. All processes in a run inherit it, so that they agree
# on the time.
_BEGAN = "TESTS_BEGAN"


_SHIFT = BEGINS - datetime.fromtimestamp(float(os.environ.setdefault(_BEGAN, str(time()))), BEGINS.tzinfo)


class _IsDatetime(type):
    """A metaclass for Django's checks of whether a value is a datetime."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


class Clock(metaclass=_IsDatetime):
    """Substitute for the class that Django asks for the time. It is the real clock with a constant offset."""

    @staticmethod
    def now(tz: tzinfo | None = None) -> datetime:
        """Return the current time in this run."""
        return datetime.now(tz) + _SHIFT


def start() -> None:
    """Start the clock in this process."""
    patch.object(timezone, "datetime", Clock).start()
