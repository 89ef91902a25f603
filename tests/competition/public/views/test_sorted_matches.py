"""Tests for sorting the table of all matches."""

import re

import pytest
from django.core.cache import caches

from competition.knockout.rules.result import Kind
from tests import stories
from tests.competition.public_reading import public, rows, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Return eight pairs. R1-M1 is won by 750, R1-M2 by 30 and R1-M3 by walkover. No other match is decided."""
    competition = stories.published(8)
    stories.settle(competition, "R1-M1", kind=Kind.PLAYED, totals=(4730, 3980))
    stories.settle(competition, "R1-M2", kind=Kind.PLAYED, totals=(5010, 4980))
    stories.settle(competition, "R1-M3")
    return competition


def table(client, competition, **query):
    return client.get(public("matches", competition, **query))


def codes(answer) -> list[str]:
    return [row[0] for row in rows(answer)]


DRAW = ["R1-M1", "R1-M2", "R1-M3", "R1-M4", "R2-M1", "R2-M2", "R3-M1"]


ORDERS = {
    "round": DRAW,
    "-round": ["R3-M1", "R2-M1", "R2-M2", "R1-M1", "R1-M2", "R1-M3", "R1-M4"],
    "margin": ["R1-M2", "R1-M1", *DRAW[2:]],
    "-margin": DRAW,
    "-totals": ["R1-M2", "R1-M1", *DRAW[2:]],
    "state": ["R1-M1", "R1-M2", "R1-M4", "R2-M1", "R2-M2", "R3-M1", "R1-M3"],
    "-play-by": ["R3-M1", "R2-M1", "R2-M2", "R1-M1", "R1-M2", "R1-M3", "R1-M4"],
    # An unknown order is the order of the draw.
    "nonsense": DRAW,
    "--round": DRAW,
}


def test_the_matches_are_sorted_by_the_selected_column(client, competition):
    assert {sort: codes(table(client, competition, sort=sort)) for sort in ORDERS} == ORDERS


def test_pairs_are_sorted_by_name_with_unknown_pairs_last(client, competition):
    for place, column in {"upper": 2, "lower": 3}.items():
        names = [row[column].removesuffix(" (won)") for row in rows(table(client, competition, sort=place))]

        known = [name for name in names if not name.startswith("Winner of")]
        assert names[: len(known)] == sorted(known)


def headings(answer) -> dict[str, tuple[str, str]]:
    """Return the headings that are links, each with its target and its sort direction."""
    found = re.findall(r'<th scope="col"(.*?)><a href="\?sort=(.*?)">(.*?)</a></th>', answer.content.decode())
    return {words(title): (leads_to, "".join(re.findall('aria-sort="(.*)"', how))) for how, leads_to, title in found}


def test_each_heading_links_to_its_order_or_the_reverse(client, competition):
    assert headings(table(client, competition, sort="margin")) == {
        "Round": ("round", ""),
        "Upper pair": ("upper", ""),
        "Lower pair": ("lower", ""),
        "Totals": ("-totals", ""),
        "Margin": ("-margin", "ascending"),
        "State": ("state", ""),
        "Play by": ("play-by", ""),
    }
    assert headings(table(client, competition, sort="-margin"))["Margin"] == ("margin", "descending")
    assert headings(table(client, competition))["Round"] == ("-round", "ascending")


def test_only_known_orders_are_cached(client, competition, django_assert_num_queries):
    table(client, competition, sort="margin")
    with django_assert_num_queries(1):
        table(client, competition, sort="margin")

    for nonsense in range(2):
        table(client, competition, sort=f"x{nonsense}")

    assert len(caches["pages"]._cache) == 2 * 2
