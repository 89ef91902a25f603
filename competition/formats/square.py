"""An address as a square to photograph (QR code)."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


# Drawing it takes a sixth of the time of a whole page, and an address does not change with the draw.
@lru_cache(maxsize=256)
def square(address: str) -> SafeString:
    """The address as a picture in a page (SVG), as large as its style makes it."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, svgclass=None, lineclass=None))  # noqa: S308 - it draws no text
