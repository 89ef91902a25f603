"""Tests for CSV rows, whatever their content."""

import pytest

from scoring.presenters.csv_rows import SheetFault, check_number, on_line, played, table, whole
from scoring.rules.contract import Contract
from scoring.rules.refusal import Refused


def rows(text: str) -> list[tuple[int, dict[str, str]]]:
    return list(table(text.encode(), ("rubber", "deal"), ("note",)))


def test_rows_have_line_numbers_and_empty_missing_cells():
    assert rows("deal,rubber\n1, 2 \n\n3\n") == [
        (2, {"rubber": "2", "deal": "1", "note": ""}),
        (4, {"rubber": "", "deal": "3", "note": ""}),
    ]


def test_a_fault_is_raised_when_its_row_is_read():
    written = table(b"rubber,deal\n1,1\n1,2,3\n", ("rubber", "deal"), ())

    assert next(written) == (2, {"rubber": "1", "deal": "1"})
    with pytest.raises(
        SheetFault, match=r"^This row has more cells than the header\. Delete the extra cells\.$"
    ) as found:
        next(written)
    assert found.value.line == 3


def test_an_unknown_column_is_reported_with_the_known_ones():
    with pytest.raises(SheetFault) as found:
        rows("rubber,deal,honours\n")

    assert str(found.value) == (
        "The column “honours” is not known. The columns are rubber, deal and, if you like, note."
    )


def test_a_refusal_becomes_a_fault_with_its_line():
    with pytest.raises(SheetFault, match=r"^No\.$") as found, on_line(7):
        raise Refused("No.")

    assert found.value.line == 7


def test_numbers_must_be_consecutive():
    for written, sentence in [
        ("", "The rubber column is empty. Fill it in."),
        ("two", "“two” in the rubber column is not a whole number. Correct it."),
        ("1", "Rubber 2 belongs in this row. Rubber 1 is written twice or out of order."),
        ("3", "Rubber 2 belongs in this row, not rubber 3. A rubber is missing or out of order."),
    ]:
        with pytest.raises(Refused) as refused:
            check_number(written, 2, "rubber")

        assert str(refused.value) == sentence, written


def test_a_whole_number_is_read():
    assert whole("0013", "tricks") == 13


def test_a_contract_and_its_tricks_are_read():
    for contract, tricks, read in [
        ("2hx", "8", (Contract.parse("2HX"), 8)),
        ("PASS", "", (None, None)),
        ("Pass", "0", (None, 0)),
        ("3NT", "", (Contract.parse("3NT"), None)),
    ]:
        assert played({"contract": contract, "tricks": tricks}, Contract.parse) == read, contract


def test_a_row_without_a_contract_is_refused():
    with pytest.raises(Refused, match=r"^There is no contract. Write one, such as 3NT, or Pass\.$"):
        played({"contract": "", "tricks": "9"}, Contract.parse)
