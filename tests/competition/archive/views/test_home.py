"""Tests for the home page: lead story, matches in play, results, champions and this day last season."""

import re
from datetime import timedelta
from html import unescape

from django.utils import timezone

from competition.audit.models import LogEntry
from competition.draw.models.result_entry import ResultEntry
from competition.entries.models import Player
from competition.match.actions import play
from scoring.templatetags.bridge import day
from tests import bulk, stories
from tests.caches import clear_caches
from tests.competition.public_reading import text, words
from tests.competition.seasons import ADA, CYD, FOUR, beat, match_of, play_out, season, win
from tests.factories import OrganiserFactory
from tests.markup import markup


def section(client, name: str) -> str:
    """Return the text of a section of the home page, without its heading. Return "" if there is none."""
    page = markup(client.get("/"))
    found = re.search(rf'aria-labelledby="{name}">(.*?)</(?:section|article)>', page, re.DOTALL)
    return words(found[1]).partition(" ")[2] if found else ""


def test_a_result_takes_one_line_and_is_shown_the_next_day(client, monkeypatch):
    competition = season(*FOUR)
    code = beat(competition, ADA, 4730, 3980)
    [loser] = [pair for pair in stories.now(competition).matches[code].pairs if ADA not in str(pair)]
    said = f"Semi-finals: Ada North & Ben South beat {loser} by 4,730 to 3,980."
    assert said in section(client, "results")
    tomorrow = timezone.now() + timedelta(days=1)

    monkeypatch.setattr(timezone, "now", lambda: tomorrow)

    assert said in section(client, "results")
    # The latest result comes first. An unconfirmed result is not shown.
    [other] = {"R1-M1", "R1-M2"} - {code}
    stories.settle(competition, other)
    play.submit_totals(stories.tables(competition, "R2-M1")[0], ours=4730, theirs=3980)
    codes = re.findall(r"matches/(R\d-M\d)/", markup(client.get("/")).partition('id="results"')[2])
    assert codes == [other, code]


def test_the_latest_five_results_are_shown(client):
    bulk.middle(16)

    assert section(client, "results").count(" beat ") == 5


def test_results_of_several_competitions_are_mixed(client):
    many = bulk.middle(16)
    few = season(*FOUR)
    beat(few, ADA, 4730, 3980)

    results = markup(client.get("/")).partition('id="results"')[2]

    shown = re.findall(r'href="/([\w-]+)/matches/', results)
    assert (shown.count(few.slug), shown.count(many.slug)) == (1, 4)


def test_the_chart_ends_at_the_final_lead(client):
    competition = season(*FOUR, deals=4)
    # One game in the unfinished rubber earns 300 at the end.
    play_out(competition, "R1-M1", stories.deal("3NT", 9), *[stories.deal("1C", 7, "E")] * 3)
    winner = stories.now(competition).matches["R1-M1"].result

    assert f"Final lead: {winner.margin}" in section(client, "lead")


def test_a_comeback_win_leads_the_page(client):
    competition = season(*FOUR, deals=4)
    comeback = [
        stories.deal("3NT", 9, "E"),
        stories.deal("3NT", 9, "E"),
        stories.deal("7NT", 13),
        stories.deal("7NT", 13),
    ]
    play_out(competition, "R1-M1", *comeback)
    winner = stories.now(competition).matches["R1-M1"].winner

    lead = section(client, "lead")

    assert re.search(rf"behind: .* win by [\d,]+ {winner} beat ", lead)
    assert "Deal 4" in lead


def test_a_new_draw_leads_the_page_with_its_pairings_and_their_play_by_date(client):
    season(*FOUR, ("Kay Black", "Lou Brown"))

    lead = section(client, "lead")

    assert "Quarter-finals: 1 match, play by Fri 31 May 2030" in lead
    assert (lead.count(" v "), lead.endswith("See the draw")) == (1, True)
    assert "Matches are due by Fri 31 May 2030" in text(client.get("/"))


def test_the_closest_match_in_play_comes_first(client):
    close, *others = [season(*FOUR, deals=4, year=year) for year in (2024, 2025, 2026)]
    for competition, deal in (*((other, stories.deal("7NT", 13)) for other in others), (close, stories.deal("2H", 8))):
        stories.record(stories.open_sheet(competition, "R1-M1")[0], deal)

    playing = re.findall(r'<li id="([\w-]+)-R1-M1" data-glows>', markup(client.get("/")))

    assert (playing[0], len(playing)) == (close.slug, 3)


def test_six_current_competitions_are_shown_and_the_rest_are_folded(client):
    for year in range(2020, 2027):
        season(*FOUR, year=year)

    shown, folded = section(client, "current").split("Show all 7 competitions")

    assert (shown.count("play by"), folded.count("play by")) == (6, 1)


def test_the_home_page_invites_pairs_while_entries_are_open(client):
    competition = stories.taking_entries(8)

    page = markup(client.get("/"))

    assert "Entries are open Regional Rubber Knockout 2026 7 days left Entries close at the end of" in words(page)
    assert "8 pairs have entered so far." in words(page)
    assert f'<a class="button primary" href="/{competition.slug}/enter/">Enter as a pair</a>' in page
    assert "open for entries" not in words(page)


def test_closed_entries_are_not_shown_as_open(client):
    competition = stories.entered(8)

    page = markup(client.get("/"))

    closed = day(competition.closing_date)
    assert f"8 pairs entered Entries closed on {closed} . The draw has not been published yet." in words(page)
    assert ("open for entries" in words(page), "Ask about a late entry" in words(page)) == (False, True)


def test_several_open_competitions_are_counted(client):
    stories.taking_entries(2)
    stories.taking_entries(3)

    assert "2 competitions open for entries" in text(client.get("/"))


def test_a_finished_season_links_to_its_draw_its_final_and_the_next_season(client):
    competition = season(deals=2)
    play_out(competition, "R1-M1", stories.deal("3NT", 9, "E"), stories.deal("7NT", 13))

    page = markup(client.get("/"))

    assert re.search(r"beat .* by [\d,]+ to [\d,]+\.", section(client, "lead"))
    assert f'href="/{competition.slug}/">See the whole draw</a>' in page
    assert (
        f'href="/{competition.slug}/conditions/#organisers">Ask the organiser</a> to tell you when entries open.'
        in page
    )
    assert "No competition is open for entries. The next one will be on this page." in words(page)


def test_an_empty_site_says_what_visitors_can_do(client):
    OrganiserFactory()

    page = text(client.get("/"))

    assert (
        "There is no competition yet. This page will show the first competition, from its entries to its champions."
        in page
    )
    assert "Start a score pad Keep the score of a friendly game on a phone. You do not need an account." in page


def test_matches_in_play_are_shown_with_totals(client):
    competition = season(*FOUR, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))

    assert f"Deal 1 of 4 done: {upper.pair} 60, {lower.pair} 0." in section(client, "at-table")
    assert "lead by 60, and by 100 more if play stopped now" in section(client, "at-table")

    play.keep_deals(stories.table(upper.pair, "R1-M1"), private=True)

    assert "stopped" not in section(client, "at-table")


def test_an_open_page_receives_only_changes(client):
    competition = season(*FOUR, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    asks = re.search(r'data-hx-get="(.*?)"', markup(client.get("/")))[1]
    assert client.get(asks).status_code == 204

    stories.record(upper, stories.deal("2H", 8))

    news = markup(client.get(asks))
    assert "Deal 1 of 4 done" in news.partition('id="news"')[0]
    assert f"Semi-finals: Deal 1 of 4 done: {upper.pair} 60" in unescape(news.partition('id="news"')[2])
    assert client.get(re.search(r'data-hx-get="(.*?)"', news)[1]).status_code == 204


def test_a_score_sheet_unchanged_for_a_day_is_not_in_play(client):
    competition = season(*FOUR, deals=4)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("2H", 8))
    stories.open_sheet(competition, "R1-M2")
    stories.rewrite(LogEntry.objects.all(), at=timezone.now() - timedelta(days=2))

    assert section(client, "at-table") == ""


def test_demo_results_are_shown_only_if_there_are_no_others(client):
    demo = season(*FOUR, is_demo=True)
    win(demo, ADA)
    assert match_of(demo, ADA) in {"R2-M1"}
    assert "Ada North" in section(client, "results")

    season(*FOUR)

    assert section(client, "results") == ""


def test_new_champions_come_first_and_earlier_ones_follow(client):
    win(season(year=2024), ADA)
    win(season(year=2025), CYD)

    crowned = section(client, "crowned")
    assert crowned.startswith("Regional Rubber Knockout 2025 Cyd East & Dan West In the final against")
    assert section(client, "champions").startswith("Ada North & Ben South Regional Rubber Knockout 2024")


def test_demo_champions_are_omitted_next_to_real_competitions(client):
    win(season(year=2024, is_demo=True), ADA)
    win(season(year=2025, is_demo=True), CYD)
    assert "2024" in section(client, "champions")

    season(*FOUR)

    assert section(client, "champions") == ""


def test_a_result_from_this_day_last_season_is_shown(client):
    competition = season(year=2025)
    win(competition, ADA)
    season(*FOUR)
    assert section(client, "year-ago") == ""
    stories.rewrite(ResultEntry.objects.all(), at=timezone.now() - timedelta(days=366))
    clear_caches()

    assert "Ada North & Ben South" in section(client, "year-ago")


def test_home_shows_two_past_champions_and_links_to_all(client):
    for year in range(2013, 2019):
        win(season(year=year), ADA)

    champions = section(client, "champions")

    assert (champions.count("in the final"), "All 6 champions" in champions) == (2, True)


def test_home_takes_eleven_queries_and_one_if_unchanged(client, django_assert_num_queries):
    for year in (2000, 2001):
        win(season(year=year), ADA)
        stories.entered(2)
        clear_caches()
        with django_assert_num_queries(10):
            client.get("/")

    for year in (2010, 2011):
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
        assert "Ada North" in section(client, "results")


def test_changing_a_competition_rereads_no_other(client):
    win(season(year=2024), ADA)
    competition = season(*FOUR, year=2026)
    client.get("/")
    # Change the names without a new version, so that a fresh read would be visible.
    Player.objects.update(name="Somebody Else")

    stories.settle(competition, "R1-M1")

    page = text(client.get("/"))
    assert (
        "Champions: Regional Rubber Knockout 2024 Ada North & Ben South" in page,
        "Somebody Else & Somebody Else go through" in page,
    ) == (True, True)
