"""Test for the number of modules that a recorded deal runs through."""

import sys

import pytest
from django.conf import settings

from tests import stories
from tests.competition.pair_reading import JSON, address, said

pytestmark = pytest.mark.counts
ROOT = f"{settings.BASE_DIR}/"
MOST = 25


class ModuleTrace:
    """Profiler that collects our modules in which a function runs, from the view until the deal is stored."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self._under_way = False

    def __call__(self, frame, event: str, _) -> None:
        if not frame.f_code.co_filename.startswith(ROOT):
            return
        where, name = frame.f_code.co_filename.removeprefix(ROOT), frame.f_code.co_name
        if event == "call" and (where, name) == ("competition/match/views/match.py", "record"):
            self._under_way = True
        if event == "return" and (where, name) == ("competition/match/actions/play.py", "record_deal"):
            self._under_way = False
        if event == "call" and self._under_way and where.startswith(("competition/", "scoring/")):
            self.modules.add(where)


def test_recording_a_deal_runs_through_at_most_25_modules(phone):
    competition, trace = stories.published(4), ModuleTrace()
    upper, _ = stories.open_sheet(competition, "R1-M1")
    client = phone(upper.pair)
    client.post(address("record", competition), said(1), headers=JSON)
    # Use a deal that no other test records, because the scores of known deals are cached.
    sent = said(
        2, level=7, denomination="S", doubling=4, tricks=1, honours="ew-150", note="Late.", misdeals=3, asks="yes"
    )

    sys.setprofile(trace)
    try:
        answer = client.post(address("record", competition), sent | {"asks": "yes"}, headers=JSON)
    finally:
        sys.setprofile(None)

    assert answer.status_code == 200
    assert "scoring/rules/deal.py" in trace.modules
    assert len(trace.modules) <= MOST, sorted(trace.modules)
