"""Tests for the page of Laws and conditions for cases at the table."""

import re

import pytest

from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, price
from scoring.rules.sides import Seat, Side
from tests import stories
from tests.competition.pair_reading import address, text, words


@pytest.fixture
def show(phone):
    """Return a function that shows the page for a competition with these conditions."""

    def show(**conditions):
        competition = stories.published(2, **conditions)
        upper, _ = stories.open_sheet(competition, "R1-M1")
        return phone(upper.pair).get(address("table-rules", competition))

    return show


def cases(page) -> dict[str, str]:
    """Return the text of each case by its summary."""
    found = re.findall(r"<details id.*?<summary>(.*?)</summary>(.*?)</details>", page.content.decode(), re.DOTALL)
    return {summary: words(content) for summary, content in found}


def test_every_case_names_its_source(show):
    sources = {
        name: re.search(r"(Laws? [\d to,and]+|Ethics of the competition)$", said)
        for name, said in cases(show()).items()
    }

    assert {name: source and source[0] for name, source in sources.items()} == {
        "Misdeal": "Law 10",
        "Deal out of turn": "Law 10",
        "Revoke": "Laws 61 to 64 and 77",
        "Incorrect pack": "Laws 10 and 79",
        "Honours": "Laws 72 and 81",
        "Keeping score": "Laws 75, 76 and 78",
        "Table talk and the score": "Ethics of the competition",
        "A player has to leave": "Law 80",
    }


def test_the_organisers_ethics_are_shown(phone):
    competition = stories.published_with_rules({"Ethics": "Be courteous.\n\n- Visitors are welcome."}, pairs=2)
    upper, _ = stories.open_sheet(competition, "R1-M1")

    page = phone(upper.pair).get(address("table-rules", competition))

    said = cases(page)["Table talk and the score"]
    assert "The rules of this competition say: Be courteous. Visitors are welcome." in said


def test_the_edition_of_the_laws_is_named(show):
    assert "The International Laws of Contract Bridge 2014" in text(show())


def test_the_law_77_example_is_scored_as_in_the_app(show):
    example = price(DealResult(Seat.N, Contract.parse("3H"), 8 + 2), ())

    assert (example.below[Side.NS], example.above[Side.NS]) == (90, 30)
    revoke = cases(show())["Revoke"]
    assert "takes eight tricks" in revoke
    assert "scores 90 below the line" in revoke
    assert "the overtrick scores 30 above the line" in revoke


def test_the_page_uses_the_conditions_of_the_competition(show):
    page = cases(show(deals=12, only_partscore=50))

    assert "A misdeal is not one of the 12 deals." in page["Misdeal"]
    assert "in an unfinished game scores 50." in page["A player has to leave"]
    assert "needs the agreement of the other pair (Law 78)" in page["Keeping score"]


def test_the_page_states_points_and_time_limit_for_honours(show):
    honours = cases(show())["Honours"]

    assert "before the next deal is dealt, or before the rubber is completed and scored" in honours
    assert re.findall(r"\b1\d\d\b", honours) == ["100", "150", "150"]


def test_the_card_links_to_the_page_of_table_rules(phone):
    competition = stories.published(2)
    upper, _ = stories.open_sheet(competition, "R1-M1")

    assert address("table-rules", competition) in phone(upper.pair).get(address("match", competition)).content.decode()
