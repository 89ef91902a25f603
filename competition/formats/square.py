"""An address as a square to photograph (QR code)."""

import segno
from django.utils.safestring import SafeString, mark_safe


def square(address: str) -> SafeString:
    """The address as a picture in a page (SVG), as large as its style makes it."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(omitsize=True, svgclass=None, lineclass=None))  # noqa: S308 - it draws no text
