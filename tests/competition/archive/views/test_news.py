"""Tests of today's news and of past seasons on the home page."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from competition.audit.models import LogEntry
from competition.entries.models.pair import Player
from competition.match.actions import play, privacy
from scoring.templatetags.bridge import day
from tests import bulk, stories
from tests.caches import clear_caches
from tests.competition.public_reading import text
from tests.competition.seasons import ADA, CYD, FOUR, beat, match_of, season, win

pytestmark = pytest.mark.django_db
NOTHING = "No results yet."
FOOT = " Enter the code from a letter · For organisers"


def today(client) -> str:
    """Return the text of today's results."""
    return text(client.get("/")).partition(" Results today ")[2].partition(" Champions ")[0].removesuffix(FOOT)


def at_table(client) -> str:
    """Return the text of the matches in play."""
    return text(client.get("/")).partition(" In play ")[2].partition(" Current competitions ")[0]


def test_a_result_of_today_is_shown(client):
    competition = season(*FOUR)
    code = beat(competition, ADA, 4730, 3980)

    [loser] = [pair for pair in stories.now(competition).matches[code].pairs if ADA not in str(pair)]
    assert today(client) == (
        f"Regional Rubber Knockout 2026, Semi-finals ({code}) Ada North & Ben South beat {loser} by 4,730 to 3,980."
    )


def test_a_result_is_shown_until_midnight(client, monkeypatch):
    beat(season(*FOUR), ADA, 4730, 3980)
    assert "4,730" in today(client)
    tomorrow = timezone.now() + timedelta(days=1)

    monkeypatch.setattr(timezone, "now", lambda: tomorrow)

    assert today(client) == NOTHING


def test_a_final_is_not_news_on_the_next_day(client, monkeypatch):
    win(season(), ADA)
    season(*FOUR, year=2027)
    assert "Ada North" in today(client)
    tomorrow = timezone.now() + timedelta(days=1)

    monkeypatch.setattr(timezone, "now", lambda: tomorrow)

    assert today(client) == NOTHING


def test_an_unconfirmed_result_is_not_shown(client):
    competition = season(*FOUR)
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4730, theirs=3980)

    assert today(client) == NOTHING


def test_latest_twenty_results_are_shown(client):
    bulk.middle(32)

    told = today(client)

    assert told.count(" beat ") == 20
    assert told.endswith("5 more in the draws.")


def test_latest_result_is_shown_first(client):
    competition = season(*FOUR)
    first = win(competition, ADA)
    [second] = {"R1-M1", "R1-M2"} - {first}
    stories.settle(competition, second)

    page = today(client)

    assert page.index(second) < page.index(first)


def test_matches_in_play_are_shown_with_totals(client):
    competition = season(*FOUR, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))

    both = f"{upper.pair} 60 {lower.pair} 0"
    assert at_table(client) == (
        f"Regional Rubber Knockout 2026, Semi-finals Deal 1 of 4 done: {upper.pair} 60, {lower.pair} 0. "
        f"Deal 1 of 4 done {both} {upper.pair} lead by 60 (+100, unfinished rubber)"
    )


def test_an_open_page_gets_only_changes(client):
    competition = season(*FOUR, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    asks = re.search(r'data-hx-get="(.*?)"', client.get("/").content.decode())[1]
    assert client.get(asks).status_code == 204

    stories.record(upper, stories.deal("2H", 8))

    news = client.get(asks).content.decode()
    assert "Deal 1 of 4 done" in news.partition('id="news"')[0]
    assert f"Semi-finals: Deal 1 of 4 done: {upper.pair} 60" in unescape(news.partition('id="news"')[2])
    assert client.get(re.search(r'data-hx-get="(.*?)"', news)[1]).status_code == 204


def test_private_deals_are_not_shown_in_the_news(client):
    competition = season(*FOUR, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    privacy.keep_deals(stories.table(upper.pair, "R1-M1"), private=True)

    assert "unfinished" not in at_table(client)


def test_a_score_sheet_without_deals_or_unchanged_today_is_not_in_play(client):
    competition = season(*FOUR, deals=4)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("2H", 8))
    stories.open_sheet(competition, "R1-M2")
    stories.rewrite(LogEntry.objects.all(), at=timezone.now() - timedelta(days=2))

    assert at_table(client) == ""


def test_demo_news_is_shown_if_there_is_nothing_else(client):
    demo = season(*FOUR, is_demo=True)
    win(demo, ADA)
    assert match_of(demo, ADA) in {"R2-M1"}
    assert "Ada North" in today(client)

    season(*FOUR)

    assert today(client) == NOTHING


def test_latest_champions_lead_if_no_match_is_in_play(client):
    win(season(year=2024), ADA)
    win(season(year=2025), CYD)

    first, second, today = "Ada North & Ben South", "Cyd East & Dan West", day(timezone.now())
    story = f"{second} In the final against {first}, Walkover, {today}"
    earlier = f"{first} Regional Rubber Knockout 2024: in the final against {second}, Walkover, {today}"
    assert text(client.get("/")).partition(" pair against pair ")[2] == (
        f"Champions: Regional Rubber Knockout 2025 {story} Earlier champions {earlier} "
        "Enter the code from a letter · For organisers"
    )

    stories.record(stories.open_sheet(season(*FOUR, deals=4), "R1-M1")[0], stories.deal("2H", 8))

    assert (
        text(client.get("/"))
        .partition(" Champions ")[2]
        .startswith(
            f"{second} Regional Rubber Knockout 2025: in the final against {first}, Walkover, {today} {earlier}"
        )
    )


def test_home_shows_eight_past_seasons(client):
    for year in range(2010, 2019):
        win(season(year=year), ADA)

    page = text(client.get("/"))

    assert (page.count("n the final against"), "Knockout 2010" in page, "All past seasons" in page) == (8, False, True)


@pytest.mark.parametrize("seasons", [1, 2])
def test_home_takes_eleven_queries_and_one_while_unchanged(client, seasons, django_assert_num_queries):
    for year in range(2000, 2000 + seasons):
        win(season(year=year), ADA)
        stories.entered(2)
    clear_caches()
    with django_assert_num_queries(10):
        client.get("/")

    for year in range(2010, 2010 + seasons):
        upper, _ = stories.open_sheet(season(year=year), "R1-M1")
        stories.record(upper, stories.deal())
    clear_caches()
    with django_assert_num_queries(11):
        client.get("/")
    with django_assert_num_queries(1):
        client.get("/")


def test_home_uses_the_cached_draw(client, django_assert_num_queries):
    competition = season(*FOUR)
    win(competition, ADA)
    client.get(f"/{competition.slug}/")

    with django_assert_num_queries(2):
        assert "Ada North" in today(client)


def test_changing_a_competition_reads_no_other(client):
    win(season(year=2024), ADA)
    competition = season(*FOUR, year=2026)
    client.get("/")
    # Change the names without a new version, so that any fresh read is visible.
    Player.objects.update(name="Somebody Else")

    stories.settle(competition, "R1-M1")

    page = text(client.get("/"))
    assert (
        "Champions: Regional Rubber Knockout 2024 Ada North & Ben South" in page,
        "Somebody Else & Somebody Else go through" in page,
    ) == (True, True)
