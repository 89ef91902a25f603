"""Tests for naming the home pair of one match."""

import pytest

from competition.draw.models.rounds import HomePair
from competition.draw.rules import lot
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.pair_reading import address as play
from tests.competition.public_reading import public

WHY = {"reason": "Neither venue suits both.", "note": "They phoned twice."}


@pytest.fixture
def competition():
    return stories.published(4, home="neutral")


def test_every_page_of_the_match_names_the_home_pair(organiser, phone, competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    address = desk("home-pair", competition, "R1-M1")

    seen = text(organiser.post(address, {"home": "lower", **WHY}))
    assert f"{lower} play at home. Reason: Neither venue suits both." in seen
    done = confirmed(organiser, address, {"home": "lower", **WHY})

    assert said(done) == ["The home pair is named."]
    assert f"At home {lower} (Neither venue suits both.)" in text(done)
    assert f"At home {lower}" in text(phone(upper).get(play("match", competition)))
    assert "You are at home" in text(phone(lower).get(play("arrange", competition)))
    assert f"At home {lower}, unless you agree otherwise" in text(organiser.get(desk("letters", competition)))
    record = text(organiser.get(public("record", competition)))
    assert f"{lower} play at home. Reason: Neither venue suits both." in record
    assert "phoned twice" not in record
    assert organiser.get(public("match-json", competition, "R1-M1")).json()["home"] == lower.number


def test_anybody_can_verify_a_random_home_pair(organiser, competition):
    state = stories.now(competition).matches["R1-M1"]

    confirmed(organiser, desk("home-pair", competition, "R1-M1"), {"home": "lot", **WHY})

    row = HomePair.objects.get()
    assert lot.winner(row.lot, state.numbers) == state.numbers[row.home == "lower"]
    assert row.lot.endswith(f" R1-M1 {state.numbers[0]} {state.numbers[1]}")
    record = text(organiser.get(public("record", competition)))
    assert f"The random seed was “{row.lot}”. Its SHA-256 ends in {lot.checksum(row.lot)[-4:]}" in record
    assert f"so the {row.home} pair plays at home." in record


def test_an_undone_home_pair_no_longer_plays_at_home(organiser, competition):
    stories.name_home_pair(competition)
    address = desk("home-pair", competition, "R1-M1")
    assert desk("undo-home-pair", competition, "R1-M1") in organiser.get(address).content.decode()
    undo = desk("undo-home-pair", competition, "R1-M1")
    number = organiser.get(undo).context["form"].initial["number"]

    done = confirmed(organiser, undo, {"number": number, **WHY})

    assert said(done) == ["The decision about the home pair is undone."]
    assert stories.now(competition).matches["R1-M1"].home is None
    assert "The decision about the home pair was undone." in text(organiser.get(public("record", competition)))


def test_the_home_pair_of_a_decided_match_cannot_change(organiser, competition):
    stories.settle(competition, "R1-M1")
    refused = organiser.post(desk("home-pair", competition, "R1-M1"), {"home": "lower", **WHY})
    assert errors(refused) == ["This match has been played or decided, so its home pair can no longer change."]

    early = organiser.post(desk("home-pair", competition, "R2-M1"), {"home": "lower", **WHY})
    assert errors(early) == ["One pair in this match is not known yet. Decide the earlier match first."]


def test_the_current_home_pair_cannot_be_named_again(organiser, competition):
    stories.name_home_pair(competition, "lower")
    lower = stories.now(competition).matches["R1-M1"].pairs[1]

    refused = organiser.post(desk("home-pair", competition, "R1-M1"), {"home": "lower", **WHY})

    assert errors(refused) == [f"{lower} play at home already. Choose the other pair."]
