"""Tests for a substitute who plays in only one match."""

import pytest

from competition.draw.queries.draw import read_draw
from competition.entries.models import Pair, Player
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.pair_reading import address
from tests.competition.public_reading import block, public

SENT = {"leaving": "2", "player": "Di Heron", "phone": "07 555 0199", "email": "", "reason": "Away."}


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


@pytest.fixture
def pair(competition):
    return stories.now(competition).matches["R1-M1"].pairs[0]


def name_stand_in(organiser, competition, pair, **sent):
    return confirmed(organiser, desk("stand-in", competition, "R1-M1", pair.number), SENT | sent)


def test_the_substitute_is_shown_on_the_pages_of_this_match_only(organiser, phone, competition, pair):
    second = pair.present[1]
    lower = stories.now(competition).matches["R1-M1"].pairs[1]

    done = name_stand_in(organiser, competition, pair)

    assert said(done) == ["The substitute is named."]
    assert f"In this match only: Di Heron for {second}, 07 555 0199" in text(done)
    match = text(organiser.get(public("match", competition, "R1-M1")))
    assert f"Di Heron plays for {second} in this match only. Away." in match
    assert "07 555 0199" not in match
    theirs = text(phone(lower).get(address("match", competition)))
    assert f"Di Heron plays for {second} in this match only. 07 555 0199" in theirs
    assert pair.name in block(organiser.get(public("draw", competition)), "R1-M1")
    record = text(organiser.get(public("record", competition)))
    assert f"Semi-finals: Di Heron plays for {second} in this match only." in record


def test_the_pair_keeps_its_players_contact_details_and_link(organiser, competition, pair):
    second = pair.present[1]

    name_stand_in(organiser, competition, pair)

    now = Pair.objects.get(pk=pair.pk)
    assert (now.name, now.link_secret) == (pair.name, pair.link_secret)
    assert [player.phone for player in now.present] == [player.phone for player in pair.present]
    assert Player.objects.get(pk=second.pk).left_at is None


def test_the_substitute_has_a_seat_and_counts_as_a_player_of_the_match(organiser, phone, competition, pair):
    name_stand_in(organiser, competition, pair)
    here = phone(pair)
    substitute = Player.objects.get(name="Di Heron")
    first, lower = pair.present[0], stories.now(competition).matches["R1-M1"].pairs[1].present

    here.post(address("open", competition), {"north": substitute.pk, "east": lower[0].pk, "dealer": first.pk})

    meeting = stories.now(competition).matches["R1-M1"].meeting
    assert meeting.seats == (substitute.pk, lower[0].pk, first.pk, lower[1].pk)
    stories.settle_round(competition, 1)
    assert f"{first} & Di Heron" in text(organiser.get(public("match", competition, "R1-M1")))
    final = read_draw(competition).matches["R2-M1"]
    assert pair.name in [side.text for side in final.sides]
    assert "Di Heron" not in text(organiser.get(public("match", competition, "R2-M1")))


def test_a_removed_substitute_does_not_play(organiser, competition, pair):
    name_stand_in(organiser, competition, pair)
    page = organiser.get(desk("stand-in", competition, "R1-M1", pair.number))
    undo = desk("undo-stand-in", competition, "R1-M1", pair.number)
    assert undo in page.content.decode()

    done = confirmed(organiser, undo, {"reason": "Home again."})

    assert said(done) == ["The substitute is removed."]
    assert not Player.objects.filter(name="Di Heron").exists()
    texts = [line.text for line in competition.log.filter(event="substituted")]
    assert texts[0].endswith("Di Heron no longer plays for the pair in match 1 of the semi-finals. Home again.")


def test_a_player_from_another_pair_cannot_be_a_substitute(organiser, competition, pair):
    other = stories.now(competition).matches["R1-M2"].pairs[0].present[0]

    refused = organiser.post(
        desk("stand-in", competition, "R1-M1", pair.number), SENT | {"player": other.name, "different_player": ""}
    )

    assert refused.status_code == 422
    assert other.name in errors(refused)[0]


def test_a_pair_can_have_only_one_substitute_in_a_match(organiser, competition, pair):
    name_stand_in(organiser, competition, pair)

    refused = organiser.post(desk("stand-in", competition, "R1-M1", pair.number), SENT | {"player": "Ed Egret"})

    fault = "Di Heron plays for this pair in this match already. Remove that substitute first."
    assert errors(refused) == [fault]


def test_a_match_with_a_score_sheet_keeps_its_players(organiser, competition, pair):
    stories.open_sheet(competition, "R1-M1")

    refused = organiser.post(desk("stand-in", competition, "R1-M1", pair.number), SENT)

    assert errors(refused) == ["This match has a score sheet or a result, so it keeps its players."]


def test_only_the_pairs_of_the_match_see_the_page(organiser, competition):
    other = stories.now(competition).matches["R1-M2"].pairs[0]

    assert organiser.get(desk("stand-in", competition, "R1-M1", other.number)).status_code == 404
