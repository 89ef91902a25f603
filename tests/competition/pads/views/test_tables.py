"""Tests for the pages with scoring tables."""

import csv
import re
from html import unescape

import pytest
from django.urls import reverse

from tests.house.sources import ROOT

PRINTED = ROOT / "fixtures" / "duplicate_scores.csv"
KINDS = {"♣♦": "minor", "♥♠": "major", "NT": "NT"}
SECTIONS = [
    f"{doubled}, {vulnerable}"
    for vulnerable in ("not vulnerable", "vulnerable")
    for doubled in ("Undoubled", "Doubled", "Redoubled")
]
FOUR_SPADES = {"level": 4, "denomination": "S", "doubling": 1, "tricks": 10, "vulnerable": "yes"}


def page(client, address: str, **asked) -> str:
    return client.get(reverse(address), asked).content.decode()


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", re.sub(r"</?span[^>]*>", "", html))).split())


def read(html: str) -> dict[str, list[list[str]]]:
    """Return every table on a page by caption, as rows of cells."""
    tables = re.findall(r"<table.*?<caption>(.*?)</caption>(.*?)</table>", html, re.DOTALL)
    return {
        text(caption): [
            [text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
            for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
        ]
        for caption, body in tables
    }


def shown(tables: dict[str, list[list[str]]]) -> dict[tuple[str, str, str], list[str]]:
    """Return the six values in each row of the paper, read from the page."""
    values: dict[tuple[str, str, str], list[str]] = {}
    for section in SECTIONS:
        for name, *scores in tables[section][1:]:
            for over, score in enumerate(scores):
                values.setdefault((name[0], KINDS[name[1:]], str(int(name[0]) + over)), []).append(score)
        (defeated,) = (scores for name, *scores in tables["Light: points for the defenders"] if name == section)
        for light, score in enumerate(defeated, start=1):
            values.setdefault(("defeated", "", str(light)), []).append(score)
    return values


def test_the_page_shows_all_582_values_printed_on_the_paper(client):
    with PRINTED.open(newline="") as file:
        printed = {tuple(row[:3]): row[3:] for row in list(csv.reader(file))[1:]}

    found = {
        row: [score.replace(",", "") for score in scores]
        for row, scores in shown(read(page(client, "tables:duplicate"))).items()
    }

    assert found == printed
    assert sum(map(len, found.values())) == 582


def test_the_rubber_table_shows_every_penalty(client):
    penalties = read(page(client, "tables:rubber"))["Undertricks (redoubled: twice as much as doubled)"]

    assert penalties[1] == ["Not doubled, each", "50", "100"]
    assert penalties[2] == ["Doubled, 1", "100", "200"]
    assert penalties[14] == ["Doubled, 13", "3,500", "3,800"]


def test_the_calculator_explains_the_value_of_a_result_in_each_game(client):
    tables = read(page(client, "tables:calculator", **FOUR_SPADES))

    assert tables == {
        "Rubber bridge": [
            ["Trick points, below the line", "Law 81", "120"],
            ["To declarer’s side", "120"],
            ["And for the rubber, if the opponents have won no game", "Law 74", "700"],
            ["And for the rubber, if the opponents have won a game", "Law 74", "500"],
        ],
        "Duplicate": [
            ["Trick points", "Law 81", "120"],
            ["Game", "Duplicate Bridge Scoring", "500"],
            ["To declarer’s side", "620"],
        ],
        "Chicago": [
            ["Trick points, below the line", "Law 81", "120"],
            ["Game, above the line", "Chicago", "500"],
            ["To declarer’s side", "620"],
        ],
    }


def test_penalties_go_to_the_defenders(client):
    tables = read(page(client, "tables:calculator", **FOUR_SPADES | {"doubling": 2, "tricks": 8}))

    assert [rows[-1] for rows in tables.values()] == [["To the defenders", "500"]] * 3


def test_all_results_of_a_contract_are_in_one_row(client):
    html = page(client, "tables:calculator", **FOUR_SPADES)

    (line,) = re.findall(
        r'aria-label="Every result in duplicate".*?<thead>(.*?)</thead>.*?<tbody>(.*?)</tbody>', html, re.DOTALL
    )
    assert list(zip(*(text(part).split() for part in (line[0].replace(" light", "-light"), line[1])), strict=True))[
        2:7
    ] == [("+1", "650"), ("made", "620"), ("1-light", "−100"), ("2-light", "−200"), ("3-light", "−300")]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"level": 8}, "A contract is at level 1 to 7."),
        ({"tricks": 14}, "A side wins 0 to 13 tricks."),
        ({"denomination": "\0"}, "The denominations are clubs, diamonds, hearts, spades and no-trump."),
        ({"vulnerable": "perhaps"}, "A side is vulnerable or not vulnerable."),
    ],
)
def test_impossible_input_is_refused_with_a_sentence(client, wrong, sentence):
    answer = client.get(reverse("tables:calculator"), FOUR_SPADES | wrong)

    assert (answer.status_code, text(answer.content.decode()).count(sentence)) == (422, 2)
