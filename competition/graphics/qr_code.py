"""QR codes of URLs."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


# Drawing takes time, so the cache has room for all links of the largest draw. The mask is fixed, because all eight are
# valid and comparing them takes four times as long.
@lru_cache(maxsize=1024)
def qr_code(address: str) -> SafeString:
    """Return the QR code of a URL as inline SVG without a size."""
    square = segno.make(address, error="m", micro=False, mask=0)
    return mark_safe(square.svg_inline(omitsize=True, svgclass=None, lineclass=None))  # noqa: S308 - it draws no text
