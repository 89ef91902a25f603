"""An address as a square to photograph."""

import re

import segno

from competition.pictures.qr_code import qr_code

ADDRESS = "https://bridge.example.org/p/1234-1~AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-"


def drawn(picture: str) -> set[tuple[int, int]]:
    """Where the picture is dark: across and down from the first dark corner."""
    dark, across, down = set(), 0, 0
    for row, gap, run in re.findall(r"M0 (\d+)\.5|m(\d+) 0h(\d+)", picture):
        if row:
            across, down = 0, int(row)
        else:
            across += int(gap)
            dark |= {(across + step, down) for step in range(int(run))}
            across += int(run)
    return dark


def test_the_picture_is_dark_where_the_code_is():
    matrix = segno.make(ADDRESS, error="m", micro=False, mask=0).matrix

    assert drawn(qr_code(ADDRESS)) == {(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}


def test_a_light_edge_of_four_is_around_it():
    assert f'viewBox="-4 -4 {37 + 8} {37 + 8}"' in qr_code(ADDRESS)


def test_every_letter_of_the_largest_draw_is_remembered():
    assert qr_code.cache_info().maxsize >= 512
