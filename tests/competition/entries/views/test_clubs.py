import pytest

from competition.entries.models import Pair
from tests import stories
from tests.competition.desk_reading import desk, errors, rows, said


@pytest.fixture
def competition():
    found = stories.entered(3)
    for number, club in enumerate(("St. Anne's BC", "St Annes B.C.", "Hillside"), start=1):
        found.pairs.filter(number=number).update(club=club, area="North shore")
    return found


def clubs(competition) -> list[str]:
    return [pair.club for pair in Pair.objects.filter(competition=competition)]


def test_clubs_page_marks_similar_spellings(organiser, competition):
    page = organiser.get(desk("clubs", competition))

    assert rows(page, "spellings") == [
        ["Hillside", "1", ""],
        ["St Annes B.C.", "1", "St. Anne's BC?"],
        ["St. Anne's BC", "1", "St Annes B.C.?"],
    ]


def test_areas_have_their_own_page(organiser, competition):
    assert rows(organiser.get(desk("areas", competition)), "spellings") == [["North shore", "3", ""]]


def test_link_to_a_similar_spelling_fills_in_the_form(organiser, competition):
    page = organiser.get(desk("clubs", competition, old="St Annes B.C.", new="St. Anne's BC")).content.decode()

    assert '<option value="St Annes B.C." selected>' in page
    assert 'value="St. Anne&#x27;s BC"' in page
    assert clubs(competition) == ["St. Anne's BC", "St Annes B.C.", "Hillside"]


@pytest.mark.database
def test_renaming_merges_two_spellings(organiser, competition):
    answer = organiser.post(
        desk("clubs", competition), {"old": "St Annes B.C.", "new": " St. Anne's  BC "}, follow=True
    )

    assert clubs(competition) == ["St. Anne's BC", "St. Anne's BC", "Hillside"]
    assert answer.redirect_chain == [(desk("clubs", competition), 302)]
    assert said(answer) == ["“St Annes B.C.” is now called “St. Anne's BC”."]
    assert competition.log.first().text == "Renamed the club “St Annes B.C.” to “St. Anne's BC”."


def test_an_invalid_new_name_is_refused(organiser, competition):
    for typed, fault in (
        ({"old": "Hillside", "new": " "}, "New name: Type the new name."),
        ({"old": "Hillside", "new": "Hillside"}, "The name is already “Hillside”. Type a different name."),
        ({"old": "Nowhere", "new": "Hillside"}, "Current name: Choose one from the list."),
    ):
        refused = organiser.post(desk("clubs", competition), typed)

        assert (refused.status_code, errors(refused)) == (422, [fault])
    assert clubs(competition) == ["St. Anne's BC", "St Annes B.C.", "Hillside"]


def test_areas_page_says_that_there_are_none(at_desk):
    competition = stories.entered(2)

    assert "No pair has given its area yet." in at_desk(competition).get(desk("areas", competition)).content.decode()
