"""Tests for past winners on the desk, on the honours board and in players' careers."""

import re

import pytest

from competition.archive import actions, queries
from competition.archive.rules.past_seasons import read
from competition.contest.models import Competition
from competition.draw.rules.result import ResultKind
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from tests import stories
from tests.caches import clear_caches
from tests.competition.desk_reading import desk, errors, fingerprint_on, said, text
from tests.competition.public_reading import public
from tests.competition.seasons import ADA, BEN, CYD, DAN, address, beat, season

TABLE = f"""Year; Winners; Runners-up; Score; Note
Lakes Challenge Cup
1996; A North & B South; {CYD} & {DAN}; 2910-2340
2001; ; ; ; the book is lost
2006; {ADA} & {BEN} and {CYD} & {DAN}; ; ; shared, because of snow
Regional Rubber Knockout
2009; {ADA} & {BEN}; Mia Lane & Ned Oak
2020; not played
2026; {ADA} & {BEN}"""


@pytest.fixture
def competition(client) -> Competition:
    """Return a 2026 competition whose final Ada and Ben won, with its owner signed in."""
    competition = season()
    beat(competition, ADA, 4540, 2890)
    client.force_login(competition.owner)
    return competition


def add(competition: Competition, table: str = TABLE) -> None:
    """Add the past seasons in this table, without the season of the competition."""
    series = queries.series_of(competition)
    found = read(table, name=competition.name, last_year=2026, players=queries.names_known(series))
    lines = [line for line in found.lines if line.season.year != competition.season]
    actions.add_seasons(competition, lines, by=stories.organiser_of(competition))


def seen_on(page) -> str:
    return re.search(r'name="seen" value="(\w+)"', page.content.decode())[1]


def years(competition: Competition) -> list[int]:
    return [row.season for row in competition.past_seasons.all()]


def test_a_pasted_table_is_shown_before_it_is_saved(client, competition):
    page = desk("past-winners", competition)

    preview = client.post(page, {"text": TABLE})
    assert "2026 is played on this site, so its line is left out." in text(preview)
    assert f"1996 {ADA} & {BEN} {CYD} & {DAN} 2,910–2,340" in text(preview)
    assert "3 titles, and 2 seasons without one" in text(preview)
    assert years(competition) == []

    saved = client.post(page, {"text": TABLE, "seen": seen_on(preview), "add": "1"}, follow=True)
    assert said(saved) == ["5 seasons are on the honours board."]
    assert years(competition) == [2020, 2009, 2006, 2001, 1996]
    assert "all its seasons are" not in text(saved)

    again = client.post(page, {"text": TABLE})
    assert "1996, 2001, 2006, 2009 and 2020 are on the honours board already" in text(again)


def test_a_table_with_a_faulty_line_is_not_saved(client, competition):
    page, table = desk("past-winners", competition), "1996; Ann Lark & Bo Wren\n1997; Ann Lark\n"
    preview = client.post(page, {"text": table})
    assert "Line 2: “Ann Lark” is not clearly two names." in text(preview)

    refused = client.post(page, {"text": table, "seen": seen_on(preview), "add": "1"})
    assert (refused.status_code, years(competition)) == (422, [])
    assert errors(refused)[0].startswith("1 line cannot be read, so nothing is saved.")

    corrected = client.post(page, {"text": table, "line-2": "1997; Ann Lark & Bo Wren"})
    assert "2 seasons read" in text(corrected)
    changed = client.post(page, {"text": TABLE, "seen": "", "add": "1"})
    assert errors(changed) == ["The table has changed since it was shown. Check it, then add the seasons."]
    assert years(competition) == []


def test_a_past_season_can_be_corrected_and_removed(client, competition):
    add(competition)
    row = competition.past_seasons.get(season=2009)
    page = desk("past-season", competition, row.pk)
    shown = fingerprint_on(client.get(page))
    facts = {"season": "2010", "winners": "Mia Lane & unknown", "score": "2910-2340", "note": "In snow"}
    wanted = {**facts, "shown": shown}

    saved = client.post(page, wanted, follow=True)
    assert said(saved) == ["The season 2010 is saved."]
    row.refresh_from_db()
    assert (row.season, row.score, row.note) == (2010, "2,910 to 2,340", "In snow")
    assert "Mia Lane & unknown" in text(client.get(public("honours", competition)))

    assert client.post(page, wanted).status_code == 422
    taken = client.post(page, {**wanted, "season": "1996", "shown": fingerprint_on(client.get(page))})
    assert "The honours board has 1996 already. Give another season." in errors(taken)

    client.post(desk("remove-past-season", competition, row.pk))
    assert years(competition) == [2020, 2006, 2001, 1996]


def test_honours_board_shows_every_season_and_its_winners(client, competition):
    add(competition)

    board = text(client.get(public("honours", competition)))

    assert "1996 to 2026: four titles, won by two pairs." in board
    assert f"Champions 2026 {ADA} & {BEN} for the fourth time, by 1,650 over {CYD} & {DAN}" in board.replace(
        "\xa0", " "
    )
    for told in ("2020 Not played", "2001 No record: the book is lost", "the same competition, 1996 to 2006"):
        assert told in board
    assert "1996, 2006 shared, 2009, 2026" in board
    assert "shared, because of snow" in board


def test_honours_csv_can_be_pasted_again(client, competition):
    add(competition)
    before = [queries.as_line(row) for row in queries.past_seasons(competition)]
    file = client.get(public("honours-csv", competition)).content.decode("utf-8-sig")
    competition.past_seasons.all().delete()

    add(competition, file)

    # A season without winners keeps its reason, in the words on the board.
    found = [queries.as_line(row) for row in queries.past_seasons(competition)]
    assert [line for line in found if line.winners] == [line for line in before if line.winners]
    assert {line.note for line in found if not line.winners} == {"Not played", "No record: the book is lost"}


def test_a_career_includes_titles_from_past_seasons(client, competition):
    add(competition)

    career = text(client.get(address(ADA)))
    assert "2009 ° Regional Rubber Knockout with Ben South Champions" in career
    assert "2006 ° Lakes Challenge Cup with Ben South Champions, shared" in career
    assert "Champion four times: 1996, 2006, 2009 and 2026." in career
    # Mia is only in the records.
    assert "Runner-up in 2009." in text(client.get(address("Mia Lane")))
    assert "Lane , Mia" in text(client.get("/players/"))


def test_a_removed_name_appears_on_no_page_and_in_no_file(client, competition):
    add(competition)

    client.post(desk("remove-name", competition), {"player": "Mia Lane"})

    assert client.get(address("Mia Lane")).status_code == 404
    for page in (public("honours", competition), public("honours-csv", competition), desk("past-winners", competition)):
        assert "Mia" not in client.get(page).content.decode()
    assert "unknown & Ned Oak" in client.get(public("honours-csv", competition)).content.decode()
    assert "Mia" not in str(unpacked(file_of(competition, private=True)))


def test_past_seasons_of_all_seasons_share_one_board(client, competition):
    add(competition)
    newer, former = season(year=2027), season(year=2012, name="Lakes Challenge Cup")
    beat(former, CYD, 3000, 2000)

    board = text(client.get(public("honours", newer)))
    assert "1996 to 2026: five titles" in board
    assert f"2012 {CYD} & {DAN}" in board
    assert text(client.get(public("honours", former))) == board
    client.force_login(newer.owner)
    assert "1996, 2001, 2006, 2009 and 2020 are on the honours board already" in text(
        client.post(desk("past-winners", newer), {"text": TABLE})
    )


def test_honours_board_takes_12_queries_and_one_while_unchanged(client, django_assert_num_queries):
    for year in (2020, 2021):
        competition = season(year=year)
        stories.settle(competition, "R1-M1", kind=ResultKind.WALKOVER)
        lines = read(f"{year - 20} {ADA} & {BEN}", name="", last_year=2026).lines
        actions.add_seasons(competition, lines, by=stories.organiser_of(competition))
        clear_caches()

        with django_assert_num_queries(12):
            client.get(public("honours", competition))
        with django_assert_num_queries(1):
            client.get(public("honours", competition))
