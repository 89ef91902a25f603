"""Tests for `manage.py adopt`, which imports a season from a table of matches."""

import json

import pytest
from django.core.management import call_command
from hypothesis import given

from competition.contest.models import Competition
from competition.entries.models import Pair
from tests.competition.draw.histories import Season, histories
from tests.competition.draw.test_invariants import few, sizes
from tests.competition.public_reading import public
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
HEADING = "round,upper_pair,lower_pair"


def adopt(path, capsys, **options) -> tuple[int, str, str]:
    """Return the exit status, the output and the error output."""
    given = {"owner": "ada", "name": "Lakes Knockout", "season": 2026, **options}
    try:
        call_command("adopt", str(path), **given)
        status = 0
    except SystemExit as end:
        status = end.code
    return (status, *capsys.readouterr())


@pytest.fixture(autouse=True)
def ada():
    return OrganiserFactory(username="ada")


def official(facts: dict) -> list[object]:
    """Return the rounds with their official matches: side names, winner's name, totals and play-by date."""
    found = []
    for row in facts["rounds"]:
        for match in row["matches"]:
            if match["state"] == "official":
                names = {side["pair"]["number"]: side["pair"]["name"] for side in match["sides"] if side["pair"]}
                sides = [(side["pair"] and side["pair"]["name"], side["total"]) for side in match["sides"]]
                winner, on = names.get(match["winner"]), names.get(match["goes_on"])
                found.append((row["name"], match["code"], sides, match["outcome"], winner, on, match["play_by"]))
    return found


@given(pairs=sizes, history=histories(30, 40))
@few
def test_the_draw_csv_of_any_season_is_adopted(client, tmp_path, capsys, pairs, history):
    with pytest.MonkeyPatch.context() as patch:
        played = Season(pairs, patch)
        for _ in played.make(history):
            pass
        table, shown = tmp_path / "draw.csv", played.competition
        table.write_bytes(client.get(public("draw-csv", shown)).content)

        status, printed, faults = adopt(table, capsys, season=shown.season, slug=f"of-{shown.slug}")

        assert (status, printed, faults) == (0, f"/of-{shown.slug}/\n", "")
        before, after = (
            json.loads(client.get(f"/{slug}/draw.json").content) for slug in (shown.slug, f"of-{shown.slug}")
        )
        assert official(after) == official(before)
        record = json.loads(client.get(f"/of-{shown.slug}/record/record.json").content)
        assert (record["method"], record["elsewhere"]["text"]) == (
            "elsewhere",
            "Drawn elsewhere. This site did not draw it and cannot prove it.",
        )


def test_a_table_with_only_the_needed_columns_is_adopted(client, tmp_path, capsys):
    table = tmp_path / "ours.csv"
    table.write_text(f"{HEADING}\n1,Ann & Bo Lee,bye\n1,Cy Ray & Di Fox,Ed Hay & Flo Ivy\n")

    assert adopt(table, capsys) == (0, "/lakes-knockout-2026/\n", "")
    names = [pair.name for pair in Pair.objects.all()]
    assert names == ["Ann Lee & Bo Lee", "Cy Ray & Di Fox", "Ed Hay & Flo Ivy"]


def test_a_faulty_table_is_refused_with_its_line(tmp_path, capsys):
    table = tmp_path / "bad.csv"
    table.write_text(f"{HEADING}\n1,Ann Lee,bye\n")

    fault = "line 2: “Ann Lee” is not clearly two names. Write both names with & between them."
    assert adopt(table, capsys) == (2, "", f"{table}: {fault}\n")
    assert (Competition.objects.count(), Pair.objects.count()) == (0, 0)


def test_a_refused_competition_stores_nothing(tmp_path, capsys):
    table = tmp_path / "ours.csv"
    table.write_text(f"{HEADING}\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay\n")

    for wrong in (
        {"owner": "nobody"},
        {"season": 1700},
        {"slug": "desk"},
        {"slug": "\U000e0041"},
        {"name": ""},
        {"name": "\u200b"},
    ):
        status, printed, faults = adopt(table, capsys, **wrong)
        assert (status, printed, len(faults.splitlines())) == (2, "", 1)
    assert adopt(tmp_path / "gone.csv", capsys)[0] == 2
    assert (Competition.objects.count(), Pair.objects.count()) == (0, 0)
