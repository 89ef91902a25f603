"""The picture of a match that is sent to people."""

from xml.etree import ElementTree

import pytest

from competition.exports.formats import card_svg
from competition.knockout.rules.result import Kind
from competition.match.actions import privacy
from tests import stories
from tests.competition.worlds import rename, send_in, with_long_names

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def drawn(competition, code: str = "R1-M1") -> ElementTree.Element:
    now = stories.now(competition)
    return ElementTree.fromstring(card_svg.card(now, now.matches[code]))


def words(picture) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def looks(picture, attribute: str) -> list[str | None]:
    """How the names and totals look, from the top."""
    return [text.get(attribute) for text in picture.iter(f"{SVG}text")][1:-1]


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def pairs(competition):
    return stories.now(competition).matches["R1-M1"].pairs


def test_a_match_that_is_over_is_told_with_both_totals_and_by_how_much(competition, pairs):
    upper, lower = pairs
    stories.settle(competition, "R1-M1", kind=Kind.PLAYED, totals=(4730, 4280))

    picture = drawn(competition)

    assert words(picture) == [f"{competition}, Final", upper.name, "4,730", lower.name, "4,280", "Won by 450"]
    assert looks(picture, "font-weight") == ["700", "700", None, None]
    assert picture.find(f"{SVG}desc").text == f"{upper} won by 450, 4,730 to 4,280."


def test_a_match_that_is_played_is_told_as_far_as_it_has_come(competition, pairs):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("2H", 8))

    assert words(drawn(competition)) == [
        f"{competition}, Final",
        *(pairs[0].name, "60"),
        *(pairs[1].name, "0"),
        "Deal 1 of 2 done",
    ]


def test_a_result_that_does_not_count_yet_is_slanted_and_won_by_nobody(competition):
    send_in(competition, "R1-M1")

    picture = drawn(competition)

    assert (words(picture)[-1], looks(picture, "font-weight")) == ("Awaiting confirmation", [None] * 4)
    assert looks(picture, "font-style") == [None, "italic", None, "italic"]


def test_a_match_to_come_is_told_with_its_day_and_without_totals(competition, pairs):
    assert words(drawn(competition))[1:] == [*(pair.name for pair in pairs), "Play by Fri 31 May 2030"]


def test_deals_that_are_private_are_not_told_and_totals_are(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    before = words(drawn(competition))

    privacy.keep_deals(stories.table(upper.pair, "R1-M1"), private=True)

    assert words(drawn(competition)) == before


def test_the_demo_says_that_it_is_one(competition):
    competition.is_demo = True
    competition.save()

    assert words(drawn(competition))[-1] == "Play by Fri 31 May 2030. Demo: every player is invented."


def test_long_names_are_whole_and_in_smaller_type():
    long, short = with_long_names(2), stories.published(2)

    names = {side.text for side in stories.now(long).matches["R1-M1"].sides}
    assert names < {*words(drawn(long))}
    assert float(looks(drawn(long), "font-size")[0]) < float(looks(drawn(short), "font-size")[0])


def test_what_a_name_has_in_it_makes_no_markup(competition):
    rename(competition, 1, "<b>Ann", '"Bo" & Co')

    assert '<b>Ann & "Bo" & Co' in words(drawn(competition))
