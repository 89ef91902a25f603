import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from competition.draw.presenters.overview import short_day
from competition.public.presenters.blocks import block, when
from tests import stories


def test_the_current_year_depends_on_the_local_time_zone():
    now = datetime(2026, 12, 31, 20, tzinfo=UTC)
    arranged = datetime(2027, 1, 3, 19, 30, tzinfo=timezone.get_current_timezone())

    assert (timezone.localdate(now).year, when(arranged, now)) == (2027, "Sun 3 Jan, 19:30")


@pytest.mark.django_db
def test_a_caption_names_the_extended_play_by_date():
    competition = stories.published(4, first_play_by=timezone.localdate() + timedelta(days=2))
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())
    today = timezone.localdate()
    until = [short_day(stories.extend(competition, code), today) for code in ("R1-M1", "R1-M2")]

    draw = stories.now(competition)
    found = [block(draw, draw.matches[code], draw.names, None, "") for code in ("R1-M1", "R1-M2")]

    assert [re.findall(r'class="caption"[^>]*>([^<]+)<', html) for html in found] == [
        [f"Deal 1 of 30 done, play by {until[0]}"],
        [f"Play by {until[1]}"],
    ]
