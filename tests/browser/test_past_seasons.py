"""Browser tests for the pages about all competitions."""

import pytest

from tests import stories
from tests.browser.browser import check_all_round
from tests.competition.public_reading import public
from tests.competition.seasons import BEN, CYD, FOUR, address, beat, play_out, season

LONG = "Wilhelmina Featherstonehaugh-Cholmondeley"


@pytest.fixture
def pages(transactional_db):
    """Return these pages' URLs, with one finished season, one in progress, and a player with a long name."""
    players = ((LONG, BEN), *FOUR[1:])
    past = season(*players[:2], year=2024)
    play_out(past, "R1-M1", stories.deal("6S", 12), stories.deal("1C", 7, "W"))
    now = season(*players, year=2026, deals=4)
    beat(now, LONG, 4730, 3980)
    [code] = [state.code for state in stories.now(now).rounds[0].matches if state.is_open]
    stories.record(stories.open_sheet(now, code)[0], stories.deal())
    stories.add_past_season(past)
    pages = ["/", "/archive/", public("honours", past), "/players/", "/players/?find=a", "/players/?find=zzz"]
    return [*pages, address(LONG), address(LONG, CYD), address("Mia Lane")]


def test_the_archive_pages_are_accessible_and_fit(open_browser, pages):
    page = open_browser()
    for path in pages:
        page.goto(path)
        check_all_round(page)
