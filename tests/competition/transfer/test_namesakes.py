"""Tests that namesakes' distinguishing words are copied to the next season and exported."""

from datetime import date

import pytest

from competition.contest.models import Competition
from competition.entries.models import Player
from competition.transfer.actions.importing import copy_competition, import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.public_reading import public, text
from tests.competition.seasons import season

pytestmark = pytest.mark.django_db
PAIRS = ("Jan Smith", "Ann Lee"), ("Jan Smith (Okato)", "Bo Ray"), ("Al Dove", "Al Dove (junior)")


@pytest.fixture
def competition() -> Competition:
    return season(*PAIRS)


def moved(competition: Competition, facts: dict) -> Competition:
    Competition.objects.filter(pk=competition.pk).update(slug="elsewhere")
    return import_competition(facts, by=stories.organiser_of(competition))


def test_copies_and_imports_contain_both_namesakes(client, competition):
    new = copy_competition(
        competition,
        name="Lakes",
        season=2027,
        closing_date=date(2027, 3, 31),
        opening_day=None,
        numbers=(1, 2, 3),
        by=stories.organiser_of(competition),
    )
    opened = moved(competition, unpacked(file_of(competition)))

    for one in (new, opened):
        assert [pair.name for pair in one.pairs.all()] == [" & ".join(pair) for pair in PAIRS]
    assert opened.players.get(distinction="Okato").name == "Jan Smith"
    assert "Jan Smith (Okato) & Bo Ray" in text(client.get(public("draw", opened)))


def test_a_file_without_distinguishing_words_is_refused(competition):
    facts = unpacked(file_of(competition))
    players = facts["tables"]["Player"]
    at = players["columns"].index("distinction")
    for row in players["rows"]:
        row[at] = ""

    with pytest.raises(Refused, match="Jan Smith is in two pairs, without a word that distinguishes the two players"):
        moved(competition, facts)
    assert Player.objects.filter(distinction="Okato").count() == 1


def test_a_file_with_a_bad_distinguishing_word_is_refused(competition):
    for word in ("Okato)", "--", "a (b)"):
        facts = unpacked(file_of(competition))
        players = facts["tables"]["Player"]
        at = players["columns"].index("distinction")
        next(row for row in players["rows"] if row[at] == "Okato")[at] = word

        with pytest.raises(Refused, match="This file contradicts itself"):
            moved(competition, facts)
        Competition.objects.filter(pk=competition.pk).update(slug="lakes")
