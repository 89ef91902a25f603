"""Tests of reading phone numbers from spreadsheets."""

from competition.entries.rules.phones import read_phones


def test_a_complete_number_raises_no_remark():
    for cell, number in [
        ("021 555 0101", "021 555 0101"),
        ('="021 555 0101"', "021 555 0101"),
        ("'0215550101", "0215550101"),
        ("=+64215550101", "+64215550101"),
        ("6.4215550101E+10", "64215550101"),
        ("6,4215550101e+10", "64215550101"),
        ("6421555101.0", "6421555101"),
        ("+64 21 555 0101", "+64 21 555 0101"),
        ("(07) 555-0101", "(07) 555-0101"),
        ("07/555 0101", "07/555 0101"),
        ("021.555.0101", "021.555.0101"),
        ("555 0101", "555 0101"),
        ("212-555-0101", "212-555-0101"),
        ("021‑555‑0101", "021-555-0101"),
        ("tel:021 555 0101", "021 555 0101"),
        ("07 555 0101 (evenings)", "07 555 0101 (evenings)"),
    ]:
        assert read_phones(cell) == [(number, ())], cell


def test_a_lost_number_raises_a_remark():
    for cell in [
        "6.42E+10",
        "6,42E+10",
        "2.15550E+08",
        "#NAME?",
        "#VALUE!",
        "#REF!",
        "#N/A",
        "########",
        "2026-05-21",
        "21/05/2026",
        "5/21/2026",
        "21.5.26",
        "21-May",
        "May-21",
        "2026-05-21 00:00:00",
        "-215550101",
        "−5550080",
        "=A1",
        "ask Ada",
    ]:
        ((number, ask),) = read_phones(cell)

        assert (number if any(map(str.isdigit, number)) else "", len(ask)) == ("", 1), cell


def test_a_lost_zero_raises_a_remark():
    for cell, number in [
        ("21 123 4567", "021 123 4567"),
        ("215550101", "0215550101"),
        ("215550101.0", "0215550101"),
        ("215,550,101", "0215550101"),
        ("412345678", "0412345678"),
        ("7700900123", "07700900123"),
        ("75550101", "75550101"),
    ]:
        ((found, ask),) = read_phones(cell)

        assert (found, len(ask)) == (number, 1), cell


def test_a_wrong_number_of_digits_raises_a_remark():
    for cell in ["5550", "1234567890123456"]:
        ((found, ask),) = read_phones(cell)

        assert (found, len(ask)) == (cell, 1), cell


def test_several_numbers_in_one_cell_are_split():
    for between in [" / ", "; ", ", ", " or ", " and ", "\n"]:
        found = read_phones(f"021 555 0101{between}07 555 0102")

        assert found == [("021 555 0101", ()), ("07 555 0102", ())], between


def test_an_empty_cell_has_no_number():
    for cell in ["", "-", "n/a", "none", "0"]:
        assert read_phones(cell) == [], cell
