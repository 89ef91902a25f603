"""An address as a square to photograph (QR code)."""

import re
from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe

_LIGHT_THEN_DARK = re.compile(b"(\x00*)(\x01+)")
# The light edge that a reader needs around it.
_EDGE = 4


# Drawing it takes time, and an address does not change with the draw: there is room for every letter of the largest.
# A reader takes any of the eight patterns that may lie over a square; trying all for the most even one takes four
# times as long.
@lru_cache(maxsize=1024)
def qr_code(address: str) -> SafeString:
    """The address as a picture in a page (SVG), as large as its style makes it."""
    rows = segno.make(address, error="m", micro=False, mask=0).matrix
    path = "".join(
        f"M0 {y}.5{_LIGHT_THEN_DARK.sub(_drawn, row).rstrip(bytes(1)).decode()}" for y, row in enumerate(rows)
    )
    box = f"{-_EDGE} {-_EDGE} {len(rows) + 2 * _EDGE} {len(rows) + 2 * _EDGE}"
    return mark_safe(f'<svg viewBox="{box}"><path stroke="#000" d="{path}"/></svg>')  # noqa: S308 - it draws no text


def _drawn(run: re.Match[bytes]) -> bytes:
    return b"m%d 0h%d" % (len(run[1]), len(run[2]))
