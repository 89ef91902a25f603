"""The clock of a round at one venue on one day."""

from datetime import datetime, timedelta
from typing import NamedTuple

_A_MINUTE = timedelta(minutes=1)


class Clock(NamedTuple):
    """The start and the end of a round. `key` is the key of the stored row."""

    starts_at: datetime
    ends_at: datetime
    key: int

    def minutes_left(self, now: datetime) -> int:
        """Return the number of minutes until the end, rounded up. 0 if time has been called."""
        return max(0, -((now - self.ends_at) // _A_MINUTE))


def minutes_after(at: datetime, minutes: int) -> datetime:
    """Return the end of a round. Pages and the clock of the venue show whole minutes, so it has no seconds."""
    return at.replace(second=0, microsecond=0) + minutes * _A_MINUTE
