"""Tests for the score pad of a whole match, for the pairs and for the public."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.match.actions import play
from scoring.rules.deal import DealResult
from tests import stories
from tests.competition.pair_reading import address, text, words

pytestmark = pytest.mark.published(4, deals=5)
MISSING = 404


@pytest.fixture
def tables(competition):
    """Start the sheet, and record the leaflet's example of three deals and a passed-in deal."""
    upper, lower = stories.open_sheet(competition, "R1-M1")
    deals = stories.deal("2H", 9, "S"), stories.deal("3NT", 9, "E"), stories.deal("4S", 10, "W")
    stories.record(upper, *deals, DealResult.passed_in())
    return upper, lower


def public(competition) -> str:
    return reverse("public:match-pad", args=[competition.slug, "R1-M1"])


def rows(response) -> list[list[str]]:
    """Return the cells in each row of the pad, without empty cells."""
    page = html.unescape(response.content.decode()).partition("</caption>")[2].partition("</table>")[0]
    found = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL)]
    return [[cell for cell in map(words, row) if cell] for row in found]


def test_the_pad_shows_every_rubber_above_and_below_the_line(phone, competition, tables):
    upper, lower = tables
    north, south = (player.name for player in upper.pair.players.all())
    east, west = (player.name for player in lower.pair.players.all())

    page = phone(lower.pair).get(address("pad", competition))

    assert rows(page) == [
        ["Individual scores", "First rubber We won by 830", "Second rubber unfinished", "Total"],
        [east, "920", "0", "920"],
        [west, "920", "0", "920"],
        [north, "90", "0", "90"],
        [south, "90", "0", "90"],
        ["We", "They", "We", "They"],
        ["above the line", "deal 3 700 rubber", "deal 1 30 overtricks"],
        ["below the line game 1", "deal 2 100 trick points", "deal 1 60 trick points"],
        ["game 2", "deal 3 120 trick points"],
        ["Rubber", "920", "90", "0", "0"],
    ]
    assert "Deal 4 was passed in." in text(page)


def test_the_pad_of_a_conceded_match_credits_the_unfinished_rubber(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    play.concede(stories.tables(competition, "R1-M1")[0])

    page = text(phone(upper.pair).get(address("pad", competition)))

    assert "Law 80 100" in page
    assert "Law 80: 100 for the only part-score of the unfinished rubber." in page


def test_the_public_pad_names_the_sides_by_their_seats(client, competition, tables):
    page = client.get(public(competition))

    assert rows(page)[0][1] == "First rubber E-W won by 830"
    assert rows(page)[5] == ["N-S", "E-W", "N-S", "E-W"]


def test_private_deals_have_no_public_pad(client, phone, competition, tables):
    play.keep_deals(tables[0], private=True)

    assert client.get(public(competition)).status_code == MISSING
    assert phone(tables[1].pair).get(address("pad", competition)).status_code == 200


def test_a_match_without_deals_has_no_pad(client, phone, competition):
    mine = phone(stories.tables(competition, "R1-M1")[0].pair)
    for start in (lambda: None, lambda: stories.open_sheet(competition, "R1-M1")):
        start()
        answers = client.get(public(competition)), mine.get(address("pad", competition))
        assert [answer.status_code for answer in answers] == [404, 302]
    assert "pad/" not in mine.get(address("match", competition)).content.decode()


def test_the_match_pages_link_to_the_pad(client, phone, competition, tables):
    own = phone(tables[0].pair).get(address("match", competition)).content.decode()
    everybodys = client.get(reverse("public:match", args=[competition.slug, "R1-M1"])).content.decode()

    assert address("pad", competition) in own
    assert public(competition) in everybodys


def test_the_pad_page_takes_a_fixed_number_of_queries(phone):
    def count(deals: int) -> int:
        competition = stories.published(4)
        upper, _ = stories.open_sheet(competition, "R1-M1")
        stories.record(upper, *[stories.deal()] * deals)
        client = phone(upper.pair)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address("pad", competition)).status_code == 200
        return len(queries)

    assert count(3) == count(12)
