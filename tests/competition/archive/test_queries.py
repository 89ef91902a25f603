from datetime import timedelta

from competition.archive.queries import latest_moves
from competition.audit.models import LogEntry
from tests import stories
from tests.competition.worlds import agree, send_in


def test_moves_returns_the_latest_event_of_each_match():
    first, second = stories.published(4), stories.published(4, seed="another")
    for competition in (first, second):
        send_in(competition, "R1-M1")
        send_in(competition, "R1-M2")
    agree(first, "R1-M1")
    last = LogEntry.objects.filter(competition=first, match="R1-M1").order_by("at").last().at
    both = {first.pk, second.pk}

    found = latest_moves(both, ["R1-M1"], last - timedelta(days=1))

    assert (found[first.pk], {*found}) == ({"R1-M1": last}, both)
    assert latest_moves({first.pk}, ["R1-M1"], last) == {first.pk: {"R1-M1": last}}
    assert latest_moves(both, ["R1-M1", "R1-M2"], last + timedelta.resolution) == {}
    assert {
        code for one in latest_moves(both, ["R1-M1", "R1-M2"], last - timedelta(days=1)).values() for code in one
    } == {"R1-M1", "R1-M2"}
