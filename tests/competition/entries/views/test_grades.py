"""Tests for grades: entered by the organiser or a pair, read from a list, shown, and used for prizes."""

import pytest

from competition.contest.models import Conditions
from competition.draw.queries.draw import clear_cache
from competition.entries.models import Pair
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.competition.public_reading import public

LIST = "Name 1,Name 2,Grade,Fee paid\nAda Lark,Ben Wren,Jun,yes\nCy Finch,Di Crane,Expert,no\nEd Kite,Flo Swan,open,yes"
PLAYERS = {"player1": "Ada Lark", "player2": "Ben Wren", "phone1": "07 555 0101", "way": "email"}


@pytest.fixture
def competition():
    competition = stories.taking_entries(0)
    Conditions.objects.update(grades="Junior, Open", grade_prizes="Junior")
    return competition


def test_the_organiser_chooses_a_grade(competition, organiser):
    organiser.post(desk("new-pair", competition), PLAYERS | {"grade": "Open"})
    refused = organiser.post(desk("pair", competition, 1), PLAYERS | {"grade": "Expert"})

    assert competition.pairs.get().grade == "Open"
    assert "“Expert” is not one of the grades of this competition." in text(refused)
    assert "Open" in text(organiser.get(desk("pairs", competition)))


def test_a_pair_chooses_its_grade(competition, client):
    client.post(f"/{competition.slug}/enter/", PLAYERS | {"grade": "Junior"})

    assert Pair.of_any_status.get().grade == "Junior"


def test_no_form_asks_for_a_grade_if_there_are_none(competition, organiser, client):
    Conditions.objects.update(grades="", grade_prizes="")
    clear_cache()

    for page in (client.get(f"/{competition.slug}/enter/"), organiser.get(desk("new-pair", competition))):
        assert 'name="grade"' not in page.content.decode()
        assert 'name="club"' in page.content.decode()


def test_an_imported_list_has_grades_and_names_unused_columns(competition, organiser):
    page = text(organiser.post(desk("import", competition), {"text": LIST}))

    assert "Nothing is read from the column “Fee paid”." in page
    assert "The grade “Jun” was read as “Junior”. Is that right?" in page
    assert "“Expert” is not one of the grades: Junior and Open. The pair gets no grade." in page


def test_grades_in_a_list_are_reported_as_unused_if_the_competition_has_none(competition, organiser):
    Conditions.objects.update(grades="", grade_prizes="")

    page = text(organiser.post(desk("import", competition), {"text": LIST}))

    assert "Nothing is read from the columns “Fee paid”, “Grade”. To keep the grades, name them" in page
    assert "Expert” is not" not in page


def test_the_honours_board_names_the_best_pair_of_a_grade(client):
    competition = stories.published(4, grades="Junior", grade_prizes="Junior")
    lower = stories.now(competition).matches["R1-M1"].pairs[1]
    Pair.objects.filter(pk=lower.pk).update(grade="Junior")
    for code in ("R1-M1", "R1-M2", "R2-M1"):
        stories.settle(competition, code)

    sentence = f"Best Junior pair: {lower} (semi-finals)"
    assert sentence in text(client.get(public("draw", competition)))
    assert sentence in text(client.get(f"/{competition.slug}/honours/"))
