from datetime import UTC, datetime

from django.utils import timezone

from competition.public.presenters.blocks import when


def test_the_present_year_depends_on_the_local_time_zone():
    now = datetime(2026, 12, 31, 20, tzinfo=UTC)
    arranged = datetime(2027, 1, 3, 19, 30, tzinfo=timezone.get_current_timezone())

    assert (timezone.localdate(now).year, when(arranged, now)) == (2027, "Sun 3 Jan, 19:30")
