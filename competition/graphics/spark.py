"""Small line chart of the lead in a match, for use beside two totals."""

from collections.abc import Iterator, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

_HALF = 20
# Smallest full scale in points, so that a small lead looks small.
_LEAST = 600


def spark(leads: Sequence[int], due: int) -> SafeString:
    """Return the lead after each deal as a stepped SVG line. Return "" without deals.

    The width of the chart stands for all deals due, so the line of an unfinished match ends before the right edge.
    """
    if not leads:
        return SafeString("")
    scale = _HALF / max(_LEAST, *map(abs, leads))
    above, below = ("".join(_steps([sign * max(0, sign * lead) for lead in leads], scale)) for sign in (1, -1))
    return format_html(
        '<svg class="spark" viewBox="0 0 {} {}" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="above" d="{}"/><path class="below" d="{}"/><path class="level" d="M0 {}H{}"/></svg>',
        max(due, len(leads)),
        2 * _HALF,
        above,
        below,
        _HALF,
        max(due, len(leads)),
    )


def _steps(leads: Sequence[int], scale: float) -> Iterator[str]:
    yield f"M0 {_HALF}"
    for deal, lead in enumerate(leads):
        if not deal or lead != leads[deal - 1]:
            yield f"V{_HALF - lead * scale:.1f}"
        yield f"H{deal + 1}"
    yield f"V{_HALF}Z"
