"""The story of a match on its public page."""

import html
import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.knockout.rules.outcome import Kind
from competition.match.actions import play
from scoring.rules.sides import Seat
from tests import stories

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


def page(client, competition) -> str:
    return client.get(reverse("public:match", args=[competition.slug, "R1-M1"])).content.decode()


def told(client, competition) -> list[str]:
    """The paragraphs and facts of the story, picture and figures apart."""
    _, found, story = page(client, competition).partition('id="story"')
    story = re.sub(r"<figure>.*?</figure>|<details.*", "", story, flags=re.DOTALL)
    return [html.unescape(text) for text in re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", story)] if found else []


def picture(client, competition) -> ElementTree.Element:
    return ElementTree.fromstring(re.search(r"<svg.*?</svg>", page(client, competition), re.DOTALL)[0])


def test_a_match_in_play_tells_how_it_stands(client):
    competition = stories.published(2, deals=2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))

    assert told(client, competition) == [
        f"After 1 of 2 deals: {upper.pair.name} ahead by 160, 160 to 0.",
        f"Biggest swing: 60 to {upper.pair.name} on deal 1 (2♥ by North, made).",
    ]


def test_a_match_that_is_decided_tells_who_won_and_how(client):
    competition = stories.published(2, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("4S", 10, "E"))

    assert told(client, competition)[:3] == [
        f"By the sheet {lower.pair.name} win by 360 after 2 deals, 420 to 60.",
        "They were 60 behind after deal 1.",
        "The lead changed hands on deal 2.",
    ]


def test_a_pair_that_sits_east_west_is_told_of_by_its_own_name(client):
    competition = stories.published(2, deals=2)
    upper, lower = stories.tables(competition, "R1-M1")
    (east, west), (north, south) = upper.pair.players.all(), lower.pair.players.all()
    seats = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    play.open_sheet(upper, seats=seats, first_dealer=Seat.N)
    stories.record(stories.table(upper.pair, "R1-M1"), stories.deal("2H", 8, "E"))

    assert told(client, competition)[0] == f"After 1 of 2 deals: {upper.pair.name} ahead by 160, 160 to 0."
    assert f"N-S, the unbroken line: {lower.pair.name}." in html.unescape(page(client, competition))


@pytest.mark.parametrize("opened", [False, True])
def test_before_the_first_deal_there_is_no_story(client, opened):
    competition = stories.published(2, deals=2)
    if opened:
        stories.open_sheet(competition, "R1-M1")

    assert 'id="story"' not in page(client, competition)


@pytest.mark.parametrize(
    ("totals", "notices"),
    [((60, 420), 0), ((420, 400), 1), (None, 1)],
    ids=["as on the sheet", "other totals", "no totals"],
)
def test_a_result_that_is_not_the_sheets_is_set_apart_from_it(client, totals, notices):
    competition = stories.published(2, deals=2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("4S", 10, "E"))
    upper_wins = totals != (60, 420)
    stories.settle(competition, "R1-M1", upper_wins=upper_wins, kind=Kind.RULING, totals=totals)

    assert page(client, competition).count("The result was not taken from the sheet.") == notices


def test_a_name_cannot_break_out_of_the_picture(client):
    competition = stories.published(2, deals=2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    player = upper.pair.players.all()[0]
    player.name = '</desc><script>"&'
    player.save()
    stories.record(upper, stories.deal("2H", 8))

    assert picture(client, competition).find(f"{SVG}desc").text == html.unescape(told(client, competition)[0])


def test_the_figures_of_the_picture_stand_in_a_table(client):
    competition = stories.published(2, deals=2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("4S", 10, "E"))

    table = page(client, competition).partition("<caption>Running totals")[2].partition("</table>")[0]
    rows = re.findall(r"<tr>\s*<th scope=\"row\">.*?</tr>", table, re.DOTALL)
    cells = [[re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]
    assert cells == [
        ["1", "60", "0", "60", ""],
        ["2", "60", "120", "", "60"],
        ["2, unfinished rubber", "60", "420", "", "360"],
    ]


def test_the_story_of_a_long_match_asks_the_database_nothing_more(client):
    def queries(deals: int) -> int:
        competition = stories.published(2, deals=30)
        upper, _ = stories.open_sheet(competition, "R1-M1")
        stories.record(upper, *[stories.deal("2H", 7)] * deals)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page(client, competition)
        return len(asked)

    assert queries(30) == queries(0) == queries(1)
