"""Tests for agreeing a different number of deals."""

import pytest

from competition.draw.models.rounds import RoundConditions
from competition.match.models import DealsOffer
from tests import stories
from tests.competition.desk_reading import desk, errors, said, text
from tests.competition.pair_reading import address
from tests.competition.public_reading import public


@pytest.fixture
def competition():
    return stories.published(4, deals=4)


@pytest.fixture
def pairs(competition):
    return stories.now(competition).matches["R1-M1"].pairs


def answer(client, competition, what: str):
    sent = {"offered": DealsOffer.objects.latest("pk").pk, "answer": what}
    return client.post(address("answer-deals", competition), sent, follow=True)


def due(competition) -> int:
    return stories.now(competition).matches["R1-M1"].due


def test_the_other_pair_accepts_the_offered_number_of_deals(organiser, phone, competition, pairs):
    upper, lower = (phone(pair) for pair in pairs)

    offered = upper.post(address("number-of-deals", competition), {"deals": "6"}, follow=True)
    assert said(offered) == ["Saved. The other pair can see it now."]
    assert "You offer to play 6 deals instead of 4." in text(offered)
    assert f"{pairs[0]} offer to play 6 deals instead of 4." in text(lower.get(address("match", competition)))
    assert due(competition) == 4

    accepted = answer(lower, competition, "accepted")

    assert said(accepted) == ["The number of deals is agreed."]
    assert due(competition) == 6
    agreed = "6 deals instead of 4 (Both pairs agreed the number of deals.)"
    assert f"Corrected for this match {agreed}" in text(upper.get(address("match", competition)))
    record = text(organiser.get(public("record", competition)))
    assert "Match 1 of the semi-finals: 6 deals instead of 4. Reason: Both pairs agreed the number" in record
    assert "Both pairs. Match 1 of the semi-finals: 6 deals" in text(organiser.get(desk("match", competition, "R1-M1")))
    log = text(organiser.get(desk("log", competition)))
    assert "Offered to play 6 deals." in log
    assert "Agreed with the other pair: 6 deals instead of 4." in log


def test_an_identical_offer_from_the_other_pair_counts_as_acceptance(competition):
    stories.offer_number(competition, 6)
    stories.offer_number(competition, 6, by=1)

    assert due(competition) == 6


def test_a_declined_or_cancelled_number_changes_nothing(phone, competition, pairs):
    upper, lower = (phone(pair) for pair in pairs)
    stories.offer_number(competition, 6)
    assert said(answer(lower, competition, "declined")) == ["The other number of deals is declined."]
    stories.offer_number(competition, 8)
    assert said(answer(upper, competition, "withdrawn")) == ["Your offer is withdrawn."]

    assert due(competition) == 4
    assert "offer to play" not in text(lower.get(address("match", competition)))


@pytest.mark.parametrize(("who", "what"), [(0, "accepted"), (0, "declined"), (1, "withdrawn")])
def test_a_pair_cannot_answer_for_the_other(phone, competition, pairs, who, what):
    stories.offer_number(competition, 6)

    refused = answer(phone(pairs[who]), competition, what)

    assert refused.status_code == 422
    assert "This number of deals is no longer offered." in text(refused)
    assert not RoundConditions.objects.exists()


def test_a_new_offer_replaces_the_open_one(competition):
    first = stories.offer_number(competition, 6)
    second = stories.offer_number(competition, 8)
    third = stories.offer_number(competition, 2, by=1)

    answers = [DealsOffer.objects.get(pk=offer.pk).answer for offer in (first, second, third)]
    assert answers == ["withdrawn", "declined", ""]


def test_the_current_number_is_refused(phone, competition, pairs):
    refused = phone(pairs[0]).post(address("number-of-deals", competition), {"deals": "4"})

    assert errors(refused) == ["This match has 4 deals already. Choose another number."]


def test_the_number_of_deals_cannot_change_during_a_match(phone, competition, pairs):
    stories.offer_number(competition, 6)
    stories.open_sheet(competition, "R1-M1")

    refused = answer(phone(pairs[1]), competition, "accepted")

    assert "This match has begun or has a result, so its number of deals can no longer change." in text(refused)
    assert "offer to play" not in text(phone(pairs[1]).get(address("match", competition)))


def test_an_agreed_number_counts_only_while_the_same_two_pairs_meet(competition):
    stories.settle_round(competition, 1)
    stories.agree_number(competition, 6, "R2-M1")
    assert stories.now(competition).matches["R2-M1"].due == 6

    stories.settle(competition, "R1-M1", upper_wins=False)
    assert stories.now(competition).matches["R2-M1"].due == 4

    stories.settle(competition, "R1-M1")
    assert stories.now(competition).matches["R2-M1"].due == 6


def test_the_organiser_can_undo_an_agreed_number(competition):
    stories.agree_number(competition, 6)
    stories.undo_deals(competition)

    assert due(competition) == 4
