import pytest

from competition.web.files import csv_table


def test_a_csv_file_begins_with_a_byte_order_mark():
    assert csv_table(["pair"], [["Ngāpō"]]).encode() == b"\xef\xbb\xbfpair\r\nNg\xc4\x81p\xc5\x8d\r\n"


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"])
def test_cells_that_look_like_formulas_are_escaped(sign):
    assert csv_table(["club"], [[f"{sign}SUM(A1)"]]) == f"\ufeffclub\r\n'{sign}SUM(A1)\r\n"


def test_a_negative_number_is_not_escaped():
    assert csv_table(["points"], [[-50]]) == "\ufeffpoints\r\n-50\r\n"
