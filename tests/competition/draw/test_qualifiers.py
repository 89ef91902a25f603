"""Tests for the pairs that qualify for the next event, and for the messages about it."""

from __future__ import annotations

import pytest

from competition.draw.presenters.overview import qualified
from competition.draw.rules.layout import qualifying_round
from competition.draw.rules.result import ResultKind
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from competition.public.presenters import draw_json
from tests import stories
from tests.competition.public_reading import public, text

EVENT = "the national final"
pytestmark = [pytest.mark.django_db, pytest.mark.published(6, next_event=EVENT, qualifiers=2)]


def concede(competition, *codes: str) -> None:
    for code in codes:
        stories.settle(competition, code, kind=ResultKind.CONCEDED)


def numbers(competition) -> list[int]:
    return [pair.number for pair in stories.now(competition).qualified]


@pytest.mark.parametrize(
    ("rounds", "qualifiers", "number"), [(5, 1, 5), (5, 2, 4), (5, 4, 3), (1, 1, 1), (1, 2, 0), (2, 4, 0), (1, 4, -1)]
)
def test_the_winners_of_one_round_qualify(rounds, qualifiers, number):
    assert qualifying_round(rounds, qualifiers) == number


def test_both_finalists_qualify_as_soon_as_they_reach_the_final(competition):
    concede(competition, "R1-M2", "R1-M3")
    assert numbers(competition) == []

    concede(competition, "R2-M1")
    assert numbers(competition) == [2]
    concede(competition, "R2-M2")
    assert numbers(competition) == [2, 1]

    concede(competition, "R3-M1")
    assert numbers(competition) == [2, 1]


def test_a_correction_changes_who_has_qualified(competition):
    concede(competition, "R1-M2", "R1-M3", "R2-M1", "R2-M2")
    stories.settle(competition, "R2-M1", kind=ResultKind.CONCEDED, upper_wins=False)

    assert numbers(competition) == [3, 1]


def test_a_pair_that_withdraws_from_the_final_does_not_qualify(competition):
    concede(competition, "R1-M2", "R1-M3", "R2-M1", "R2-M2")
    stories.withdraw(competition.pairs.get(number=2))

    assert numbers(competition) == [1]


@pytest.mark.published(6, next_event=EVENT)
def test_only_the_champions_qualify_by_default(competition):
    concede(competition, "R1-M2", "R1-M3", "R2-M1", "R2-M2")
    assert numbers(competition) == []

    concede(competition, "R3-M1")
    assert numbers(competition) == [2]
    assert qualified(stories.now(competition)) == "Qualified for the national final: North 2 & South 2."


@pytest.mark.published(3, next_event=EVENT, qualifiers=4)
def test_every_pair_qualifies_if_there_are_too_few(competition):
    assert sorted(numbers(competition)) == [1, 2, 3]


@pytest.mark.published(4)
def test_no_pair_qualifies_without_a_next_event(competition):
    concede(competition, "R1-M1", "R1-M2", "R2-M1")

    assert (numbers(competition), qualified(stories.now(competition))) == ([], "")
    assert "qualifiers" not in draw_json.as_dict(stories.now(competition))


def test_a_pair_is_told_that_it_has_qualified(competition):
    concede(competition, "R1-M2", "R1-M3", "R2-M1")

    told = {
        message.pair.number: " ".join(message_text(message).paragraphs)
        for message in messages(stories.now(competition), Topic.RULED)
        if message.state.code == "R2-M1"
    }

    assert "You go through to the next round. You have qualified for the national final." in told[2]
    assert "qualified" not in told[3]


def test_the_pages_say_who_qualifies(client, competition):
    concede(competition, "R1-M2", "R1-M3", "R2-M1")

    assert "Qualified for the national final: North 2 & South 2." in text(client.get(public("draw", competition)))
    assert "They qualify for the national final." in text(client.get(f"/{competition.slug}/matches/R2-M2/"))
    assert "They qualify" not in text(client.get(f"/{competition.slug}/matches/R3-M1/"))
    rules = text(client.get(public("conditions", competition)))
    assert "Both pairs in the final qualify for the national final." in rules


def test_the_draw_file_lists_the_qualifiers(competition):
    concede(competition, "R1-M2", "R1-M3", "R2-M1")
    winners = {"number": 2, "name": "Ada North 2 & Ben South 2"}

    found = draw_json.as_dict(stories.now(competition))["qualifiers"]
    assert found == [{"rank": None, "pair": winners}, {"rank": None, "pair": None}]

    concede(competition, "R2-M2", "R3-M1")
    found = draw_json.as_dict(stories.now(competition))["qualifiers"]
    assert [(row["rank"], row["pair"]["number"]) for row in found] == [(1, 2), (None, 1)]
