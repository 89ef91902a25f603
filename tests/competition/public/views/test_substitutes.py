"""Tests for substitutes on public pages."""

import pytest
from django.urls import reverse

from competition.entries.queries.pairs import PlayerEntry
from tests import stories
from tests.competition.public_reading import public, text
from tests.competition.seasons import ADA, BEN, FOUR, address, beat, match_of, season, win
from tests.made_once import once

IDA = "Ida Tern"


@pytest.fixture
def competition():
    return finished()


@once
def finished():
    """Return a finished season: Ada and Ben won the semi-final, and Ada and the substitute Ida won the final."""
    found = season(*FOUR)
    first = beat(found, ADA, 900, 400)
    other = "R1-M2" if first == "R1-M1" else "R1-M1"
    stories.settle(found, other)
    pair = next(pair for pair in stories.now(found).pairs.values() if ADA in pair.name)
    stories.substitute(pair, PlayerEntry(IDA), because="Ben is ill.")
    win(found, ADA)
    return found


@pytest.fixture
def semi(competition):
    return next(code for code in ("R1-M1", "R1-M2") if ADA in str(stories.now(competition).matches[code].pairs))


def test_the_draw_shows_the_current_players(client, competition):
    page = text(client.get(public("draw", competition)))

    assert (f"{ADA} & {IDA}" in page, BEN in page) == (True, False)


def test_a_match_shows_the_players_who_played_it(client, competition, semi):
    page = text(client.get(public("match", competition, semi)))

    number = next(pair.number for pair in stories.now(competition).pairs.values() if ADA in pair.name)
    assert f"{ADA} & {BEN} beat" in page
    assert f"Pair {number} are now {ADA} & {IDA}." in page
    assert " now." not in text(client.get(public("match", competition, match_of(competition, ADA))))


def test_each_player_has_only_their_own_matches(client, competition):
    ada, ben, ida = (text(client.get(address(player))).partition("Season by season ")[2] for player in (ADA, BEN, IDA))

    assert "Champions 2–0" in ada
    assert f"with {ADA} Semi-finals 1–0" in ben
    assert f"with {ADA} Champions 1–0" in ida


def test_a_substitute_has_not_met_the_pairs_earlier_opponents(client, competition, semi):
    beaten = next(pair for pair in stories.now(competition).matches[semi].pairs if ADA not in pair.name)
    other = beaten.present[0].name

    met, not_met = (text(client.get(address(player, other))) for player in (BEN, IDA))

    assert f"{BEN} 1 won {other} 0 won" in met
    assert "They have not played a match against each other that has a result." in not_met


def test_a_player_who_left_can_be_found_by_name(client, competition):
    assert client.get(reverse("public:players"), {"find": BEN}).url == address(BEN)


def test_the_page_of_a_pair_names_the_players_of_each_match(client, competition):
    number = next(pair.number for pair in stories.now(competition).pairs.values() if ADA in pair.name)
    told = f"{IDA} replaced {BEN}. Ben is ill."

    page = text(client.get(public("pair", competition, number)))

    assert f"{ADA} & {BEN} beat" in page
    assert f"{ADA} & {IDA} go through by walkover" in page
    assert told in page
    assert f"Pair {number}: {told[:-13]}" in text(client.get(public("record", competition)))
