"""Tests for `manage.py score --as` with pads of the other games."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.presenters import text_pads
from tests.scoring.pads.notation import chicago

SHEET = "deal,declarer,contract,tricks,honours\n1,N,2H,9,\n2,E,3NT,9,\n3,E,4S,10,\n"
FILES = {
    "rubber": SHEET,
    "chicago": SHEET,
    "duplicate": "deal,declarer,contract,tricks,vulnerable\n1,N,3NT,9,ns\n",
    "singles": "rubber,deal,declarer,contract,tricks\n1,1,S,3NT,9\n1,2,S,3NT,9\n",
    "nullos": "deal,declarer,contract,tricks\n1,D,4N0,3\n2,D,4N0,3\n",
}


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file and returns its path."""

    def write(name: str, text: str) -> str:
        path: Path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize(
    ("game", "key", "value"),
    [
        ("rubber", "total", {"ns": 90, "ew": 920}),
        ("chicago", "total", {"ns": 90, "ew": 1020}),
        ("duplicate", "total", {"ns": 600, "ew": -600}),
        ("singles", "points", {"S": 4, "A": 4, "B": 0, "C": 0}),
        ("nullos", "total", {"d": 940, "o": 0}),
    ],
)
def test_each_game_is_scored_by_its_own_rules(write, capsys, game, key, value):
    call_command("score", "--as", game, write("pad.csv", FILES[game]), "--json")
    answer = json.loads(capsys.readouterr().out)

    assert (next(iter(answer)), answer["game"], answer[key]) == ("game", game, value)


def test_a_pad_is_printed_as_a_table(write, capsys):
    call_command("score", "--as", "chicago", write("pad.csv", SHEET))

    assert capsys.readouterr().out == text_pads.table(chicago("N 2H 9", "E 3NT 9", "E 4S 10")) + "\n"


def test_an_option_sets_the_first_dealer(write, capsys):
    call_command("score", "--as", "chicago", "--dealer", "w", write("pad.csv", SHEET), "--json")
    answer = json.loads(capsys.readouterr().out)

    assert [deal["dealer"] for deal in answer["deals"]] == ["W", "N", "E"]
    assert [deal["vulnerable"] for deal in answer["deals"]] == [[], ["ns"], ["ew"]]


def test_an_option_sets_the_side_vulnerable_on_the_middle_deals(write, capsys):
    for option, vulnerable, total in (
        ([], [[], ["ew"], ["ns"]], {"ns": 90, "ew": 1020}),
        (["--vulnerable", "dealer"], [[], ["ew"], ["ns"]], {"ns": 90, "ew": 1020}),
        (["--vulnerable", "others"], [[], ["ns"], ["ew"]], {"ns": 90, "ew": 1020}),
    ):
        call_command("score", "--as", "chicago", *option, write("pad.csv", SHEET), "--json")
        answer = json.loads(capsys.readouterr().out)

        assert ([deal["vulnerable"] for deal in answer["deals"]], answer["total"]) == (vulnerable, total), option


def test_a_bad_file_does_not_stop_the_others(write, capsys):
    bad, good = write("bad.csv", f"{SHEET}4,,Pass,,\n"), write("good.csv", SHEET)
    with pytest.raises(SystemExit) as stop:
        call_command("score", "--as", "chicago", bad, good, json=True)
    out, err = capsys.readouterr()

    assert stop.value.code == 2
    assert [json.loads(line)["total"] for line in out.splitlines()] == [{"ns": 90, "ew": 1020}]
    assert err == f"{bad}, line 5: In Chicago a passed-in deal has no number. West deals deal 4 again.\n"


def test_a_missing_file_is_named(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        call_command("score", "--as", "nullos", str(tmp_path / "none.csv"))

    assert stop.value.code == 2
    assert capsys.readouterr() == ("", f"{tmp_path / 'none.csv'}: No such file or directory.\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"game": "rubber", "deals": 30},
            "--deals, --extra, --tie-break and --only-partscore are for a match. Omit them.",
        ),
        (
            {"game": "singles", "extra_deals": 2},
            "--deals, --extra, --tie-break and --only-partscore are for a match. Omit them.",
        ),
        ({"game": "singles", "vulnerable": "others"}, "--vulnerable is for Chicago. Omit it."),
        ({"vulnerable": "dealer"}, "--vulnerable is for Chicago. Omit it."),
        ({"game": "duplicate", "dealer": "N"}, "--dealer has no meaning for duplicate. Omit it."),
        ({"game": "nullos", "dealer": "N"}, "--dealer has no meaning for nullos. Omit it."),
    ],
)
def test_an_option_of_another_game_is_refused(write, options, sentence):
    with pytest.raises(CommandError) as refused:
        call_command("score", write("pad.csv", SHEET), **options)

    assert (str(refused.value), refused.value.returncode) == (sentence, 2)
