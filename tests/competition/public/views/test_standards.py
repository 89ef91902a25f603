"""Tests for web standards: the sitemap, the manifest, valid HTML, titles and data for other sites."""

import html
import re
import struct
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from competition.draw.rules.result import ResultKind
from tests import bulk, stories
from tests.competition.public_reading import public
from tests.competition.worlds import rename
from tests.valid_html import PAGE, faults

pytestmark = pytest.mark.published(4, deals=2)
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def test_every_url_in_the_sitemap_exists(client, settings):
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    competition = stories.published(2, deals=2)
    stories.taking_entries(2)

    root = ElementTree.fromstring(client.get("/sitemap.xml").content)

    addresses = [place.text.removeprefix("http://testserver") for place in root.iter(f"{SITEMAP}loc")]
    assert {public("draw", competition), public("match", competition, "R1-M1")} <= set(addresses)
    assert {client.get(address).status_code for address in addresses} == {200}


def test_robots_txt_names_the_sitemap_and_private_pages(client):
    lines = client.get("/robots.txt").content.decode().splitlines()

    assert "Sitemap: http://testserver/sitemap.xml" in lines
    assert {"Disallow: /p/", "Disallow: /play/", "Disallow: /desk/"} < set(lines)


def test_draw_json_has_times_and_links(client, competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(400, 300))

    told = client.get(public("draw-json", competition)).json()

    matches = [match for round in told["rounds"] for match in round["matches"]]
    assert {client.get(match["link"]).status_code for match in matches} == {200}
    assert {client.get(link).status_code for link in told["links"].values()} == {200}
    assert [bool(match["decided_at"]) for match in matches] == [True, False, False]
    assert told["published_at"] <= matches[0]["decided_at"] <= told["as_of"]


def test_the_manifest_has_icons_of_the_stated_size(client):
    assert '<link rel="manifest" href="/site.webmanifest">' in client.get("/").content.decode()
    answer = client.get("/site.webmanifest")
    manifest = answer.json()
    pictures = {icon["src"]: icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}

    def size(source: str) -> str:
        with open(finders.find(source.removeprefix(settings.STATIC_URL)), "rb") as file:
            return "{}x{}".format(*struct.unpack(">II", file.read(24)[16:]))

    assert answer["Content-Type"] == "application/manifest+json"
    assert {source: size(source) for source in pictures} == pictures
    assert {"192x192", "512x512"} <= set(pictures.values())
    assert (manifest["start_url"], manifest["scope"]) == ("/play/", "/")
    assert {"name", "short_name", "id", "display", "theme_color", "background_color"} < set(manifest)


# The test client checks every page in every test with this function.
@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<span><div>a</div></span>", "<div> in <span>"),
        ("<ul><p>a</p></ul>", "<p> in <ul>"),
        ('<label for="nobody">a</label>', "for='nobody' is nowhere"),
        ("<a href='/'><button>a</button></a>", "<button> in <a>"),
        ('<img src="a.png">', "<img> without words for it"),
        ("<p>a<div>b</div></p>", "unexpected-end-tag"),
    ],
)
def test_invalid_html_is_reported(html, fault):
    assert fault in str(faults(PAGE + html))


DESK = (
    "",
    "matches/",
    "matches/R1-M1/",
    "pairs/",
    "pairs/1/",
    "log/",
    "more/",
    "conditions/",
    "start-from/",
    "messages/",
)


def title(client, address: str) -> str:
    """Return the title of this page."""
    page = client.get(address, follow=True).content.decode()
    return html.unescape(re.search("<title>(.*?)</title>", page, re.DOTALL)[1])


def test_desk_page_titles_are_not_cut_off(client):
    competition = bulk.with_the_longest_names(4)
    client.force_login(competition.organisers.first())

    found = {page: title(client, f"/desk/{competition.slug}/{page}") for page in DESK}

    assert {page: title for page, title in found.items() if not 0 < len(title) <= 60} == {}


def test_the_title_of_a_match_page_shortens_long_names(client, competition):
    rename(competition, 1, "Ann-Marguerite Larkspur", "Bartholomew Wren")
    state = next(state for state in stories.now(competition).rounds[0].matches if 1 in state.numbers)

    found = title(client, public("match", competition, state.code))

    assert "Larkspur & Wren" in found
    assert found.endswith("2026")
