from datetime import UTC, datetime, timedelta

from competition.draw.rules.clock import Clock, minutes_after


def test_minutes_left_are_rounded_up():
    at = datetime(2030, 5, 31, 14, 10, 20, tzinfo=UTC)
    clock = Clock(at, minutes_after(at, 60), 1)

    assert clock.ends_at == datetime(2030, 5, 31, 15, 10, tzinfo=UTC)
    assert [clock.minutes_left(clock.ends_at - timedelta(seconds=s)) for s in (61, 60, 1, 0, -60)] == [2, 1, 1, 0, 0]
