"""Tests for `manage.py read_entries FILE...`, which prints lists of pairs as JSON."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.competition.entries.workbooks import workbook

LIST = 'Pair,Club,Phone,Email,Where\n"Lark, Ada & Wren, Ben",Hawera,021 555 0101,ada@example.org,x\nCara & TBA,,,,\n'


def run(capsys, *files) -> tuple[int, list[dict], str]:
    """Return the exit status, the printed objects and the error output."""
    try:
        call_command("read_entries", *map(str, files))
        status = 0
    except SystemExit as end:
        status = end.code
    printed = capsys.readouterr()
    return status, [json.loads(line) for line in printed.out.splitlines()], printed.err


@pytest.fixture
def listed(tmp_path) -> Path:
    path = tmp_path / "list.csv"
    path.write_text(LIST)
    return path


def test_a_list_is_printed_as_one_line_of_json(capsys, listed):
    assert run(capsys, listed) == (
        0,
        [
            {
                "file": str(listed),
                "pairs": [
                    {
                        "line": 2,
                        "players": ["Ada Lark", "Ben Wren"],
                        "club": "Hawera",
                        "phones": ["021 555 0101"],
                        "emails": ["ada@example.org"],
                        "ask": [],
                    }
                ],
                "questions": ["What does column 5, “Where”, hold? It has “x”."],
                "faults": [
                    {
                        "line": 3,
                        "text": "“Cara & TBA” does not name both players. Write both names with & between them.",
                    }
                ],
            }
        ],
        "",
    )


def test_a_bad_file_does_not_stop_the_others(capsys, listed, tmp_path):
    bad = tmp_path / "list.pdf"
    bad.write_bytes(b"%PDF-1.7\n")

    status, found, told = run(capsys, bad, tmp_path / "none.csv", listed)

    assert (status, [one["file"] for one in found]) == (2, [str(listed)])
    assert [line.partition(": ")[0] for line in told.splitlines()] == [str(bad), str(tmp_path / "none.csv")]
    assert "This is a PDF file" in told


@pytest.mark.parametrize("text", ["", "Name 1,Name 2\n", "Name 1,Name 2\n" + "Ada Lark,Ben Wren\n" * 513])
def test_an_empty_or_too_long_list_is_refused(capsys, tmp_path, text):
    (tmp_path / "list.csv").write_text(text)

    status, found, told = run(capsys, tmp_path / "list.csv")

    assert (status, found, len(told.splitlines())) == (2, [], 1)


def test_a_second_sheet_in_a_workbook_raises_a_question(capsys, tmp_path):
    path = tmp_path / "list.xlsx"
    path.write_bytes(workbook([["Pair", "Phone"], ["Ada Lark\nBen Wren", 215550101.0]], [["Notes"]]))

    _, ((found),), _ = run(capsys, path)

    assert (found["pairs"][0]["players"], found["pairs"][0]["phones"]) == (["Ada Lark", "Ben Wren"], ["0215550101"])
    assert len(found["questions"]) == 1


def test_a_question_about_a_namesake_is_printed_as_a_remark(capsys):
    _, ((found),), _ = run(capsys, Path("fixtures/entries/33-same-initials/a.txt"))

    assert [(pair["players"], pair["ask"]) for pair in found["pairs"]] == [
        (["J. Lark", "J. Lark"], ["Line 1: J. Lark is the name of both players. Are they two different people?"]),
        (["Ada Wren", "Ben Wren"], []),
    ]
    assert found["faults"] == []


def test_a_fault_is_printed_with_its_pair(capsys, tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("Player 1,Player 2,Email\nAda Lark,Ben Wren,nowhere\nCara Finch,,\n")

    _, ((found),), _ = run(capsys, path)

    assert [fault["text"] for fault in found["faults"]] == [
        "Ada Lark & Ben Wren: email1: This is not an email address. It looks like name@example.org.",
        "Cara Finch: player2: Give the names of both players.",
    ]
