"""Tests that distinctions of namesakes are copied to the next season and exported."""

import pytest

from competition.contest.models import Competition
from competition.entries.models.pair import Player
from competition.transfer.actions import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules import unpacked
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.public_reading import public, text
from tests.competition.seasons import season
from tests.competition.transfer.test_starting import begin

pytestmark = pytest.mark.django_db
PAIRS = ("Jan Smith", "Ann Lee"), ("Jan Smith (Okato)", "Bo Ray"), ("Al Dove", "Al Dove (junior)")


@pytest.fixture
def competition() -> Competition:
    return season(*PAIRS)


def moved(competition: Competition, facts: dict) -> Competition:
    Competition.objects.filter(pk=competition.pk).update(slug="elsewhere")
    return import_competition(facts, by=stories.organiser_of(competition))


def test_the_next_season_contains_both_namesakes(at_desk, competition):
    begin(at_desk(competition), competition)

    new = Competition.objects.get(season=2027)
    assert [pair.name for pair in new.pairs.all()] == [" & ".join(pair) for pair in PAIRS]


def test_an_import_contains_both_namesakes(client, competition):
    opened = moved(competition, unpacked(file_of(competition)))

    assert [pair.name for pair in opened.pairs.all()] == [" & ".join(pair) for pair in PAIRS]
    assert opened.players.get(distinction="Okato").name == "Jan Smith"
    assert "Jan Smith (Okato) & Bo Ray" in text(client.get(public("draw", opened)))


def test_a_file_without_the_distinctions_is_refused(competition):
    facts = unpacked(file_of(competition))
    players = facts["tables"]["Player"]
    at = players["columns"].index("distinction")
    for row in players["rows"]:
        row[at] = ""

    with pytest.raises(Refused, match="Jan Smith is in two pairs, without a word that distinguishes the two players"):
        moved(competition, facts)
    assert Player.objects.filter(distinction="Okato").count() == 1


@pytest.mark.parametrize("word", ["Okato)", "--", "a (b)"])
def test_a_file_with_a_bad_distinction_is_refused(competition, word):
    facts = unpacked(file_of(competition))
    players = facts["tables"]["Player"]
    at = players["columns"].index("distinction")
    next(row for row in players["rows"] if row[at] == "Okato")[at] = word

    with pytest.raises(Refused, match="This file contradicts itself"):
        moved(competition, facts)
