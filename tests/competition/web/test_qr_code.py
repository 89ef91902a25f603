"""Tests for QR codes."""

from competition.web.svg import qr_code

ADDRESS = "https://bridge.example.org/p/1234-1~AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-"


def test_the_qr_code_has_a_light_margin_and_no_fixed_size():
    picture = qr_code(ADDRESS)

    assert picture.startswith(f'<svg viewBox="0 0 {37 + 8} {37 + 8}"><path stroke="#000" d="M4 4.5h7')


def test_the_cache_has_room_for_all_links_of_the_largest_draw():
    assert qr_code.cache_info().maxsize >= 512
