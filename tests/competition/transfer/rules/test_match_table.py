"""Tests for reading rows from a table of matches as lines of a written draw."""

import pytest

from competition.entries.rules.rows import ListRow
from competition.transfer.rules.match_table import MatchTable, is_heading

HEADING = [
    "round",
    "code",
    "upper_number",
    "upper_pair",
    "upper_total",
    "lower_pair",
    "lower_total",
    "winner",
    "margin",
]
MATCHES = {
    ("Smith", "4520", "Lee", "3310", "4", ""): "Smith 4520 beat Lee 3310",
    ("Smith", "4520", "Lee", "3310", "LEE", ""): "Smith 4520 lost to Lee 3310",
    ("Smith", "", "Lee", "", "upper", "600"): "Smith beat Lee, by 600",
    ("Smith", "4520", "Lee", "3310", "Brown", ""): "Smith 4520 - Lee 3310, Brown won",
    ("Smith", "", "Lee", "", "9", ""): "Smith - Lee, pair 9 won",
}


@pytest.mark.parametrize("cells", MATCHES)
def test_a_row_is_written_as_a_line(cells):
    table = MatchTable(HEADING)
    row = ListRow(2, ["2", "R2-M3", "4", *cells])

    assert is_heading(HEADING)
    assert table.text(row) == MATCHES[cells]
    assert (table.round(row), table.position(row), table.cells(row)) == (2, 3, ("Smith", "Lee"))
