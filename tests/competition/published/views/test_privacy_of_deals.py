"""Deals that are kept private until the match is over, wherever everybody could have read them."""

import re

import pytest
from django.urls import reverse

from competition.config.urls import PUBLIC
from competition.knockout.rules.result import Kind
from competition.match.actions import privacy
from competition.pictures.png import png
from tests import stories
from tests.competition.public_reading import block, public, text

pytestmark = pytest.mark.django_db


def in_play(**conditions):
    """A match with one deal on its sheet, as its two pairs see it."""
    competition = stories.published(2, deals=2, **conditions)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    return competition, stories.tables(competition, "R1-M1")


@pytest.fixture(autouse=True)
def _pictures_as_they_were_written(monkeypatch):
    """A picture is read as the text that it is drawn from."""
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda svg_string, **how: svg_string.encode())
    png.cache_clear()
    yield
    png.cache_clear()


def readable(client, competition) -> set[str]:
    """The public pages where everybody can read a deal of the match."""
    values = {"competition": competition.slug, "code": "R1-M1"}
    pages = {
        route.name: reverse(f"public:{route.name}", kwargs={name: values[name] for name in route.pattern.converters})
        for route in PUBLIC
        if set(route.pattern.converters) <= set(values)
    }
    told = {name: client.get(page).content.decode() for name, page in pages.items()}
    return {name for name, said in told.items() if re.search("2♥|2H", said)}


PLACES = {"match", "match-live", "match-json", "match-csv"}


def test_the_deals_are_read_while_they_are_played(client):
    competition, _ = in_play()

    assert readable(client, competition) >= PLACES


def lines_of_the_lead(client, competition) -> list[int]:
    """How many are drawn in the match, on the draw and where it is framed."""
    pages = [client.get(public(page, competition)).content.decode() for page in ("draw", "embed")]
    return [page.partition('id="R1-M1"')[2].partition("</li>")[0].count("<svg") for page in pages]


def test_the_line_of_the_lead_goes_from_the_draw_with_a_wish_and_comes_back_with_leave(client):
    competition, tables = in_play()
    before = lines_of_the_lead(client, competition)

    privacy.keep_deals(tables[0], private=True)
    kept = lines_of_the_lead(client, competition)
    privacy.keep_deals(stories.tables(competition, "R1-M1")[0], private=False)

    assert [before, kept, lines_of_the_lead(client, competition)] == [[1, 1], [0, 0], [1, 1]]


def test_the_condition_keeps_them_until_the_match_is_over(client):
    competition, _ = in_play(deals_public=False)
    while_played = readable(client, competition)

    stories.settle(competition, "R1-M1", kind=Kind.RULING)

    assert while_played == set()
    assert readable(client, competition) >= PLACES


@pytest.mark.parametrize("place", [0, 1], ids=["upper", "lower"])
def test_either_pair_keeps_them_by_its_wish(client, place):
    competition, tables = in_play()

    privacy.keep_deals(tables[place], private=True)

    assert readable(client, competition) == set()


def test_the_totals_are_told_all_the_same(client):
    competition, (upper, lower) = in_play()
    privacy.keep_deals(upper, private=True)

    page = text(client.get(public("match", competition, "R1-M1")))

    assert f"Deal 1 of 2 done: {upper.pair} 60, {lower.pair} 0." in page
    assert "The deals of this match are kept private until it is over." in page
    assert "Deal 1 of 2 done" in block(client.get(public("draw", competition)), "R1-M1")


def test_there_is_no_file_and_no_chart_of_deals_that_are_kept(client):
    competition, (upper, _) = in_play()
    privacy.keep_deals(upper, private=True)

    page = client.get(public("match", competition, "R1-M1")).content.decode()

    assert ("<svg" in page, ".csv" in page) == (False, False)
    assert client.get(public("match-csv", competition, "R1-M1")).status_code == 404
    assert client.get(public("match-json", competition, "R1-M1")).json()["sheet"] is None
