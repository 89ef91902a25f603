"""Tests for reading one written line."""

from datetime import date

import pytest

from competition.entries.rules.line import ParsedLine, without_result

TODAY = date(2026, 11, 25)
A, B = "Smith & Jones", "Brown & Lee"
LINES = {
    f"{A} v {B} 4520-3310": [],
    f"{A} beat {B}": [(A, True)],
    f"{A} 3310 lost to {B} 4520": [(A, False)],
    f"{A} (W) v {B} (L)": [(A, True), (B, False)],
    f"{A} versus {B} lost": [(B, False)],
    f"{A} v {B}, conceded by {A}": [(A, False)],
    f"{A} (Hove) v {B} – {B} won by 1210, 12 Sep": [(B, True)],
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_gives_two_sides_and_the_results_in_its_words(line):
    parsed = ParsedLine()
    parsed.read(line, TODAY)

    assert parsed.verdicts((A, B).__contains__) == LINES[line]
    assert [mention.name for mention in parsed.sides] == [A, B]


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        (f"{A} beat {B} by 1,210 (4520-3310)", f"{A} v {B}"),
        (f"{A} lost to {B}, 12 Sep", f"{A} v {B}"),
        ("1 v 2 4520-3310", "1 v 2"),
        (f"{A} (Hove) - {B}", f"{A} (Hove) - {B}"),
    ],
)
def test_the_result_is_removed_from_a_line(line, plain):
    assert without_result(line) == plain
