import re
from datetime import date

import pytest
from django.utils import timezone

from tests import stories
from tests.competition.desk_reading import desk, errors, rows, text
from tests.valid_html import faults

ASKED = {"pairs": "27", "starts": "2030-05-04", "weeks": "4"}


@pytest.fixture
def competition():
    return stories.entered(5)


@pytest.fixture
def look(at_desk, competition):
    """Return a function that requests the rehearsal with these values."""
    client = at_desk(competition)
    return lambda **asked: client.get(desk("rehearsal", competition, **asked))


def test_plan_of_27_pairs_shows_rounds_byes_and_dates(look):
    page = look(**ASKED)

    assert "27 pairs: 5 rounds, 5 byes in round 1, 26 matches; the final by Sat 21 Sep 2030." in text(page)
    assert rows(page, "plan")[::4] == [["Round 1", "11", "Sat 1 Jun 2030"], ["Final", "1", "Sat 21 Sep 2030"]]
    assert (faults(page.content.decode()), "warn" in page.content.decode()) == ([], False)


def test_plan_uses_the_entered_pairs_by_default(look, competition):
    competition.closing_date = date(2030, 3, 31)
    competition.save()

    assert "5 pairs: 3 rounds, 3 byes in round 1, 4 matches; the final by Sun 4 Aug 2030." in text(look())


def test_plan_warns_about_unusual_dates(look):
    page = look(pairs="5", starts="2030-12-11", weeks="1")

    assert "The quarter-finals have only 7 days." in text(page)
    assert "The semi-finals end on Christmas Day." in text(page)
    assert "The final ends on New Year’s Day." in text(page)


YEAR = timezone.localdate().year


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"pairs": "1"}, "Pairs: Give a whole number from 2 to 512."),
        ({"weeks": "many"}, "Weeks for each round: Give a whole number from 1 to 26."),
        ({"starts": "9999-12-01"}, f"Publication date of the draw: Give a day of the years {YEAR - 5} to {YEAR + 5}."),
    ],
)
def test_an_invalid_plan_is_refused(look, asked, fault):
    page = look(**{**ASKED, **asked})

    assert (page.status_code, errors(page)) == (422, [fault])


def test_plan_shows_the_rounds_of_the_plate(look, competition):
    type(competition.conditions).objects.update(plate="round 1")

    page = look(**ASKED)

    assert "11 of them play on in the plate." in text(page)
    assert rows(page, "plan")[5:] == [
        ["Plate round 1", "up to 8", "Sat 29 Jun 2030"],
        ["Plate quarter-finals", "up to 4", "Sat 27 Jul 2030"],
        ["Plate semi-finals", "up to 2", "Sat 24 Aug 2030"],
        ["Plate final", "1", "Sat 21 Sep 2030"],
    ]


def test_plan_shows_a_season_with_invented_results(look, competition):
    type(competition.conditions).objects.update(plate="round 1", next_event="the national final", qualifiers=2)

    page, again, other = (look(**ASKED, season=number) for number in (1, 1, 2))

    said = text(page)
    assert "A season with invented results" in said
    assert "Plate quarter-finals" in said
    assert re.search(r"Pair \d+ are the champions\. Pair \d+ win the plate\. Pairs \d+ and \d+ qualify for", said)
    assert (text(again) == said, text(other) == said) == (True, False)
    assert faults(page.content.decode()) == []


def test_a_large_plan_shows_no_invented_season(look):
    assert "invented" not in text(look(**ASKED | {"pairs": "65"}))
