"""Tests that a removed name is on no page, in no log entry, and in no file except the locked list."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from django.test import Client

from competition.archive.actions import remove_name
from competition.archive.models import PastPair
from competition.audit.models import LogEntry
from competition.entries.models import Pair, Player
from competition.rulings import queries
from scoring.rules.refusal import Refused
from tests import desks, stories
from tests.competition import pair_reading
from tests.competition.desk_reading import desk, errors, said, text
from tests.competition.public_reading import public

OLD, NAME, NEW = "Ada Northe", "Ada North-Vale", "A player"


def holding(name: str) -> set[str]:
    """Return every column of the database that contains the name in any case."""
    texts = (models.CharField, models.TextField, models.JSONField)
    columns = [
        (model, field) for model in apps.get_models() for field in model._meta.fields if isinstance(field, texts)
    ]
    return {
        f"{model.__name__}.{field.name}"
        for model, field in columns
        if any(
            name.casefold() in str(value).casefold() for value in model._base_manager.values_list(field.name, flat=True)
        )
    }


@pytest.fixture
def competition():
    """Return a season in which a corrected name is in every text and among the past winners."""
    made = desks.running(8)
    pair = made.pairs.first()
    stories.respell(pair, NAME)
    PastPair.objects.update(first=NAME)
    for kind in queries.written(made):
        for name in kind.words:
            stories.rewrite(kind.rows.exclude(**{name: ""}), **{name: f"{NAME} and ADA NORTH-VALE’s brother"})
    line = LogEntry.objects.filter(competition=made).first()
    stories.rewrite(
        LogEntry.objects.filter(pk=line.pk), text=f"{NAME} did it.", detail={"before": NAME, "after": [OLD]}
    )
    return made


def pages(competition, pair: Pair) -> dict[str, str]:
    """Return the pages in a pair’s season that can show its name."""
    names = ("draw", "feed", "draw-json", "draw-csv", "record", "record-json", "locked-list", "reveal", "matches")
    addresses = [public(name, competition) for name in (*names, "honours", "honours-csv")]
    addresses += [public("pair", competition, pair.number), public("match", competition, "R1-M1"), "/", "/players/"]
    return {address: Client().get(address).getvalue().decode() for address in addresses}


def test_a_removed_name_appears_nowhere(competition, at_desk, phone):
    pair = competition.pairs.first()
    opponent = stories.tables(competition, "R1-M1")[1].pair
    organiser = at_desk(competition)
    assert {"LogEntry.text", "NameCorrection.after", "PastPair.first", "Player.name"} <= holding(NAME)
    assert NAME in pages(competition, pair)[public("draw", competition)]

    done = organiser.post(desk("remove-name", competition), {"player": NAME}, follow=True)

    assert said(done) == ["The name is removed. Delete older backups, because they still contain it."]
    assert NAME not in done.content.decode()
    assert [holding(name) for name in (NAME, OLD)] == [set(), set()]
    after = pages(competition, pair)
    first = competition.pairs.get(pk=pair.pk).players.get(place=1)
    drawn = [facts for facts in competition.locked_lists.get().entries if facts["number"] == pair.number]
    before = drawn[0]["pair"].split(" & ")[0]
    assert (first.name, first.distinction) == (NEW, "")
    assert [address for address, page in after.items() if any(name in page for name in (NAME, OLD, before))] == []
    assert NEW in after[public("draw", competition)]
    assert "The name of a player has been removed from this list." in after[public("record", competition)]
    assert NEW in phone(opponent).get(pair_reading.address("match", competition)).content.decode()
    assert "Removed the name of a player." in text(organiser.get(desk("log", competition)))
    assert phone(competition.pairs.get(pk=pair.pk)).get("/play/").status_code == 200


def test_two_removed_names_stay_two_different_people(competition, organiser):
    players = Player.objects.filter(competition=competition, place=2)[:2]

    for name in [player.display_name for player in players]:
        remove_name(competition, name, by=stories.organiser_of(competition))

    names = [Player.objects.get(pk=player.pk).display_name for player in players]
    assert names == ["A player", "A player (2)"]
    assert [name for name in names if name in organiser.get(desk("remove-name", competition)).context["players"]] == []


def test_places_and_results_of_a_removed_player_stay(competition):
    call_command("check_integrity")
    before = {code: [pair.pk for pair in state.pairs] for code, state in stories.now(competition).matches.items()}

    remove_name(competition, NAME, by=stories.organiser_of(competition))

    assert {
        code: [pair.pk for pair in state.pairs] for code, state in stories.now(competition).matches.items()
    } == before
    call_command("check_integrity")


def test_a_namesake_keeps_the_name(by):
    competition = stories.entered(2)
    first, second = (pair.players.first() for pair in competition.pairs.all())
    Player.objects.filter(pk=first.pk).update(name="Jan Smith", key="jan smith", distinction="senior")
    Player.objects.filter(pk=second.pk).update(name="Jan Smith", key="jan smith", distinction="junior")

    remove_name(competition, "Jan Smith (senior)", by=stories.organiser_of(competition))

    assert [Player.objects.get(pk=player.pk).display_name for player in (first, second)] == [
        "A player",
        "Jan Smith (junior)",
    ]
    with pytest.raises(Refused, match="This name is not in the competition"):
        remove_name(competition, "Jan Smith (senior)", by=stories.organiser_of(competition))


def test_a_name_must_be_chosen_from_the_list(competition, organiser):
    page = organiser.post(desk("remove-name", competition), {"player": "Nobody Known"})

    assert (page.status_code, errors(page)) == (422, ["Player: Choose a player from the list."])
