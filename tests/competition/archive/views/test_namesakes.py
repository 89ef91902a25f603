"""Tests for careers of namesakes and of players entered by first name only."""

import re

from django.urls import reverse

from competition.contest.rules.names import slug_of
from tests.competition.public_reading import public, rows, text
from tests.competition.seasons import CYD, DAN, REGION, address, match_of, season, win

SMITH, OTHER = "Jan Smith", "Jan Smith (Tauranga)"


def people(client, wanted: str) -> dict[str, str]:
    """Return the players found by name, as a mapping from address to name."""
    page = client.get(reverse("public:players"), {"find": wanted}).content.decode()
    return dict(re.findall(r'href="(/players/[^"]+/)"><b>([^<]+)</b>', page))


def test_seasons_of_namesakes_are_kept_separate(client):
    win(season((SMITH, "Al Dove"), (CYD, DAN), year=2024), SMITH)
    season((SMITH, CYD), (OTHER, DAN), year=2025)
    season((OTHER, "Bo Ray"), (CYD, DAN), year=2026)

    mine, others = ([row[0] for row in rows(client.get(address(name)))] for name in (SMITH, OTHER))

    assert (mine, others) == (["2025", "2024"], ["2026", "2025"])
    assert sorted(people(client, "smith").values()) == [SMITH, OTHER]


def test_a_first_name_has_a_page_for_each_competition(client):
    first = season(("Betty", "Joan"), (CYD, DAN), year=2025)
    season(("Betty", "Ruth Lee"), (CYD, DAN), year=2026)

    found = people(client, "betty")

    assert len(found) == 2
    page = text(client.get(reverse("public:player", args=[slug_of("Betty", REGION, only_in=first.slug)])))
    assert "Knockout 2025" in page
    assert "Knockout 2026" not in page


def test_match_page_links_to_the_right_namesake(client):
    competition = season((SMITH, CYD), (OTHER, DAN))

    page = client.get(public("match", competition, match_of(competition, CYD))).content.decode()

    assert address(SMITH) in page
    assert address(OTHER) in page
    win(competition, "Cyd East")
    assert "Jan Smith 1 won Jan Smith (Tauranga) 0 won" in text(client.get(address(SMITH, OTHER)))
