"""What others show of the draw where its address is shared."""

import html
import re
import struct

import pytest
from django.conf import settings

from tests import stories
from tests.competition.public_reading import public

pytestmark = pytest.mark.django_db


def preview(page) -> dict[str, str]:
    found = re.findall(r'<meta property="og:([\w:]+)" content="(.*?)">', page.content.decode())
    return {name: html.unescape(content) for name, content in found}


def test_a_shared_draw_tells_what_it_is_and_how_it_stands(client):
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")

    told = preview(client.get(public("draw", competition)))

    assert (told["title"], told["description"]) == (str(competition), "4 pairs; Semi-finals, 1 of 2 played")


@pytest.mark.parametrize("query", [{}, {"round": 1}, {"pair": 2}])
def test_a_shared_draw_tells_its_address_in_full(client, query):
    competition = stories.published(4)

    page = client.get(public("draw", competition, **query), headers={"host": "localhost"}, secure=True)

    address = f"https://localhost{public('draw', competition)}"
    assert preview(page)["url"] == address
    assert f'<link rel="canonical" href="{address}">' in page.content.decode()


@pytest.mark.parametrize(("name", "rest"), [("matches", []), ("pair", [1]), ("record", []), ("conditions", [])])
def test_every_page_of_a_draw_tells_its_address_and_what_it_is(client, name, rest):
    address = public(name, stories.published(4), *rest)

    page = client.get(f"{address}?sort=state", headers={"host": "localhost"}, secure=True)

    assert f'<link rel="canonical" href="https://localhost{address}">' in page.content.decode()
    assert (preview(page)["url"], bool(preview(page)["title"])) == (f"https://localhost{address}", True)


def test_the_picture_of_a_shared_draw_is_as_large_as_it_says(client):
    told = preview(client.get(public("draw", stories.published(2)), headers={"host": "localhost"}))

    file = settings.BASE_DIR / "static" / told["image"].removeprefix("http://localhost/static/")
    size = struct.unpack(">II", file.read_bytes()[16:24])
    assert (told["image:type"], size) == ("image/png", (int(told["image:width"]), int(told["image:height"])))


def test_a_club_is_given_what_frames_the_draw_on_its_own_site(client):
    competition = stories.published(2)
    competition.name = 'Lakes & "Plains"'
    competition.save()

    page = client.get(public("draw", competition), headers={"host": "localhost"}, secure=True).content.decode()

    pasted = html.unescape(re.search(r'<code [^>]*id="frame">(.*?)</code>', page)[1])
    assert pasted == (
        f'<iframe src="https://localhost{public("embed", competition)}" '
        'title="The draw of Lakes &amp; &quot;Plains&quot; 2026" width="100%" height="900"></iframe>'
    )


@pytest.mark.parametrize("name", ["calendar", "feed", "draw-svg", "draw-csv", "draw-json"])
def test_the_draw_leads_to_its_other_forms(client, name):
    competition = stories.published(2)

    address = public(name, competition)
    assert f'href="{address.rpartition("/")[2]}"' in client.get(public("draw", competition)).content.decode()
    assert client.get(address).status_code == 200


def test_a_pair_finds_its_calendar(client):
    competition = stories.published(2)

    assert 'href="calendar.ics"' in client.get(public("pair", competition, 1)).content.decode()
