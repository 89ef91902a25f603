"""Tests for the link preview of the draw."""

import html
import re
import struct

import pytest
from django.conf import settings

from tests import bulk, stories
from tests.competition.addresses import addresses
from tests.competition.public_reading import public

pytestmark = pytest.mark.django_db


def preview(page) -> dict[str, str]:
    found = re.findall(r'<meta property="og:([\w:]+)" content="(.*?)">', page.content.decode())
    return {name: html.unescape(content) for name, content in found}


def test_the_preview_has_the_title_and_state_of_the_draw(client):
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")

    told = preview(client.get(public("draw", competition)))

    assert (told["title"], told["description"]) == (str(competition), "4 pairs; Semi-finals, 1 of 2 decided")


# Pages that search engines should ignore: variants of another page, or one of many similar pages.
NOT_FOR_SEARCH = {
    "<slug:competition>/?find=a",
    "<slug:competition>/embed/",
    "<slug:competition>/matches/<code:code>/print/",
}
ELSEWHERE = {
    "pads": "/pads/",
    **{game: f"/pads/new/{game}/" for game in ("rubber", "chicago", "singles", "nullos")},
    "calculator": "/tables/?level=4",
    "duplicate": "/tables/duplicate/",
    "table": "/tables/rubber/",
}


def test_every_page_has_a_preview_title_and_canonical_url(client):
    early, drawn = stories.taking_entries(2), bulk.with_the_longest_names(8)
    pages = {name.split(": ")[-1]: address for name, address in addresses(drawn).items()} | ELSEWHERE
    pages |= {name: f"/{early.slug}/{name}" for name in ("", "conditions/", "enter/")}
    pages |= {"closed": f"/{drawn.slug}/enter/"}

    hidden = set()
    for name, address in pages.items():
        page = client.get(address, headers={"host": "localhost"}, secure=True)
        if not page["Content-Type"].startswith("text/html") or b"<!doctype" not in page.content:
            continue
        title = html.unescape(re.search("<title>(.*?)</title>", page.content.decode(), re.DOTALL)[1])
        assert 0 < len(title) <= 60, name
        if b'<meta name="robots" content="noindex">' in page.content:
            hidden.add(name)
            continue
        told, own = preview(page), f"https://localhost{address.partition('?')[0]}"
        assert f'<link rel="canonical" href="{own}">' in page.content.decode(), name
        assert told["url"] == own
        assert all(told[what] for what in ("title", "description", "image", "image:alt", "site_name")), name
    assert hidden == NOT_FOR_SEARCH


def test_the_site_picture_has_the_stated_size(client):
    told = preview(client.get("/archive/", headers={"host": "localhost"}))

    file = settings.BASE_DIR / "static" / told["image"].removeprefix("http://localhost/static/")
    size = struct.unpack(">II", file.read_bytes()[16:24])
    assert (told["image:type"], size) == ("image/png", (int(told["image:width"]), int(told["image:height"])))


def test_a_club_can_copy_the_embed_code(client):
    competition = stories.published(2)
    competition.name = 'Lakes & "Plains"'
    competition.save()

    page = client.get(public("draw", competition), headers={"host": "localhost"}, secure=True).content.decode()

    pasted = html.unescape(re.search(r'<code [^>]*id="frame">(.*?)</code>', page)[1])
    assert pasted == (
        f'<iframe src="https://localhost{public("embed", competition)}" '
        'title="The draw of Lakes &amp; &quot;Plains&quot; 2026" width="100%" height="900"></iframe>'
    )
