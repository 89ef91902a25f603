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
        "Head to head Ada North v Cyd East They played twice as opponents: Ada North won 1, Cyd East won 1. "
        "As opponents "
        "Regional Rubber Knockout 2026, Final (R1-M1) "
        "Fay Brook & Cyd East go through by walkover against Ada North & Eve Stone. "
        "Regional Rubber Knockout 2024, Final (R1-M1) "
        "Ada North & Ben South beat Cyd East & Dan West by 4,730 to 3,980. "
        "Players Ada North Cyd East"
    )
    assert "They played twice as opponents: Cyd East won 1, Ada North won 1." in head_to_head(client, CYD, ADA)


def test_an_undecided_match_is_listed_but_not_counted(client):
    season()

    page = head_to_head(client, ADA, CYD)

    assert "They have not played a match against each other that has a result." in page
    assert "Regional Rubber Knockout 2026, Final (R1-M1)" in page


def test_a_double_default_counts_without_a_winner(client):
    stories.settle(season(), "R1-M1", kind=Kind.DOUBLE_DEFAULT)

    assert "They played once as opponents: Ada North won 0, Cyd East won 0." in head_to_head(client, ADA, CYD)


def test_partners_are_shown_with_their_common_seasons(client):
    win(season(year=2024), ADA)
    win(season((ADA, CYD), (BEN, DAN), year=2026), BEN)

    page = head_to_head(client, ADA, BEN)

    assert "They played once as opponents: Ada North won 0, Ben South won 1." in page
    assert page.partition("As partners ")[2] == (
        "Regional Rubber Knockout 2024 Champions; 1 won, 0 lost. "
        "Final (R1-M1) Ada North & Ben South go through by walkover against Cyd East & Dan West. "
        "Players Ada North Ben South"
    )


def test_two_pairs_need_all_four_players_in_a_match(client):
    win(season(year=2024), ADA)
    win(season((ADA, EVE), (CYD, DAN), year=2026), ADA)

    page = of_pairs(client, BEN, ADA, CYD, DAN)

    assert "They played once as opponents: Ben South & Ada North won 1, Cyd East & Dan West won 0." in page
    assert ("Knockout 2024" in page, "Knockout 2026" in page) == (True, False)


def test_head_to_head_says_that_players_have_not_met(client):
    season()
    season((FAY, "Ivy Hill"), ("Jon Ford", "Kit Lane"), year=2024)

    page = head_to_head(client, "Ivy Hill", ADA)

    assert page == (
        "Head to head Ivy Hill v Ada North They have not played a match against each other that has a result. "
        "Players Ivy Hill Ada North"
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
