"""Tests for the picture of a match."""

from xml.etree import ElementTree

import pytest

from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from competition.match.queries.play import public_table
from competition.public.presenters import card_svg
from competition.web.svg import CLARET
from tests import stories
from tests.competition.worlds import rename, send_in, with_long_names

pytestmark = [pytest.mark.django_db, pytest.mark.published(2, deals=2)]

SVG = "{http://www.w3.org/2000/svg}"


def drawn(competition, code: str = "R1-M1") -> ElementTree.Element:
    now = stories.now(competition)
    return ElementTree.fromstring(card_svg.card(now, now.matches[code], public_table(now, now.matches[code])))


def words(picture) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def looks(picture, attribute: str) -> list[str | None]:
    """Return this attribute of all names and totals from top to bottom."""
    return [text.get(attribute) for text in picture.iter(f"{SVG}text")][2:-1]


@pytest.fixture
def pairs(competition):
    return stories.now(competition).matches["R1-M1"].pairs


def test_a_decided_match_shows_both_totals_and_the_margin(competition, pairs):
    upper, lower = pairs
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 4280))

    picture = drawn(competition)

    above, headline, *rest = words(picture)
    assert (above, rest) == (f"{competition}, Final", [upper.name, "4,730", lower.name, "4,280", "Won by 450"])
    assert headline.endswith("by 450")
    assert looks(picture, "font-weight") == ["700", "700", None, None]
    assert picture.find(f"{SVG}desc").text == f"{upper} won by 450, 4,730 to 4,280."


def test_a_match_in_play_shows_the_current_score(competition, pairs):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("2H", 8))

    picture = drawn(competition)

    above, headline, *rest = words(picture)
    assert headline.startswith("One deal to go: ")
    assert headline.endswith(" lead by 60")
    assert [above, *rest] == [
        f"{competition}, Final",
        *(pairs[0].name, "60"),
        *(pairs[1].name, "0"),
        "Deal 1 of 2 done",
    ]


def test_an_unconfirmed_result_has_italic_totals_and_no_winner(competition):
    send_in(competition, "R1-M1")

    picture = drawn(competition)

    assert (words(picture)[-1], looks(picture, "font-weight")) == ("Awaiting confirmation", [None] * 4)
    assert looks(picture, "font-style") == [None, "italic", None, "italic"]


def test_an_unplayed_match_shows_its_date_and_no_totals(competition, pairs):
    assert words(drawn(competition))[2:] == [*(pair.name for pair in pairs), "Play by Fri 31 May 2030"]


def charts(picture) -> int:
    return len([path for path in picture.iter(f"{SVG}path") if path.get("fill") == CLARET and "V" in path.get("d")])


def test_private_deals_hide_the_chart_but_not_the_totals(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    before = drawn(competition)

    play.keep_deals(stories.table(upper.pair, "R1-M1"), private=True)

    after = drawn(competition)
    assert (charts(before), charts(after)) == (1, 0)
    assert words(after)[2:] == words(before)[2:]


def test_a_line_break_in_the_headline_does_not_split_a_name(competition):
    rename(competition, 1, "Dora van der Garland-Winterbourne", "Fred van der Garland-Winterbourne")
    stories.settle(competition, "R1-M1", upper_wins=stories.now(competition).matches["R1-M1"].pairs[0].number == 1)
    headline = [*drawn(competition).iter(f"{SVG}text")][1]

    lines = [line.text.strip() for line in headline.iter(f"{SVG}tspan")]
    assert lines == ["Walkover: D. & F. van der Garland-Winterbourne", "win the final"]


def test_the_demo_picture_has_a_note(competition):
    competition.is_demo = True
    competition.save()

    assert words(drawn(competition))[-1] == "Play by Fri 31 May 2030. Demo: every player is invented."


def test_long_names_are_complete_but_in_smaller_type():
    long, short = with_long_names(2), stories.published(2)

    names = {side.text for side in stories.now(long).matches["R1-M1"].sides}
    assert names < {*words(drawn(long))}
    assert float(looks(drawn(long), "font-size")[0]) < float(looks(drawn(short), "font-size")[0])


def test_names_are_escaped(competition):
    rename(competition, 1, "<b>Ann", '"Bo" & Co')

    assert '<b>Ann & "Bo" & Co' in words(drawn(competition))
