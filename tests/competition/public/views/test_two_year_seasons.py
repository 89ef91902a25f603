"""Tests for a season over two years, such as 2026/27."""

import csv
import io

import pytest

from competition.contest.models import Competition
from competition.draw.rules.result import ResultKind
from tests import stories
from tests.caches import clear_caches
from tests.competition.contest.sent import CONTEST
from tests.competition.public_reading import public, text
from tests.factories import OrganiserFactory

NAME = "Regional Rubber Knockout 2026/27"


@pytest.fixture
def competition():
    competition = stories.published(2)
    competition.over_two_years = True
    competition.save()
    clear_caches()
    return competition


def test_a_two_year_season_has_both_years_in_its_url(client):
    client.force_login(OrganiserFactory())

    answer = client.post("/desk/new/competition/", CONTEST | {"season": "2026–27"})

    made = Competition.objects.get()
    assert answer.url == "/desk/lakes-knockout-2026-27/"
    assert (str(made), made.season, made.over_two_years) == ("Lakes Knockout 2026/27", 2026, True)


def test_an_invalid_season_stays_in_the_form(client):
    client.force_login(OrganiserFactory())

    page = client.post("/desk/new/competition/", CONTEST | {"season": "2026/29"}).content.decode()

    assert 'value="2026/29"' in page
    assert "Give it as 2026/27" in page


def test_the_season_can_be_changed_before_the_draw(client):
    competition = stories.entered(4)
    client.force_login(competition.owner)
    address = f"/desk/{competition.slug}/conditions/"
    page = client.get(address)
    sent = {field.name: field.value() for field in page.context["form"] if field.value() not in (None, False)}
    assert sent["season"] == "2026"

    client.post(address, sent | {"season": "2026/27", "shown": page.context.get("shown", "")}, follow=True)

    competition.refresh_from_db()
    assert competition.season_name == "2026/27"
    assert client.get(address).context["form"]["season"].value() == "2026/27"
    assert "season 2026/27" in competition.log.first().detail["after"]


def test_every_public_page_names_the_season(client, competition):
    for name in ("draw", "matches", "conditions", "record"):
        page = client.get(public(name, competition)).content.decode()

        assert NAME in page or "Season 2026/27" in page, name

    told = client.get(public("draw-json", competition)).json()["competition"]

    assert (told["season"], told["season_name"]) == (2026, "2026/27")


def test_the_archive_and_players_pages_name_the_season(client, competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))
    rows = list(csv.DictReader(io.StringIO(client.get("/archive.csv").content.decode("utf-8-sig"))))

    assert "2026/27" in text(client.get("/archive/"))
    assert "2026/27" in text(client.get("/players/"))
    assert [(row["season"], row["season_name"]) for row in rows] == [("2026", "2026/27")]


def test_the_next_season_also_runs_over_two_years(client, competition):
    client.force_login(competition.owner)
    page = client.get(f"/desk/{competition.slug}/start-from/")
    sent = {field.name: field.value() for field in page.context["form"] if field.value() is not None}
    assert sent["season"] == "2027/28"

    client.post(f"/desk/{competition.slug}/start-from/", sent)

    assert str(Competition.objects.get(season=2027)) == "Regional Rubber Knockout 2027/28"
    assert Competition.objects.get(season=2027).slug.endswith("2027-28")
