"""PNG versions of SVG pictures. They need the optional extra `pictures`."""

import os
from collections import deque
from functools import cache, lru_cache
from importlib.util import find_spec
from time import monotonic

from competition.web.text_metrics import FONTS, TYPEFACE, is_covered

# Maximum number of pictures that a worker draws in a minute. Drawing 60 pictures takes about two seconds.
MOST_A_MINUTE = 60
_drawn: deque[float] = deque(maxlen=MOST_A_MINUTE)


class NotDrawnError(Exception):
    """Error for a picture that cannot be drawn: the extra is missing or the limit is reached. Callers send the SVG."""


@cache
def is_installed() -> bool:
    """Return True if the extra is installed."""
    return find_spec("resvg_py") is not None


# Cache by SVG, so that an unchanged picture is not drawn twice.
@lru_cache(maxsize=64)
def draw_png(svg: str) -> bytes:
    """Return the picture as PNG. Raises NotDrawnError if it cannot be drawn."""
    if not is_installed() or _is_busy():
        raise NotDrawnError
    from resvg_py import svg_to_bytes

    return svg_to_bytes(
        svg_string=svg,
        # Searching all system fonts takes longer than drawing.
        skip_system_fonts=is_covered(svg),
        font_files=[os.fspath(path) for path in FONTS],
        serif_family=TYPEFACE,
        font_family=TYPEFACE,
    )


def _is_busy() -> bool:
    now = monotonic()
    if len(_drawn) == MOST_A_MINUTE and now - _drawn[0] < 60:
        return True
    _drawn.append(now)
    return False
