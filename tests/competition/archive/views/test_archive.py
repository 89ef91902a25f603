"""Tests for the roll of honour and the records."""

import csv
import io
import re
from dataclasses import replace

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.rules.result import ResultKind
from competition.entries.models import Player
from competition.match.actions import play
from scoring.rules.deal import Honours
from scoring.rules.sides import Side
from scoring.templatetags.bridge import day
from tests import stories
from tests.caches import clear_caches
from tests.competition.public_reading import rows, text, words
from tests.competition.seasons import ADA, CYD, FOUR, beat, play_out, season, win
from tests.markup import markup

FIRST, SECOND = "Ada North & Ben South", "Cyd East & Dan West"


def archive(client) -> str:
    return text(client.get("/archive/"))


def record(client, title: str) -> list[str]:
    """Return the text of a record: the figure, then its matches."""
    page = markup(client.get("/archive/"))
    told = dict(re.findall(r"<dt>([^<]*)</dt>(.*?)</div>", page, re.DOTALL))
    return [words(text) for text in re.findall(r"<dd>(.*?)</dd>", told.get(title, ""), re.DOTALL)]


def test_roll_of_honour_lists_every_finished_season(client):
    win(season(year=2022), ADA, kind=ResultKind.RULING, totals=(3980, 4730))
    stories.settle(season(year=2023), "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)
    beat(season(year=2024), CYD, 4730, 3980)
    # Case and spacing of the name are ignored.
    win(season(year=2025, name="regional  rubber knockout"), ADA)

    assert rows(client.get("/archive/")) == [
        ["2025", FIRST, SECOND, f"Walkover {day(timezone.now())}"],
        ["2024", SECOND, FIRST, f"4,730 to 3,980 {day(timezone.now())}"],
        ["2023", "None", "None", f"Double default {day(timezone.now())}"],
        # The winners' total comes first.
        ["2022", FIRST, SECOND, f"3,980 to 4,730 {day(timezone.now())}"],
    ]


def test_a_margin_without_totals_counts_for_margin_records(client):
    beat(season(year=2024), ADA, 4730, 3980)
    stories.settle(season(year=2025), "R1-M1", kind=ResultKind.PLAYED, margin=1110)
    stories.settle(season(year=2026), "R1-M1", kind=ResultKind.PLAYED)

    scores = [row[3].partition(day(timezone.now()))[0].strip() for row in rows(client.get("/archive/"))]
    assert scores[:2] == ["score not recorded", "won by 1,110"]
    assert record(client, "Biggest margin")[0] == "1,110"
    [_, total], [_, closest] = record(client, "Highest total"), record(client, "Closest match")
    assert "2024" in total
    assert "2024" in closest


def test_roll_of_honour_is_available_as_csv_and_json(client):
    beat(season(year=2024), CYD, 4730, 3980)

    spreadsheet = client.get("/archive.csv").content.decode("utf-8-sig")
    [line] = client.get("/archive.json").json()["roll"]

    assert line == {
        "competition": "Regional Rubber Knockout",
        "region": "Lakes and Plains",
        "season": 2024,
        "address": f"/{Competition.objects.get().slug}/",
        "champions": SECOND,
        "runners_up": FIRST,
        "final": "4,730 to 3,980",
        "season_name": "2024",
        "note": "",
        "provenance": "",
    }
    assert [*csv.DictReader(io.StringIO(spreadsheet, newline=""))] == [{**line, "season": "2024"}]


def test_each_name_and_each_region_has_its_own_roll(client):
    for details in ({}, {"name": "Autumn Knockout"}, {"region": "North Coast"}):
        win(season(**details), ADA)

    assert [row[1] for row in rows(client.get("/archive/"))] == [
        "Autumn Knockout Lakes and Plains",
        "Regional Rubber Knockout Lakes and Plains",
        "Regional Rubber Knockout North Coast",
    ]


def test_a_final_without_opponents_has_no_runners_up(client):
    competition = season(*FOUR)
    code = win(competition, ADA)
    [other] = {"R1-M1", "R1-M2"} - {code}
    stories.settle(competition, other, kind=ResultKind.DOUBLE_DEFAULT)

    assert rows(client.get("/archive/")) == [["2026", FIRST, "None", "No match"]]


def test_unfinished_competitions_are_not_on_the_roll(client):
    stories.entered(3)
    win(season(*FOUR), ADA)

    page = archive(client)

    assert "No competition has finished yet." in page
    assert "No match has a final result yet." in page


def test_totals_give_four_records(client):
    beat(season(year=2024), CYD, 4730, 3980)
    beat(season(year=2025), ADA, 2500, 2490)

    higher = f"{SECOND} beat {FIRST} Regional Rubber Knockout 2024, Final"
    closer = f"{FIRST} beat {SECOND} Regional Rubber Knockout 2025, Final"
    assert record(client, "Highest total") == ["4,730", higher]
    assert record(client, "Highest sum of both totals") == ["8,710", higher]
    assert record(client, "Biggest margin") == ["750", higher]
    assert record(client, "Closest match") == ["10", closer]
    assert record(client, "Biggest comeback") == []


def test_a_score_sheet_gives_records_of_deals(client):
    competition = season(deals=4)
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    deals = [
        stories.deal("3NT", 9),
        stories.deal("6S", 12, "E"),
        stories.deal("6H", 11, "E"),
        stories.deal("6NT", 12, "W"),
    ]
    play_out(competition, "R1-M1", *deals)

    result = f"{lower} beat {upper} Regional Rubber Knockout 2026, Final"
    assert record(client, "Highest total") == ["2,120", result]
    assert record(client, "Biggest comeback") == ["100", f"{result}, behind after deal 1 of 4"]
    assert record(client, "Most slams bid and made in a match") == ["2", result]
    assert record(client, "Highest score and largest swing on a deal") == [
        "1,440",
        f"{result}, on deal 4 with 6NT, made, with the rubber bonus",
    ]


def test_a_swing_is_a_net_difference_and_honours_are_a_sum(client):
    competition = season()
    deals = [replace(stories.deal("4S", 11), honours=Honours(Side.EW, 100)), stories.deal("1C", 7, "W")]
    play_out(competition, "R1-M1", *deals)

    points, match = record(client, "Largest swing on a deal")
    assert points == "50"
    assert ", on deal 1 with 4♠, " in match
    assert record(client, "Most honours in a match")[0] == "100"


def test_only_played_and_confirmed_matches_hold_records(client):
    win(season(), ADA, kind=ResultKind.RULING, totals=(4730, 3980))
    play.submit_totals(stories.tables(season(year=2025), "R1-M1")[0], ours=4730, theirs=3980)

    assert record(client, "Highest total") == []


def test_a_sheet_that_differs_from_the_result_is_ignored(client):
    competition = season()
    play_out(competition, "R1-M1", stories.deal("6S", 12), stories.deal("1C", 7, "W"))
    upper = stories.now(competition).matches["R1-M1"].pairs[0].players.all()[0].name
    assert record(client, "Most slams bid and made in a match")[0] == "1"
    beat(competition, upper, 5000, 0)

    assert record(client, "Most slams bid and made in a match") == []
    assert record(client, "Highest total")[0] == "5,000"


def test_holders_of_a_shared_record_are_named_or_counted(client):
    for year in (2026, 2024, 2025):
        beat(season(year=year), ADA, 4730, 3980)
    assert [told[-11:-7] for told in record(client, "Highest total")[1:]] == ["2024", "2025", "2026"]

    beat(season(year=2022), ADA, 4730, 3980)
    _, first = record(client, "Highest total")
    assert first.endswith("Regional Rubber Knockout 2022, Final, and in 3 other matches")


def test_demo_is_omitted_next_to_real_competitions(client):
    beat(season(is_demo=True, year=2025), ADA, 9000, 10)
    assert [row[1] for row in rows(client.get("/archive/"))] == [FIRST]
    assert "Demo: every player is invented" in markup(client.get("/archive/"))
    beat(season(year=2024), CYD, 4730, 3980)

    assert [row[0] for row in rows(client.get("/archive/"))] == ["2024"]
    assert record(client, "Highest total")[0] == "4,730"
    assert "invented" not in markup(client.get("/archive/"))


def test_archive_takes_twelve_queries_and_then_one_until_a_change(client, django_assert_num_queries):
    for year in (2000, 2001):
        play_out(season(year=year), "R1-M1", stories.deal("6S", 12), stories.deal("1C", 7, "W"))
        clear_caches()

        with django_assert_num_queries(12):
            client.get("/archive/")
        with django_assert_num_queries(1):
            client.get("/archive/")


def test_changing_a_competition_recalculates_no_other(client):
    old, new = season(year=2024), season(*FOUR, year=2026)
    play_out(old, "R1-M1", stories.deal("6S", 12), stories.deal("1C", 7, "W"))
    client.get("/archive/")
    # Change the names without a new version, so that a fresh read would be visible.
    Player.objects.update(name="Somebody Else")

    win(new, "Somebody Else")
    with CaptureQueriesContext(connection) as asked:
        page = archive(client)

    assert "Somebody Else" not in page
    assert [query["sql"] for query in asked if "scoring_deal" in query["sql"]] == []


def test_scoring_a_deal_does_not_change_the_archive(client, django_assert_num_queries):
    competition = season(*FOUR)
    play_out(competition, "R1-M1", stories.deal("6S", 12), stories.deal("1C", 7, "W"))
    upper, _ = stories.open_sheet(competition, "R1-M2")
    client.get("/archive/")

    stories.record(upper, stories.deal())

    with django_assert_num_queries(1):
        client.get("/archive/")
