"""Tests for the pages that compare two players or two pairs."""

from django.urls import reverse

from competition.contest.rules.names import slug_of
from competition.draw.rules.result import ResultKind
from tests import stories
from tests.competition.public_reading import text
from tests.competition.seasons import ADA, BEN, CYD, DAN, EVE, FAY, REGION, address, beat, season, win


def head_to_head(client, one: str, other: str) -> str:
    """Return the page without its search form."""
    return text(client.get(address(one, other))).partition(" Compare ")[0]


def of_pairs(client, *players: str) -> str:
    return text(client.get(reverse("public:head-to-head", args=[slug_of(player, REGION) for player in players])))


def test_all_matches_of_two_players_are_listed(client):
    beat(season(year=2024), ADA, 4730, 3980)
    win(season((ADA, EVE), (FAY, CYD), year=2026), FAY)

    assert head_to_head(client, ADA, CYD) == (
        "Head to head Ada North v Cyd East: one all Ada North 1 won Cyd East 1 won "
        "4,730 points in 1 match 3,980 points Match by match Season Ada North Cyd East The lead of Ada North Result "
        "2026 Final , Regional Rubber Knockout: "
        "Fay Brook & Cyd East go through by walkover against Ada North & Eve Stone. won Cyd East: walkover "
        "2024 Final , Regional Rubber Knockout: "
        "Ada North & Ben South beat Cyd East & Dan West by 4,730 to 3,980. 4,730 3,980 Ada North won by 750"
    )


def test_each_side_keeps_its_own_points(client):
    beat(season(year=2024), ADA, 4730, 3980)
    beat(season(year=2025), ADA, 3000, 2000)

    page = head_to_head(client, CYD, ADA)

    assert "Ada North leads, two matches to none" in page
    assert "5,980 points in 2 matches 7,730 points" in page
    assert page.endswith("Biggest win 1,000 Ada North, 2025 Closest match 750 Ada North, 2024")


def test_an_undecided_match_is_listed_but_not_counted(client):
    competition = season()

    page = head_to_head(client, ADA, CYD)

    assert "They have not played a match against each other that has a result." in page
    assert page.endswith("Not played yet")
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)
    assert head_to_head(client, ADA, CYD).startswith("Head to head Ada North v Cyd East Ada North 0 won Cyd East 0 won")


def test_partners_are_shown_with_the_seasons_they_played_together(client):
    win(season(year=2024), ADA)
    win(season((ADA, CYD), (BEN, DAN), year=2026), BEN)

    page = head_to_head(client, ADA, BEN)

    assert "Ben South leads, one match to none" in page
    assert page.partition("As partners ")[2] == "Regional Rubber Knockout 2024 Champions; 1 won, 0 lost"


def test_a_match_in_play_shows_its_totals_and_its_lead(client):
    competition = season(deals=3)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())

    page = client.get(address(ADA, CYD)).content.decode()

    assert (page.count("data-won"), page.count('class="spark"')) == (1, 1)
    assert "The match in play does not count yet." in page


def test_a_pair_is_compared_with_another_pair_by_name(client):
    season((ADA, BEN), (CYD, DAN), (EVE, FAY), ("Gus Field", "Hal Wood"))
    page = reverse("public:head-to-head", args=[slug_of(player, REGION) for player in (ADA, BEN, CYD, DAN)])

    found = client.get(page, {"find": "eve"})

    assert "/".join(slug_of(player, REGION) for player in (EVE, FAY)) in found.headers["Location"]
    assert "No player has this name." in text(client.get(page, {"find": "nobody"}))
    assert "Cyd East Harbour Bridge Club Dan West" in text(client.get(page, {"find": "st"}))


def test_two_pairs_are_compared_by_matches_of_all_four_players(client):
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
