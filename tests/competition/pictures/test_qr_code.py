"""An address as a square to photograph."""

from competition.pictures.qr_code import qr_code

ADDRESS = "https://bridge.example.org/p/1234-1~AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-"


def test_the_square_has_a_light_edge_of_four_and_no_size_of_its_own():
    picture = qr_code(ADDRESS)

    assert picture.startswith(f'<svg viewBox="0 0 {37 + 8} {37 + 8}"><path stroke="#000" d="M4 4.5h7')


def test_every_letter_of_the_largest_draw_is_remembered():
    assert qr_code.cache_info().maxsize >= 512
