"""An address as a square to photograph (QR code)."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


# Drawing it takes time, and an address does not change with the draw: there is room for every letter of the largest.
# A reader takes any of the eight patterns that may lie over a square; trying all for the most even one takes four
# times as long.
@lru_cache(maxsize=1024)
def qr_code(address: str) -> SafeString:
    """The address as a picture in a page (SVG), as large as its style makes it."""
    square = segno.make(address, error="m", micro=False, mask=0)
    return mark_safe(square.svg_inline(omitsize=True, svgclass=None, lineclass=None))  # noqa: S308 - it draws no text
