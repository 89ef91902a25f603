"""How many modules somebody reads who follows a deal from its request into the database."""

import sys
from pathlib import Path

import pytest

import competition as package
from tests import stories
from tests.competition.pair_reading import JSON, said
from tests.competition.pair_reading import play as address

pytestmark = [pytest.mark.django_db, pytest.mark.counts]
ROOT = Path(package.__file__).parents[1]
MOST = 22


class Walk:
    """The modules of ours in which a function runs from when the view is entered until the deal is written."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self._under_way = False

    def __call__(self, frame, event: str, _) -> None:
        file, name = Path(frame.f_code.co_filename), frame.f_code.co_name
        where = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else ""
        if event == "call" and (where, name) == ("competition/match/views/sheet.py", "record"):
            self._under_way = True
        if event == "return" and (where, name) == ("competition/match/actions/play.py", "record_deal"):
            self._under_way = False
        if event == "call" and self._under_way and where.startswith(("competition/", "scoring/")):
            self.modules.add(where)


def test_a_deal_enters_at_most_22_modules_from_the_view_to_the_last_row_written(phone):
    competition, walk = stories.published(4), Walk()
    upper, _ = stories.open_sheet(competition, "R1-M1")
    client = phone(upper.pair)
    client.post(address("record", competition), said(1), headers=JSON)
    # No other test has priced this deal: what is priced once is remembered.
    sent = said(
        2, level=7, denomination="S", doubling=4, tricks=1, honours="ew-150", note="Late.", misdeals=3, asks="yes"
    )

    sys.setprofile(walk)
    try:
        answer = client.post(address("record", competition), sent | {"asks": "yes"}, headers=JSON)
    finally:
        sys.setprofile(None)

    assert answer.status_code == 200
    assert "scoring/rules/price.py" in walk.modules
    assert len(walk.modules) <= MOST, sorted(walk.modules)
