"""Tests for `manage.py draw_lots FILE.json`."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from competition.draw.rules.drawing import draw
from competition.draw.rules.pairing import DrawnEntry, Preferences


def pair(number: int, **facts) -> dict:
    return {"number": number, "club": None, "area": None, "comes": False, "seed": None} | facts


FACTS = {
    "pairs": [pair(number, club=number % 4, area=number % 2 + 1, comes=number < 6) for number in range(1, 12)],
    "given_byes": [3],
    "rules": ["seeds", "opening day", "clubs", "areas"],
    "seed": "ducks",
}


def drawn(facts: object, tmp_path, capsys) -> dict:
    path = tmp_path / "lots.json"
    path.write_text(json.dumps(facts))
    call_command("draw_lots", str(path))
    return json.loads(capsys.readouterr().out)


def refused(content: str, tmp_path, capsys) -> str:
    path = tmp_path / "lots.json"
    path.write_text(content)
    with pytest.raises(SystemExit) as ended:
        call_command("draw_lots", str(path))
    assert ended.value.code == 2
    return capsys.readouterr().err.removeprefix(f"{path}").strip(": \n")


def test_the_command_makes_the_same_draw_as_the_site(tmp_path, capsys):
    entries = [
        DrawnEntry(number, number < 6, str(number % 4), str(number % 2 + 1), given_bye=number == 3)
        for number in range(1, 12)
    ]
    same = draw(entries, seed="ducks", preferences=Preferences(True, True, True))

    assert drawn(FACTS, tmp_path, capsys) == {
        "places": list(same.places),
        "method": 3,
        "by": "lot" if same.tries else "stirred",
        "counts": list(same.faults),
    }


def test_rules_that_are_not_listed_do_not_count(tmp_path, capsys):
    seeded = FACTS | {"pairs": [pair(number, club=1, seed=number if number < 3 else None) for number in range(1, 5)]}

    result = drawn(seeded | {"rules": [], "given_byes": []}, tmp_path, capsys)

    assert (result["by"], result["counts"]) == ("lot", [0] * 6)


def test_earlier_opponents_are_kept_apart_and_nobody_gets_a_second_bye(tmp_path, capsys):
    pairs = [pair(1, met=[2], had_bye=True), pair(2), pair(3)]

    for seed in range(20):
        result = drawn({"pairs": pairs, "given_byes": [], "rules": [], "seed": f"{seed}"}, tmp_path, capsys)
        matches = {frozenset(result["places"][:2]), frozenset(result["places"][2:])}

        # Pair 1 has had a bye, and has met pair 2, so it must play pair 3.
        assert matches == {frozenset({1, 3}), frozenset({2, None})}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"pairs": None}, "“pairs” is missing, or it is not a list like this"),
        ({"seed": 7}, "“seed” is missing, or it is not a text."),
        ({"seed": ""}, "The seed is empty."),
        ({"rules": ["colours"]}, "There is no rule “colours”."),
        ({"given_byes": [99]}, "Pair 99 has an awarded bye, but it is not one of the pairs."),
        ({"pairs": [pair(0), pair(1)], "given_byes": []}, "The numbers of the pairs begin at 1."),
        ({"pairs": [pair(1), pair(1)], "given_byes": []}, "Two pairs have the same number."),
        ({"pairs": [pair(1, met=7), pair(2)], "given_byes": []}, "Pair 1: “had_bye” is true or false"),
    ],
)
def test_a_wrong_fact_gets_an_error_message(changes, sentence, tmp_path, capsys):
    assert refused(json.dumps(FACTS | changes), tmp_path, capsys).startswith(sentence)


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, "7", "\x00", '"' + "x" * 1_000_001 + '"'])
def test_a_file_that_is_not_json_gets_an_error_message(content, tmp_path, capsys):
    assert " is " in refused(content, tmp_path, capsys)


def test_a_missing_file_gets_an_error_message(tmp_path, capsys):
    with pytest.raises(SystemExit):
        call_command("draw_lots", str(tmp_path / "none.json"))

    assert capsys.readouterr().err == f"{tmp_path / 'none.json'} cannot be read: No such file or directory.\n"
