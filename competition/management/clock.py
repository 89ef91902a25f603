"""A clock that stands where it is put, for what is told as if it had happened earlier."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from unittest.mock import patch

from django.utils import timezone


class MovedClock:
    """What Django asks for the time while it is moved; it never goes back, and never past the real moment."""

    def __init__(self) -> None:
        self.real = timezone.now()
        self._stands = self.real - timedelta(days=365)

    def put(self, moment: datetime) -> None:
        """Let it be this moment now."""
        self._stands = max(self._stands, min(moment, self.real))

    def now(self, tz: tzinfo | None = None) -> datetime:
        """The moment at which it stands."""
        return self._stands.astimezone(tz)


@contextmanager
def moved_clock() -> Iterator[MovedClock]:
    """The time of this process in one's own hands; only for a command that serves nobody meanwhile."""
    clock = MovedClock()
    with patch.object(timezone, "datetime", clock):
        yield clock
