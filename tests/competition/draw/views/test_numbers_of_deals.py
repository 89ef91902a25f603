"""Tests for rounds with a different number of deals from the conditions."""

import pytest

from competition.draw.actions.publishing import publish_draw
from tests import stories
from tests.competition.desk_reading import desk, errors, text
from tests.competition.pair_reading import address
from tests.competition.public_reading import public

DAYS = {"round1": "2030-05-31", "round2": "2030-06-30"}


@pytest.fixture
def competition():
    """Return four pairs with a draw whose final has 36 deals."""
    competition = stories.entered(4)
    draw = stories.draw_lots(competition)
    days = [stories.FIRST_PLAY_BY, stories.FIRST_PLAY_BY.replace(month=6, day=30)]
    publish_draw(draw, play_by=days, deals=[None, 36], by=stories.organiser_of(competition))
    return competition


def test_the_organiser_publishes_a_final_with_a_different_number_of_deals(at_desk):
    competition = stories.entered(4)
    stories.draw_lots(competition)
    client = at_desk(competition)
    address = desk("publish", competition)
    assert "Final: deals (optional) Empty: 30, as in the conditions." in text(client.get(address))

    refused = client.post(address, {"attempt": "1", **DAYS, "deals2": "61"})
    assert errors(refused) == ["Final: deals: Give a whole number from 2 to 60."]
    client.post(address, {"attempt": "1", **DAYS, "deals1": "", "deals2": "36"})

    assert [state.due for state in stories.now(competition).matches.values()] == [30, 30, 36]


def test_all_pages_show_the_number_of_deals_in_a_round(at_desk, phone, competition):
    stories.settle_round(competition, 1)
    client = at_desk(competition)
    pair = stories.now(competition).matches["R2-M1"].pairs[0]

    conditions = text(client.get(public("conditions", competition)))
    assert "Final: a match is 36 deals." in conditions
    assert "Corrections since the draw" not in conditions
    assert "Play by Sun 30 Jun 2030, 36 deals" in text(client.get(public("draw", competition)))
    assert "Thirty-six deals are played." in text(client.get(public("match", competition, "R2-M1")))
    rounds = client.get(public("draw-json", competition)).json()["rounds"]
    assert [(row["conditions"]["deals"], row["matches"][0]["deals"]) for row in rounds] == [(30, 30), (36, 36)]
    assert "Deals 36" in text(phone(pair).get(address("match", competition, code="R2-M1")))
    assert "Deals 36" in text(client.get(desk("letters", competition)))
    assert "36 deals" in client.get(desk("print-blank", competition, "R2-M1")).content.decode()


def test_an_undone_correction_restores_the_number_of_deals(competition):
    terms = stories.now(competition).rounds[1].conditions
    stories.change_deals(competition, 20, "R2-M1")
    assert stories.now(competition).matches["R2-M1"].conditions_change == "20 deals instead of 36"

    stories.undo_deals(competition, "R2-M1")

    assert stories.now(competition).matches["R2-M1"].conditions == terms
