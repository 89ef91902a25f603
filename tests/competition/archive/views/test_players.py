"""Tests of player pages and of the list of players."""

import re

import pytest
from django.utils import timezone
from django.utils.html import escape

from competition.entries.models.pair import Player
from competition.entries.queries.entry import PlayerEntry
from competition.knockout.rules.result import Kind
from competition.match.actions import play
from tests import stories
from tests.caches import clear_caches
from tests.competition.public_reading import public, text, words
from tests.competition.seasons import ADA, BEN, CYD, DAN, EVE, FOUR, TWO, address, beat, season, win

pytestmark = pytest.mark.django_db


def facts(client, player: str = ADA) -> dict[str, list[str]]:
    """Return the facts at the top of a player's page."""
    page = client.get(address(player)).content.decode()
    told = re.findall(r"<dt>(.*?)</dt>(.*?)</div>", page, re.DOTALL)
    return {words(dt): [words(dd) for dd in re.findall(r"<dd>(.*?)</dd>", dds, re.DOTALL)] for dt, dds in told}


def links(answer) -> set[str]:
    return set(re.findall(r'href="(/[^"]*)"', answer.content.decode()))


def test_player_page_lists_every_season(client):
    beat(season(year=2024), ADA, 4730, 3980)
    win(season((ADA, EVE), (CYD, DAN), year=2026), CYD)

    page = text(client.get(address(ADA)))

    assert page.partition("Season by season ")[2].partition(" Opponents")[0] == (
        "Regional Rubber Knockout 2026 With Eve Stone . Final; 0 won, 1 lost. "
        "Final (R1-M1) Cyd East & Dan West go through by walkover against Ada North & Eve Stone. "
        "Regional Rubber Knockout 2024 With Ben South . Champions; 1 won, 0 lost. "
        "Final (R1-M1) Ada North & Ben South beat Cyd East & Dan West by 4,730 to 3,980."
    )


def test_a_year_with_two_competitions_is_named_once(client):
    win(season(year=2026), ADA)
    win(season(year=2026), CYD)

    assert facts(client)["Partners"] == ["Ben South , 2026"]


def test_player_page_summarises_all_seasons(client):
    win(season(year=2023), ADA)
    win(season(year=2024), CYD)
    win(season((ADA, EVE), (CYD, DAN), year=2026), CYD)
    season(year=2027, region="North Coast")

    # A namesake in another region has a page of their own.
    assert "Seasons 2027" in text(client.get(address(ADA, region="North Coast")))
    opponents = text(client.get(address(ADA))).partition(" Opponents ")[2]
    assert opponents == "Cyd East played 3 times, won 1 Dan West played 3 times, won 1"
    assert facts(client) == {
        "Seasons": ["2023 to 2026"],
        "Matches": ["1 won, 2 lost"],
        "Champion": ["Regional Rubber Knockout 2023"],
        "Partners": ["Eve Stone , 2026", "Ben South , 2024, 2023"],
    }


def test_player_page_shows_the_best_round_with_its_years(client):
    season(*FOUR, year=2023)
    for year in (2024, 2025):
        win(season(*FOUR, year=year), EVE)

    assert facts(client, EVE)["Best"] == ["Final, 2025, 2024"]


def test_a_small_final_is_better_than_a_large_second_round(client):
    crowd = [(f"North {number}", f"South {number}") for number in range(7)]
    large = season((ADA, BEN), *crowd, year=2024)
    win(large, ADA)
    win(season(year=2025), CYD)

    assert facts(client)["Best"] == ["Final, 2025"]


def test_both_pairs_lose_by_double_default(client):
    stories.settle(season(), "R1-M1", kind=Kind.DOUBLE_DEFAULT)

    assert [facts(client, player)["Matches"] for player in (ADA, CYD)] == [["0 won, 1 lost"]] * 2


def test_case_and_spacing_of_a_name_are_ignored(client):
    season(year=2024)
    season(("ADA  north", BEN), (CYD, DAN), year=2026, region="lakes and plains")

    page = text(client.get(address(ADA)))

    assert "Seasons 2024 to 2026" in page
    assert page.split("ADA  north")[0].startswith("Player")


def test_demo_players_have_their_own_pages(client):
    season(year=2024)
    demo = season(year=2026, is_demo=True)

    assert facts(client)["Seasons"] == ["2024"]
    known = links(client.get(public("pair", demo, 1)))
    [invented] = {link for link in known if link.startswith("/players/ada") and link.endswith("/")}
    page = text(client.get(invented))
    assert ("Seasons 2026" in page, "Demo: every player is invented" in page) == (True, True)


def test_players_have_no_page_before_the_draw(client):
    competition = stories.entered(2)
    player = competition.players.first()

    assert client.get(address(player.name)).status_code == 404


def test_an_unknown_player_is_not_found(client):
    season()

    for slug in ("nobody-123456", "ada-north", "v", "live"):
        assert client.get(f"/players/{slug}/").status_code == 404


@pytest.mark.database
def test_names_with_different_accents_have_their_own_pages(client):
    season(("Renee Dupont", ADA), ("Renée Dupont", CYD))

    assert facts(client, "Renee Dupont")["Partners"] == ["Ada North , 2026"]
    assert facts(client, "Renée Dupont")["Partners"] == ["Cyd East , 2026"]


def test_opponents_are_listed_by_frequency(client):
    win(season(year=2024), ADA)
    win(season((ADA, BEN), (CYD, EVE), year=2026), CYD)

    opponents = text(client.get(address(ADA))).partition(" Opponents ")[2]
    assert opponents == "Cyd East played twice, won 1 Dan West played once, won 1 Eve Stone played once, won 0"


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
        address(ADA, CYD),
        address(ADA, DAN),
    } <= found


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
def test_search_results_show_the_seasons(client):
    season((ADA, "Ola Østergård"), ("Øster Noth", DAN), year=2024)
    season((ADA, "Ola Østergård"), (CYD, DAN), year=2026)

    page = text(client.get("/players/?find=øst"))

    assert page.partition("their names: ")[2] == (
        "Ola Østergård Lakes and Plains, 2024 to 2026 Øster Noth Lakes and Plains, 2024"
    )


def test_search_results_mark_demo_players(client):
    season(year=2024)
    season(year=2026, is_demo=True)

    page = text(client.get("/players/?find=ada"))

    assert page.partition("their names: ")[2] == (
        "Ada North Lakes and Plains, 2026 Demo Ada North Lakes and Plains, 2024"
    )


def test_a_search_with_one_result_redirects_to_the_player(client):
    season()

    assert client.get("/players/?find=NORTH ada").headers["Location"] == address(ADA)
    for wanted in ("zzz", "<script>", "-123456"):
        answer = client.get("/players/", {"find": wanted})

        assert f"No player in a published draw has “{wanted}” in their name." in text(answer)
        assert f'value="{escape(wanted)}"' in answer.content.decode()


def test_players_are_listed_by_first_letter_of_the_surname(client):
    # Particles belong to the surname.
    season(("Ola Østergård", "Jan van der Berg"), (CYD, DAN))

    for query, letter in {"": "E", "?find=%20%20": "E", "?letter=W": "W", "?letter=%C3%98": "E"}.items():
        shown = {"E": "Cyd East", "W": "Dan West"}[letter]
        assert text(client.get(f"/players/{query}")) == (
            f"Every season Players Find a player Find E O V W Surnames with {letter} {shown} Lakes and Plains, 2026"
        )


def test_list_of_players_is_empty_without_a_draw(client):
    assert text(client.get("/players/")) == "Every season Players Find a player Find"


def test_only_the_first_hundred_results_are_shown(client):
    season(*[(f"Ann {number:03}", f"Bob {number:03}") for number in range(51)])

    page = text(client.get("/players/?find=0"))

    assert "The first of many with “0” in their names" in page
    assert (page.count("Lakes and Plains"), "Ann 000" in page, "Bob 050" in page) == (100, True, False)


@pytest.mark.parametrize("seasons", [1, 2])
def test_player_pages_take_eleven_queries_and_one_while_unchanged(client, seasons, django_assert_num_queries):
    for year in range(2000, 2000 + seasons):
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

    assert "Nora Nash" in text(client.get("/players/?letter=N"))


def test_player_page_shows_a_change_immediately(client):
    competition = season()
    assert facts(client)["Matches"] == ["0 won, 0 lost"]

    win(competition, ADA)

    assert facts(client)["Matches"] == ["1 won, 0 lost"]


def test_an_automatically_confirmed_result_is_counted(client, monkeypatch):
    competition = season()
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4730, theirs=3980)
    stories.notify(competition)
    assert {player: facts(client, player)["Matches"] for player in (ADA, CYD)} == {
        ADA: ["0 won, 0 lost"],
        CYD: ["0 won, 0 lost"],
    }
    later = timezone.now() + stories.AFTER_SILENCE

    monkeypatch.setattr(timezone, "now", lambda: later)

    assert {*facts(client, ADA)["Matches"], *facts(client, CYD)["Matches"]} == {"1 won, 0 lost", "0 won, 1 lost"}


def test_player_pages_show_no_contact_details(client):
    season(*TWO)
    Player.objects.update(phone="SECRET 07 555 123", email="secret@example.org")

    answers = [client.get(page) for page in (address(ADA), "/players/?find=a")]

    assert [b"secret" in answer.content.lower() for answer in answers] == [False, False]
    assert [(dict(answer.cookies), answer.get("Vary")) for answer in answers] == [({}, "Accept-Encoding")] * 2
