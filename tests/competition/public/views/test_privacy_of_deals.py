"""Tests for deals that are private until the match is over."""

import re

import pytest
from django.urls import reverse

from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from competition.web.png import draw_png
from tests import stories
from tests.competition.addresses import PUBLIC
from tests.competition.public_reading import block, public, text


def in_play(**conditions):
    """Return a competition with one deal in its match, and the match as seen by both pairs."""
    competition = stories.published(2, deals=2, **conditions)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    return competition, stories.tables(competition, "R1-M1")


@pytest.fixture(autouse=True)
def _pictures_as_they_were_written(monkeypatch):
    """Replace each picture by its SVG text, so that the test can search the text."""
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda svg_string, **how: svg_string.encode())
    draw_png.cache_clear()
    yield
    draw_png.cache_clear()


def readable(client, competition) -> set[str]:
    """Return the names of the public pages that show a deal of the match."""
    values = {"competition": competition.slug, "code": "R1-M1"}
    pages = {
        route.name: reverse(f"public:{route.name}", kwargs={name: values[name] for name in route.parameters})
        for route in PUBLIC
        if {*route.parameters} <= {*values}
    }
    told = {name: client.get(page).content.decode() for name, page in pages.items()}
    return {name for name, said in told.items() if re.search("2♥|2H", said)}


PLACES = {"match", "match-live", "match-json", "match-csv"}


def lines_of_the_lead(client, competition) -> list[int]:
    """Return the number of the match's lead charts, on the draw and on the embedded draw."""
    pages = [client.get(public(page, competition)).content.decode() for page in ("draw", "embed")]
    return [page.partition('id="R1-M1"')[2].partition("</li>")[0].count("<svg") for page in pages]


def test_private_deals_hide_the_chart_of_the_lead(client):
    competition, tables = in_play()
    before = lines_of_the_lead(client, competition)

    play.keep_deals(tables[0], private=True)
    kept = lines_of_the_lead(client, competition)
    play.keep_deals(stories.tables(competition, "R1-M1")[0], private=False)

    assert [before, kept, lines_of_the_lead(client, competition)] == [[1, 1], [0, 0], [1, 1]]


def test_private_deals_hide_the_replaced_score_sheets(client):
    competition, _ = in_play()
    stories.replay(competition, "R1-M1")
    upper, _ = stories.open_sheet(competition, "R1-M1")
    assert re.search("2♥", show(client, competition, "match"))

    play.keep_deals(upper, private=True)

    assert not re.search("2♥", show(client, competition, "match"))


def test_the_conditions_can_hide_deals_until_the_match_is_over(client):
    competition, _ = in_play(spectators="totals")
    hidden = [re.search("2♥|2H", show(client, competition, name)) for name in PLACES]
    lines = lines_of_the_lead(client, competition)

    stories.settle(competition, "R1-M1", kind=ResultKind.RULING)

    assert (hidden, lines) == ([None] * 4, [0, 0])
    assert [name for name in PLACES if not re.search("2♥|2H", show(client, competition, name))] == []


def show(client, competition, name: str) -> str:
    """Return a public page or file of the match."""
    return client.get(public(name, competition, "R1-M1")).content.decode()


def test_a_pair_can_hide_the_deals_and_the_totals_stay_public(client):
    competition, (upper, lower) = in_play()
    assert readable(client, competition) >= PLACES

    play.keep_deals(lower, private=True)

    assert readable(client, competition) == set()
    answer = client.get(public("match", competition, "R1-M1"))
    page = text(answer)
    assert f"Deal 1 of 2 done: {upper.pair} 60, {lower.pair} 0." in page
    assert "The deals of this match are kept private until it is over." in page
    assert "Deal 1 of 2 done" in block(client.get(public("draw", competition)), "R1-M1")
    assert ("<svg" in answer.content.decode(), ".csv" in answer.content.decode()) == (False, False)
    assert client.get(public("match-csv", competition, "R1-M1")).status_code == 404
    assert client.get(public("match-json", competition, "R1-M1")).json()["sheet"] is None
