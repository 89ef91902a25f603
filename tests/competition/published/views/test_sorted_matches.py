"""The table of all matches, put in order by its columns."""

import re

import pytest
from django.core.cache import caches

from competition.knockout.rules.result import Kind
from tests import stories
from tests.competition.public_reading import public, rows, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Eight pairs: R1-M1 won by 750, R1-M2 by 30, R1-M3 by walkover, the others to come."""
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


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("round", DRAW),
        ("-round", ["R3-M1", "R2-M1", "R2-M2", "R1-M1", "R1-M2", "R1-M3", "R1-M4"]),
        ("margin", ["R1-M2", "R1-M1", *DRAW[2:]]),
        ("-margin", DRAW),
        ("-totals", ["R1-M2", "R1-M1", *DRAW[2:]]),
        ("state", ["R1-M1", "R1-M2", "R1-M4", "R2-M1", "R2-M2", "R3-M1", "R1-M3"]),
        ("-play-by", ["R3-M1", "R2-M1", "R2-M2", "R1-M1", "R1-M2", "R1-M3", "R1-M4"]),
    ],
)
def test_the_matches_stand_in_the_order_asked_for(client, competition, sort, order):
    assert codes(table(client, competition, sort=sort)) == order


@pytest.mark.parametrize("place", ["upper", "lower"])
def test_names_stand_in_the_order_of_the_alphabet_and_unknown_pairs_last(client, competition, place):
    column = {"upper": 2, "lower": 3}[place]

    names = [row[column].removesuffix(" (won)") for row in rows(table(client, competition, sort=place))]

    known = [name for name in names if not name.startswith("Winner of")]
    assert names[: len(known)] == sorted(known)


@pytest.mark.parametrize("sort", ["nonsense", "--round"])
def test_an_order_nobody_knows_is_that_of_the_draw(client, competition, sort):
    assert codes(table(client, competition, sort=sort)) == DRAW


def headings(answer) -> dict[str, tuple[str, str]]:
    """Each heading that is a link, with where it leads and how the table is sorted by it."""
    found = re.findall(r'<th scope="col"(.*?)><a href="\?sort=(.*?)">(.*?)</a></th>', answer.content.decode())
    return {words(title): (leads_to, "".join(re.findall('aria-sort="(.*)"', how))) for how, leads_to, title in found}


def test_the_headings_lead_to_the_orders_and_the_one_in_force_to_its_reverse(client, competition):
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


def test_each_order_is_kept_once_and_no_other_is(client, competition, django_assert_num_queries):
    table(client, competition, sort="margin")
    with django_assert_num_queries(1):
        table(client, competition, sort="margin")

    for nonsense in range(5):
        table(client, competition, sort=f"x{nonsense}")

    assert len(caches["pages"]._cache) == 2 * 2
