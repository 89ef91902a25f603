"""Tests for the PNG pictures shown with shared links."""

import re
import struct
from itertools import repeat

import pytest

from competition.web import png
from competition.web.text_metrics import is_covered
from tests import stories
from tests.competition.public_reading import public

pytestmark = pytest.mark.published(4, deals=2)


@pytest.fixture
def drawings(monkeypatch):
    """Return a list that gains one item for each picture drawn. Pictures cached by other tests do not count."""
    import resvg_py

    drawn, real = [], resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **how: drawn.append(how) or real(**how))
    png.draw_png.cache_clear()
    png._drawn.clear()
    return drawn


def size(picture: bytes) -> tuple[int, int]:
    return struct.unpack(">II", picture[16:24])


def named(page, what: str) -> str:
    return page.content.decode().partition(f'og:{what}" content="')[2].partition('"')[0]


@pytest.mark.parametrize(("name", "of"), [("draw", []), ("match", ["R1-M1"])])
def test_each_page_has_its_own_picture_of_the_stated_size(client, competition, drawings, name, of):
    page = client.get(public(name, competition, *of))
    picture = client.get(named(page, "image"))

    assert picture["Content-Type"] == "image/png"
    assert size(picture.content) == (int(named(page, "image:width")), int(named(page, "image:height")))
    at = public(f"{name}-png", competition, *of)
    assert {f'href="{at}"', f'href="{at.rpartition("/")[2]}"'} & set(re.findall('href=".*?"', page.content.decode()))


def test_a_picture_is_redrawn_only_after_a_change(client, competition, drawings):
    address = public("match-png", competition, "R1-M1")
    client.get(address)

    other, _ = stories.open_sheet(competition, "R1-M2")
    stories.record(other, stories.deal())
    client.get(address)
    assert len(drawings) == 1

    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())
    client.get(address)
    assert len(drawings) == 2


def test_too_many_requests_are_redirected_to_the_svg(client, competition, drawings):
    png._drawn.extend(repeat(png.monotonic(), png.MOST_A_MINUTE))

    answer = client.get(public("match-png", competition, "R1-M1"))

    assert (answer.status_code, answer["Location"], drawings) == (302, public("match-svg", competition, "R1-M1"), [])


def test_svg_is_served_without_the_pictures_extra(client, competition, monkeypatch):
    monkeypatch.setattr("competition.web.cached_page.is_installed", lambda: False)
    monkeypatch.setattr(png, "is_installed", lambda: False)
    png.draw_png.cache_clear()

    assert client.get(public("draw-png", competition))["Location"] == public("draw-svg", competition)
    assert named(client.get(public("draw", competition)), "image").endswith("/preview.png")


def test_the_card_of_a_large_draw_has_the_usual_size(client, drawings):
    assert size(client.get(public("draw-png", stories.published(33))).content) == (1200, 630)


def test_the_font_contains_letters_with_macrons():
    assert is_covered("Wiremu Te Wh\u0101nau \u2013 \u201cPiripi\u201d \u0141ukasz \u0391\u0398")
    assert not is_covered("\u0416")
    assert not is_covered("\u674e \u660e")
