"""Browser tests for the draw as a picture and in a frame on a club's site."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from competition.contest.models import Competition
from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from tests import bulk, stories
from tests.browser.browser import check_all_round, until
from tests.competition.worlds import rename, send_in, with_long_names

pytestmark = pytest.mark.django_db(transaction=True)

# Elements that overflow their match's box, overlap another element or leave the picture.
FAULTS = """() => {
    const faults = [], slack = 0.5;
    const box = element => element.getBoundingClientRect();
    const inside = (one, other) => one.left >= other.left - slack && one.right <= other.right + slack
        && one.top >= other.top - slack && one.bottom <= other.bottom + slack;
    const apart = (one, other) => one.right <= other.left + slack || other.right <= one.left + slack
        || one.bottom <= other.top + slack || other.bottom <= one.top + slack;
    const none_touch = elements => elements.forEach((one, place) => elements.slice(place + 1).forEach(other => {
        if (!apart(box(one), box(other))) faults.push(`${one.textContent} over ${other.textContent}`);
    }));
    const svg = document.documentElement;
    const paper = {left: 0, top: 0, right: svg.width.baseVal.value, bottom: svg.height.baseVal.value};
    for (const text of svg.querySelectorAll("text"))
        if (!inside(box(text), paper)) faults.push(`off the paper: ${text.textContent}`);
    const matches = [...svg.querySelectorAll("g[id]")];
    for (const match of matches) {
        const frame = match.querySelector("rect");
        if (!frame) none_touch([...match.querySelectorAll("text, path")]);
        for (const text of frame ? match.querySelectorAll("text") : [])
            if (!inside(box(text), box(frame))) faults.push(`out of ${match.id}: ${text.textContent}`);
        none_touch([...match.querySelectorAll("text")]);
    }
    none_touch(matches.map(match => match.querySelector("rect") || match));
    none_touch([...svg.querySelectorAll("text")].filter(text => !text.closest("g[id]")));
    return faults;
}"""


def in_mid_season(pairs: int) -> Competition:
    """Create a draw with long names and with matches in every state."""
    competition = with_long_names(pairs)
    first, *others = [state.code for state in stories.now(competition).rounds[0].matches if state.is_open]
    stories.settle(competition, first, kind=ResultKind.PLAYED, totals=(12340, 11980))
    for code in others[:1]:
        send_in(competition, code)
    for code in others[1:2]:
        upper, _ = stories.open_sheet(competition, code)
        play.record_deal(upper, number=1, deal=stories.deal())
    for code in others[2:4]:
        stories.settle(competition, code, upper_wins=False, kind=ResultKind.PLAYED, totals=(3980, 4730))
    return competition


def leave_one_of(competition: Competition, places: int) -> None:
    """Withdraw all pairs but one in each group of `places`, which decides whole rounds."""
    stay = [place.pair.pk for place in stories.now(competition).places if place.pair][::places]
    stories.leave(competition.pairs.exclude(pk__in=stay))


@pytest.mark.parametrize(("pairs", "left"), [(5, 1), (22, 4)])
def test_nothing_in_the_picture_overflows_its_box(open_browser, pairs, left):
    competition = in_mid_season(pairs)
    leave_one_of(competition, left)
    page = open_browser(1280)

    page.goto(f"/{competition.slug}/draw.svg")
    faults = page.evaluate(FAULTS)
    # A reader without the named fonts may have only this wide one.
    page.evaluate("document.documentElement.setAttribute('font-family', 'DejaVu Sans')")

    assert page.evaluate("document.querySelectorAll('g[id] text').length") > 2
    assert [faults, page.evaluate(FAULTS)] == [[], []]


def test_a_long_name_makes_the_boxes_wider(open_browser):
    competition = stories.published(2)
    rename(competition, 1, "W" * 80, "Bo Li")
    page = open_browser(1280)

    page.goto(f"/{competition.slug}/draw.svg")

    assert page.evaluate(FAULTS) == []


@pytest.fixture
def club():
    """Return a function that serves a club's page with this URL in a frame, and returns the page's own URL."""
    servers = []

    def serve(address: str) -> str:
        page = f'<!doctype html><title>A club</title><link rel=icon href=data:,><iframe src="{address}"></iframe>'

        class Page(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *args):
                """Suppress the request log."""

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Page))
        Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}/"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_framed_match_opens_in_the_whole_window(open_browser, live_server, club):
    competition = stories.published(4)
    page = open_browser(1280)

    page.goto(club(f"{live_server.url}/{competition.slug}/embed/"))
    frame = page.frame_locator("iframe")
    assert frame.locator("h1").inner_text() == competition.name
    frame.locator("#to-R1-M2").click()

    until(lambda: page.url == f"{live_server.url}/{competition.slug}/matches/R1-M2/")


def test_the_framed_draw_is_accessible(open_browser):
    competition = in_mid_season(5)
    page = open_browser()

    page.goto(f"/{competition.slug}/embed/")

    check_all_round(page)
    assert page.locator("nav").count() == 1


def test_a_draw_of_22_pairs_fits_on_a_projector(open_browser):
    page = open_browser(1280)
    page.goto(f"/{bulk.middle(22).slug}/")
    ends = "() => document.querySelector('.tree').getBoundingClientRect().bottom + scrollY"
    at_a_desk = page.evaluate(ends)

    page.set_viewport_size({"width": 1920, "height": 1080})

    assert [at_a_desk <= 1600, page.evaluate(ends) <= 1080] == [True, True]
