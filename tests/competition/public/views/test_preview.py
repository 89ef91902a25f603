"""Tests for the link preview of the draw."""

import html
import re
import struct

from django.conf import settings

from tests import stories
from tests.competition.public_reading import public
from tests.markup import markup


def preview(page) -> dict[str, str]:
    found = re.findall(r'<meta property="og:([\w:]+)" content="(.*?)">', markup(page))
    return {name: html.unescape(content) for name, content in found}


def test_the_preview_has_the_title_and_state_of_the_draw(client):
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")

    told = preview(client.get(public("draw", competition)))

    assert (told["title"], told["description"]) == (str(competition), "4 pairs. Semi-finals: 1 of 2 decided")


# Pages that search engines should ignore: variants of another page, or one of many similar pages.


def test_the_site_picture_has_the_stated_size(client):
    told = preview(client.get("/archive/", headers={"host": "localhost"}))

    file = settings.BASE_DIR / "static" / told["image"].removeprefix("http://localhost/static/")
    size = struct.unpack(">II", file.read_bytes()[16:24])
    assert (told["image:type"], size) == ("image/png", (int(told["image:width"]), int(told["image:height"])))


def test_a_club_can_copy_the_embed_code(client):
    competition = stories.published(2)
    competition.name = 'Lakes & "Plains"'
    competition.save()

    page = markup(client.get(public("draw", competition), headers={"host": "localhost"}, secure=True))

    pasted = html.unescape(re.search(r'<code [^>]*id="frame">(.*?)</code>', page)[1])
    assert pasted == (
        f'<iframe src="https://localhost{public("embed", competition)}" '
        'title="The draw of Lakes &amp; &quot;Plains&quot; 2026" width="100%" height="900"></iframe>'
    )
