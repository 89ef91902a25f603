"""Tests for `manage.py score` with matches, without a database."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.presenters import json_sheet, text_sheet
from tests.scoring.rules.notation import sheet

LEAFLET = "deal,declarer,contract,tricks,honours\n1,N,2H,9,\n2,E,3NT,9,\n3,E,4S,10,\n"


@pytest.fixture
def leaflet(tmp_path) -> str:
    return _file(tmp_path / "leaflet.csv", LEAFLET)


@pytest.fixture
def faulty(tmp_path) -> str:
    return _file(tmp_path / "faulty.csv", LEAFLET + "4,S,8H,9,\n")


def _file(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def scored(*deals: str, **conditions) -> dict:
    return json_sheet.sheet_json(sheet(*deals, **conditions))


def printed(capsys) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_a_sheet_is_printed_as_a_table(leaflet, capsys):
    call_command("score", leaflet)

    assert capsys.readouterr().out == text_sheet.table(sheet("N 2H 9", "E 3NT 9", "E 4S 10")) + "\n"


def test_several_sheets_are_printed_as_lines_of_json(leaflet, tmp_path, capsys):
    other = _file(tmp_path / "other.csv", LEAFLET + "4,,Pass,,\n")
    call_command("score", leaflet, other, json=True)

    assert [json.loads(line) for line in printed(capsys)] == [
        scored("N 2H 9", "E 3NT 9", "E 4S 10"),
        scored("N 2H 9", "E 3NT 9", "E 4S 10", "pass"),
    ]


def test_options_set_the_conditions(leaflet, capsys):
    options = ["--dealer", "w", "--deals", "5", "--extra", "3", "--tie-break", "fresh", "--only-partscore", "50"]
    call_command("score", leaflet, "--json", *options)
    (answer,) = map(json.loads, printed(capsys))

    assert answer["conditions"] == {"deals": 5, "extra_deals": 3, "tie_break": "fresh", "only_partscore": 50}
    assert [deal["dealer"] for deal in answer["deals"]] == ["W", "N", "E"]


@pytest.mark.parametrize("order", ["bad first", "bad last"])
def test_a_bad_file_does_not_stop_the_others(leaflet, faulty, capsys, order):
    files = [faulty, leaflet] if order == "bad first" else [leaflet, faulty]
    with pytest.raises(SystemExit) as stop:
        call_command("score", *files, json=True)
    out, err = capsys.readouterr()

    assert stop.value.code == 2
    assert [json.loads(line)["total"] for line in out.splitlines()] == [{"ns": 90, "ew": 920}]
    assert err == f"{faulty}, line 5: A contract is at level 1 to 7, not 8.\n"


def test_a_row_after_the_end_of_the_match_is_a_fault(leaflet, capsys):
    with pytest.raises(SystemExit):
        call_command("score", leaflet, deals=2)

    assert capsys.readouterr().err == (f"{leaflet}, line 4: Deal 3 is one too many. The match was decided by deal 2.\n")


def test_a_missing_file_is_named(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        call_command("score", str(tmp_path / "none.csv"), str(tmp_path))

    assert stop.value.code == 2
    assert capsys.readouterr() == (
        "",
        f"{tmp_path / 'none.csv'}: No such file or directory.\n{tmp_path}: Is a directory.\n",
    )


def test_impossible_conditions_are_refused(leaflet):
    with pytest.raises(CommandError, match=r"^A match has 2 to 60 deals, not 61\.$") as refused:
        call_command("score", leaflet, deals=61)

    assert refused.value.returncode == 2
