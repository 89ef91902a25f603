import pytest

from competition.pages.files import csv_table


def test_a_spreadsheet_knows_the_file_as_utf_8():
    assert csv_table(["pair"], [["Ngāpō"]]).encode() == b"\xef\xbb\xbfpair\r\nNg\xc4\x81p\xc5\x8d\r\n"


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"])
def test_no_cell_can_be_taken_for_a_formula(sign):
    assert csv_table(["club"], [[f"{sign}SUM(A1)"]]) == f"\ufeffclub\r\n'{sign}SUM(A1)\r\n"


def test_a_number_below_nought_stays_a_number():
    assert csv_table(["points"], [[-50]]) == "\ufeffpoints\r\n-50\r\n"
