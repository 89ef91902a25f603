"""Tests for changing the number of deals in one match."""

import pytest

from competition.draw.models.rounds import RoundConditions
from scoring.rules.conditions import ScoringConditions
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.pair_reading import address as play
from tests.competition.public_reading import public

SENT = {"deals": "6", "reason": "They live far apart.", "note": "Snow, too."}


@pytest.fixture
def competition():
    return stories.published(4, deals=4)


def test_every_page_of_the_match_shows_its_number_of_deals(organiser, phone, competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    address = desk("deals", competition, "R1-M1")
    assert f"{upper} v {lower}: 6 deals instead of 4. Reason: They live far apart." in text(
        organiser.post(address, SENT)
    )

    done = confirmed(organiser, address, SENT)

    assert said(done) == ["The number of deals is changed."]
    assert "Corrected for this match 6 deals instead of 4 (They live far apart.)" in text(done)
    match, conditions, record = (
        text(organiser.get(public(name, competition, *rest)))
        for name, rest in (("match", ["R1-M1"]), ("conditions", ()), ("record", ()))
    )
    assert "Corrected for this match: 6 deals instead of 4 (They live far apart.)" in match
    assert "Six deals are played." in match
    assert "Match 1 of the semi-finals, as corrected on" in conditions
    assert "Match 1 of the semi-finals: 6 deals instead of 4. Reason: They live far apart." in record
    assert "Snow" not in match + conditions + record
    rounds = organiser.get(public("draw-json", competition)).json()["rounds"]
    assert [row["deals"] for row in rounds[0]["matches"]] == [6, 4]
    assert "Deals 6" in text(phone(upper).get(play("match", competition)))
    assert "Deals 6" in text(organiser.get(desk("letters", competition)))


def test_a_match_keeps_its_number_of_deals_when_its_round_is_corrected(competition):
    stories.change_deals(competition, 6)
    stories.correct_conditions(competition, 1, ScoringConditions(deals=8))

    assert [state.due for state in stories.now(competition).rounds[0].matches] == [6, 8]
    upper, _ = stories.open_sheet(competition, "R1-M1")
    assert upper.sheet.row.rules().deals == 6


def test_undoing_a_number_of_deals_restores_the_earlier_one(organiser, competition):
    stories.change_deals(competition, 6)
    undo = desk("undo-deals", competition, "R1-M1")
    assert undo in organiser.get(desk("deals", competition, "R1-M1")).content.decode()
    number = organiser.get(undo).context["form"].initial["number"]

    done = confirmed(organiser, undo, {"number": number, "reason": "They found time."})

    assert said(done) == ["The change of the number of deals is undone."]
    assert stories.now(competition).matches["R1-M1"].due == 4
    assert "the correction of the conditions was undone" in text(organiser.get(public("record", competition)))
    assert RoundConditions.objects.count() == 2


def test_the_number_of_deals_cannot_change_during_a_match(organiser, competition):
    stories.open_sheet(competition, "R1-M1")

    refused = organiser.post(desk("deals", competition, "R1-M1"), SENT)

    fault = "This match has begun or will not be played, so its number of deals can no longer change."
    assert errors(refused) == [fault]


def test_the_current_number_of_deals_is_refused(organiser, competition):
    refused = organiser.post(desk("deals", competition, "R2-M1"), SENT | {"deals": "4"})

    assert errors(refused) == ["This match has 4 deals already. Choose another number."]
