"""Tests for player pages and the list of players."""

import re

import pytest
from django.utils import timezone
from django.utils.html import escape

from competition.draw.rules.result import ResultKind
from competition.entries.queries.pairs import PlayerEntry
from competition.match.actions import play
from tests import stories
from tests.caches import clear_caches
from tests.competition.public_reading import public, rows, text, words
from tests.competition.seasons import ADA, BEN, CYD, DAN, EVE, FOUR, address, beat, season, win
from tests.markup import markup


def figures(client, player: str = ADA) -> list[str]:
    """Return the figures at the top of a player's page, each with its label."""
    page = markup(client.get(address(player)))
    told = re.findall(r"<dt>(.*?)</dt> ?<dd>(.*?)</dd>", page)
    return [f"{words(dd)} {words(dt)}" for dt, dd in told]


def of_seasons(client, player: str = ADA) -> list[list[str]]:
    """Return the cells in the table of seasons on a player's page."""
    return rows(client.get(address(player)))


def links(answer) -> set[str]:
    return set(re.findall(r'href="(/[^"]*)"', markup(answer)))


def test_player_page_lists_every_season(client):
    stories.settle(season(year=2023), "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)
    beat(season(year=2024), ADA, 4730, 3980)
    win(season((ADA, EVE), (CYD, DAN), year=2026), CYD)
    stories.record(stories.open_sheet(season(year=2027), "R1-M1")[0], stories.deal())

    assert of_seasons(client) == [
        [
            "2027",
            "Regional Rubber Knockout with Ben South",
            "In the final",
            "0–0",
            "deal 1 of 2 done against East & West",
        ],
        ["2026", "Regional Rubber Knockout with Eve Stone", "Final", "0–1", "lost to East & West (walkover)"],
        ["2024", "Regional Rubber Knockout with Ben South", "Champions", "1–0", "beat East & West by 750"],
        ["2023", "Regional Rubber Knockout with Ben South", "Final", "0–1", "double default against East & West"],
    ]


def test_player_page_summarises_all_seasons(client):
    beat(season(year=2023), ADA, 4000, 3000)
    beat(season(year=2024), CYD, 3100, 3000)
    win(season((ADA, EVE), (CYD, DAN), year=2026), CYD)
    season(year=2027, region="North Coast")

    # A namesake in another region has a page of their own.
    assert figures(client)[0] == "1 of 3 matches won on this site"
    assert figures(client)[1:] == ["3 seasons, with 2 partners", "+450 points per match, on average", "1 title"]
    page = text(client.get(address(ADA)))
    assert "Champion of 2023 with Ben South." in page
    assert "1,000 Widest win, over East & West, Final, 2023" in page
    assert page.count("2027") == 0
    # A chart needs at least four matches.
    assert "Every match played" not in page


def test_player_page_shows_the_best_round_with_its_years(client):
    season(*FOUR, year=2023)
    for year in (2024, 2025):
        win(season(*FOUR, year=year), EVE)

    assert "Best result: Final, 2024 and 2025." in text(client.get(address(EVE)))


def test_a_lost_final_is_better_than_a_win_in_round_1(client):
    crowd = [(f"North {number}", f"South {number}") for number in range(7)]
    large = season((ADA, BEN), *crowd, year=2024)
    win(large, ADA)
    win(season(year=2025), CYD)

    assert "Best result: Final, 2025." in text(client.get(address(ADA)))


def test_case_and_spacing_of_a_name_are_ignored(client):
    season(year=2024)
    season(("ADA  north", BEN), (CYD, DAN), year=2026, region="lakes and plains")

    assert [row[0] for row in of_seasons(client)] == ["2026", "2024"]
    assert text(client.get(address(ADA))).split("ADA  north")[0].startswith("Player")


def test_demo_players_have_their_own_pages(client):
    season(year=2024)
    demo = season(year=2026, is_demo=True)

    assert [row[0] for row in of_seasons(client)] == ["2024"]
    known = links(client.get(public("pair", demo, 1)))
    [invented] = {link for link in known if link.startswith("/players/ada") and link.endswith("/")}
    page = client.get(invented)
    assert ([row[0] for row in rows(page)], "Demo: every player is invented" in markup(page)) == (["2026"], True)


def test_an_unknown_player_is_not_found(client):
    season()
    entered = stories.entered(1).players.first()

    for address_of in (*(f"/players/{slug}/" for slug in ("nobody-123456", "ada-north", "v")), address(entered.name)):
        assert client.get(address_of).status_code == 404


@pytest.mark.database
def test_names_with_different_accents_have_their_own_pages(client):
    season(("Renee Dupont", ADA), ("Renée Dupont", CYD))

    assert figures(client, "Renee Dupont") == ["1 season, with Ada North"]
    assert figures(client, "Renée Dupont") == ["1 season, with Cyd East"]


def test_opponents_are_listed_by_frequency(client):
    win(season(year=2023), ADA)
    win(season(year=2024), CYD)
    win(season((ADA, BEN), (CYD, EVE), year=2026), CYD)

    opponents = text(client.get(address(ADA))).partition(" Most often against ")[2]
    assert opponents == "East & West 1–1 1 more pair East & Stone 0–1"


def test_player_page_links_to_matches_and_people(client):
    competition = season(year=2024)
    win(competition, ADA)

    found = links(client.get(address(ADA)))

    number = stories.now(competition).matches["R1-M1"].winner.number
    assert {
        public("pair", competition, number),
        public("match", competition, "R1-M1"),
        public("draw", competition),
        address(BEN),
    } <= found
    # The opponents are in draw order.
    assert {address_of_pairs(ADA, BEN, CYD, DAN), address_of_pairs(ADA, BEN, DAN, CYD)} & found


def test_pair_and_match_pages_link_to_players(client):
    competition = season()
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    players = [player.name for pair in (upper, lower) for player in pair.players.all()]

    match = links(client.get(public("match", competition, "R1-M1")))

    assert {address(ADA), address(BEN), address_of_pairs(*players)} <= match
    assert {address(ADA), address(BEN)} <= links(client.get(public("pair", competition, 1)))


def address_of_pairs(one: str, partner: str, other: str, others: str) -> str:
    first, second = address(one, other), address(partner, others)
    return first.replace("/v/", f"/{second.split('/')[2]}/v/") + f"{second.split('/')[4]}/"


@pytest.mark.database
def test_search_results_show_the_seasons_and_mark_the_demo(client):
    season((ADA, "Ola Østergård"), ("Øster Noth", DAN), year=2024)
    season((ADA, "Ola Østergård"), (CYD, DAN), year=2026)
    season((ADA, "Øla Demo"), (CYD, DAN), year=2026, is_demo=True)

    page = text(client.get("/players/?find=øst"))
    assert page.partition("their names: ")[2] == (
        "Ola Østergård Lakes and Plains, 2024 to 2026 Øster Noth Lakes and Plains, 2024"
    )
    page = text(client.get("/players/?find=ada"))
    assert page.partition("their names: ")[2] == (
        "Ada North Lakes and Plains, 2024 to 2026 Ada North Lakes and Plains, 2026 Demo"
    )


def test_a_search_with_one_result_redirects_to_the_player(client):
    season()

    assert client.get("/players/?find=NORTH ada").headers["Location"] == address(ADA)
    for wanted in ("zzz", "<script>", "-123456"):
        answer = client.get("/players/", {"find": wanted})

        assert f"No player in a published draw has “{wanted}” in their name." in text(answer)
        assert f'value="{escape(wanted)}"' in markup(answer)


def test_players_are_listed_by_surname(client):
    # Particles belong to the surname.
    beat(season(("Ola Østergård", "Jan van der Berg"), (CYD, DAN)), CYD, 4730, 3980)

    page = text(client.get("/players/"))

    club, seasons = "Harbour Bridge Club", "1 season"
    assert page.partition("Matches on this site ")[2] == (
        f"Surnames that begin with E East , Cyd {club} 1 title, 2026 {seasons} 1 won, 0 lost "
        f"Surnames that begin with O Østergård , Ola {club} {seasons} 0 won, 1 lost "
        f"Surnames that begin with V van der Berg , Jan {club} {seasons} 0 won, 1 lost "
        f"Surnames that begin with W West , Dan {club} 1 title, 2026 {seasons} 1 won, 0 lost"
    )


def test_many_players_are_listed_letter_by_letter(client, monkeypatch):
    monkeypatch.setattr("competition.archive.views.players.WHOLE", 3)
    season()

    for query, name in {"": "East", "?letter=W": "West", "?letter=%C3%98": "East"}.items():
        page = text(client.get(f"/players/{query}"))
        assert [family for family in ("North", "South", "East", "West") if family in page] == [name]


def test_only_the_first_results_are_shown(client, monkeypatch):
    monkeypatch.setattr("competition.archive.views.players.MANY", 3)
    season(("Ann 001", "Bob 001"), ("Ann 002", "Bob 002"))

    page = text(client.get("/players/?find=0"))

    assert "The first of many with “0” in their names" in page
    assert (page.count("Lakes and Plains"), "Ann 001" in page, "Bob 002" in page) == (3, True, False)


def test_player_pages_take_11_queries_and_one_while_unchanged(client, django_assert_num_queries):
    for year in (2000, 2001):
        win(season(year=year), ADA)

        for page in (address(ADA), address(ADA, CYD), "/players/?find=a"):
            clear_caches()
            with django_assert_num_queries(11):
                client.get(page)
            with django_assert_num_queries(1):
                client.get(page)


def test_the_cached_list_of_players_shows_a_substitute(client, django_assert_num_queries):
    competition = season()
    table, _ = stories.open_sheet(competition, "R1-M1")
    client.get("/players/?letter=N")
    stories.record(table, stories.deal())
    with django_assert_num_queries(1):
        client.get("/players/?letter=N")

    stories.substitute(competition.pairs.get(number=1), PlayerEntry("Nora Nash"))

    assert "Nash , Nora" in text(client.get("/players/?letter=N"))


def test_an_automatically_confirmed_result_is_counted(client, monkeypatch):
    competition = season()
    assert of_seasons(client)[0][2:] == ["In the final", "0–0", "to play East & West"]
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4730, theirs=3980)
    stories.notify(competition)
    assert [of_seasons(client, player)[0][3] for player in (ADA, CYD)] == ["0–0", "0–0"]
    later = timezone.now() + stories.AFTER_REPLY_TIME

    monkeypatch.setattr(timezone, "now", lambda: later)

    assert {of_seasons(client, player)[0][3] for player in (ADA, CYD)} == {"1–0", "0–1"}
