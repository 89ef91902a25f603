"""Tests of two players, or two pairs, against each other."""

import pytest
from django.urls import reverse

from competition.contest.rules.people import slug_of
from competition.entries.models.pair import Player
from competition.knockout.rules.result import Kind
from tests import stories
from tests.competition.public_reading import text
from tests.competition.seasons import ADA, BEN, CYD, DAN, EVE, FAY, REGION, address, beat, season, win

pytestmark = pytest.mark.django_db


def head_to_head(client, one: str, other: str) -> str:
    return text(client.get(address(one, other)))


def of_pairs(client, *players: str) -> str:
    return text(client.get(reverse("public:head-to-head", args=[slug_of(player, REGION) for player in players])))


def test_all_matches_of_two_players_are_listed(client):
    beat(season(year=2024), ADA, 4730, 3980)
    win(season((ADA, EVE), (FAY, CYD), year=2026), FAY)

    assert head_to_head(client, ADA, CYD) == (
        "Head to head Ada North v Cyd East: one all Ada North 1 won Cyd East 1 won "
        "4,730 points in 1 match 3,980 points Match by match "
        "2026 Final , Regional Rubber Knockout: "
        "Fay Brook & Cyd East go through by walkover against Ada North & Eve Stone. won Walkover "
        "2024 Final , Regional Rubber Knockout: "
        "Ada North & Ben South beat Cyd East & Dan West by 4,730 to 3,980. 4,730 3,980 Won by 750"
    )


def test_each_side_has_its_own_points(client):
    beat(season(year=2024), ADA, 4730, 3980)
    beat(season(year=2025), ADA, 3000, 2000)

    page = head_to_head(client, CYD, ADA)

    assert "Ada North leads, two matches to none" in page
    assert "5,980 points in 2 matches 7,730 points" in page
    assert page.endswith("Biggest win 1,000 Ada North, 2025 Closest match 750 Ada North, 2024")


def test_an_undecided_match_is_listed_but_not_counted(client):
    season()

    page = head_to_head(client, ADA, CYD)

    assert "They have not played a match against each other that has a result." in page
    assert page.endswith("Not played yet")


def test_a_double_default_counts_without_a_winner(client):
    stories.settle(season(), "R1-M1", kind=Kind.DOUBLE_DEFAULT)

    assert head_to_head(client, ADA, CYD).startswith("Head to head Ada North v Cyd East Ada North 0 won Cyd East 0 won")


def test_partners_are_shown_with_their_common_seasons(client):
    win(season(year=2024), ADA)
    win(season((ADA, CYD), (BEN, DAN), year=2026), BEN)

    page = head_to_head(client, ADA, BEN)

    assert "Ben South leads, one match to none" in page
    assert page.partition("As partners ")[2] == "Regional Rubber Knockout 2024 Champions; 1 won, 0 lost"


def test_two_pairs_need_all_four_players_in_a_match(client):
    win(season(year=2024), ADA)
    win(season((ADA, EVE), (CYD, DAN), year=2026), ADA)

    page = of_pairs(client, BEN, ADA, CYD, DAN)

    assert "South & North lead, one match to none" in page
    assert ("2024 Final" in page, "2026 Final" in page) == (True, False)


def test_head_to_head_says_that_players_have_not_met(client):
    season()
    season((FAY, "Ivy Hill"), ("Jon Ford", "Kit Lane"), year=2024)

    assert head_to_head(client, "Ivy Hill", ADA) == (
        "Head to head Ivy Hill v Ada North: no match yet Ivy Hill Ada North "
        "They have not played a match against each other that has a result."
    )


def test_an_unknown_or_repeated_player_is_not_found(client):
    season()

    for players in ((ADA, ADA), (ADA, "Nobody Here"), (ADA, BEN, ADA, DAN), (ADA, BEN, CYD, "Nobody")):
        page = reverse("public:head-to-head", args=[slug_of(player, REGION) for player in players])
        assert client.get(page).status_code == 404


def test_head_to_head_shows_no_contact_details(client):
    win(season(), ADA)
    Player.objects.update(phone="SECRET 07 555 123", email="secret@example.org")

    answer = client.get(address(ADA, CYD))

    assert b"secret" not in answer.content.lower()
    assert (dict(answer.cookies), answer.get("Vary")) == ({}, "Accept-Encoding")
