"""Building blocks of SVG pictures: text, lines, cards for sharing, small charts and QR codes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement, tostring

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from competition.web.text_metrics import TYPEFACE, Words, leading, width
from scoring.rules.text import without_control_characters

# The light colours from `static/css/tokens.css`. A picture cannot know its reader's colour scheme.
PAPER, CARD, RULE, EDGE = "#f7f1e3", "#fffcf3", "#d8ccb4", "#857a65"
INK, SOFT, BAIZE, CLARET = "#26221c", "#5c5344", "#1d5741", "#8c1d2f"
# The PNG uses the first typeface. In a browser, an SVG uses the first one installed on the device.
_SERIF = f"'{TYPEFACE}', Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, 'Liberation Serif', serif"
STRONG = {"font-weight": "700"}


def blank_picture(title: str, description: str, colour: str) -> Element:
    """Return an empty picture with this background. `title` and `description` are for screen readers."""
    root = {"xmlns": "http://www.w3.org/2000/svg", "lang": "en-GB", "role": "img", "aria-labelledby": "title desc"}
    svg = Element("svg", {**root, "font-family": _SERIF, "fill": INK})
    SubElement(svg, "title", {"id": "title"}).text = without_control_characters(title)
    SubElement(svg, "desc", {"id": "desc"}).text = without_control_characters(description)
    SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": colour})
    return svg


def svg_document(svg: Element, width: float, height: float) -> str:
    """Return the picture as an SVG document of this size."""
    svg.attrib |= {"width": f"{width:.0f}", "height": f"{height:.0f}", "viewBox": f"0 0 {width:.0f} {height:.0f}"}
    return tostring(svg, encoding="unicode")


def write(parent: Element, text: Words, x: float, y: float, look: dict[str, str]) -> float:
    """Write lines from height `y` downwards, and return the height below the last line."""
    element = SubElement(parent, "text", {"font-size": f"{text.size}", **look})
    for number, line in enumerate(text.lines):
        place = {"x": f"{x:g}", "y": f"{y + text.size + number * leading(text.size):g}"}
        SubElement(element, "tspan", place).text = without_control_characters(line) + (
            " " if line is not text.lines[-1] else ""
        )
    return y + text.height


def rule(parent: Element, path: str, colour: str, thickness: str = "1") -> None:
    """Draw a line along this path."""
    look = {"fill": "none", "stroke": colour, "stroke-width": thickness}
    SubElement(parent, "path", {"d": path, **look})


def look_of_name(*, won: bool, is_pair: bool) -> dict[str, str]:
    """Return the look of a side's name: bold for the winner, and soft italics without a pair."""
    if not is_pair:
        return {"fill": SOFT, "font-style": "italic"}
    return STRONG if won else {}


def look_of_total(*, won: bool, is_official: bool) -> dict[str, str]:
    """Return the look of a total at the right edge: bold for the winner, and italics while it may still change."""
    slant = {} if is_official else {"font-style": "italic"}
    return {**(STRONG if won else {}), **slant, "text-anchor": "end"}


ACROSS, DOWN = 1200, 630
MARGIN = 88
ROOM = ACROSS - 2 * MARGIN
# Top and bottom of the area between the two lines.
TOP, BOTTOM = 172, 500
_EDGE, _NOTE = 32, 30
# Outlines of the four suits, 24 by 24 units, because a typeface may lack the symbols.
_SUITS = (
    ("M12 2C9 6 3 9.5 3 14a4.5 4.5 0 0 0 7.6 3.2C10.4 19.5 9.5 21 8 22h8c-1.5-1-2.4-2.5-2.6-4.8"
     "A4.5 4.5 0 0 0 21 14C21 9.5 15 6 12 2z", BAIZE),
    ("M12 21.5C8 17.5 3 13.5 3 8.7A4.7 4.7 0 0 1 12 6.6A4.7 4.7 0 0 1 21 8.7C21 13.5 16 17.5 12 21.5z",
     CLARET),
    ("M12 2L19.5 12L12 22L4.5 12z", CLARET),
    ("M12 2a4.3 4.3 0 0 1 3.6 6.7a4.4 4.4 0 1 1-2.3 6.8c.1 3 1 5 2.7 6.5H8c1.7-1.5 2.6-3.5 2.7-6.5"
     "a4.4 4.4 0 1 1-2.3-6.8A4.3 4.3 0 0 1 12 2z", BAIZE),
)  # fmt: skip


def card_frame(above: str, description: str) -> Element:
    """Return an empty card with the line `above`. `description` is the text for screen readers."""
    svg = blank_picture(above, description, BAIZE)
    size = {"width": f"{ACROSS - 2 * _EDGE}", "height": f"{DOWN - 2 * _EDGE}", "rx": "16"}
    SubElement(svg, "rect", {"x": f"{_EDGE}", "y": f"{_EDGE}", **size, "fill": CARD})
    suits = 4 * 40
    write(svg, one_line(above, ROOM - suits), MARGIN, 88, {"fill": SOFT, **STRONG})
    for number, (path, colour) in enumerate(_SUITS):
        place = f"translate({ACROSS - MARGIN - suits + 16 + number * 38:g} 92) scale(1.2)"
        SubElement(svg, "path", {"d": path, "fill": colour, "transform": place})
    rule(svg, f"M{MARGIN} 144h{ROOM}m0 6h-{ROOM}", EDGE, "1.5")
    return svg


def finish_card(svg: Element, text: str) -> str:
    """Write the line `text` at the foot of a card, and return the card as an SVG document."""
    write(svg, one_line(text, ROOM), MARGIN, 522, {"fill": BAIZE, **STRONG})
    return svg_document(svg, ACROSS, DOWN)


def one_line(text: str, room: float) -> Words:
    """Return the text on one line, in the largest size that fits."""
    return Words([text], min(_NOTE, int(_NOTE * room / width(text, _NOTE))))


_HALF = 20
# The smallest full scale in points, so that a small lead looks small.
_LEAST = 600


# Width of the column for the final lead, and of the gap before it, measured in deals.
_END = 1


def spark(leads: Sequence[int], due: int, end: int | None = None) -> SafeString:
    """Return the lead after each deal as a stepped SVG line, or "" without deals.

    The width of the chart represents all deals due, so the line of an unfinished match ends before the right edge.
    `end` adds the final lead, which the unfinished rubber can change, as a column after the last deal.
    """
    if not leads:
        return SafeString("")
    if end is not None:
        leads = [*leads, *[0] * _END, *[end] * _END]
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


# Drawing takes time, so the cache has space for all links of the largest draw. The mask is fixed, because all eight
# are valid and comparing them takes four times as long.
@lru_cache(maxsize=1024)
def qr_code(address: str) -> SafeString:
    """Return the QR code of a URL as inline SVG without a size."""
    square = segno.make(address, error="m", micro=False, mask=0)
    return mark_safe(square.svg_inline(omitsize=True, svgclass=None, lineclass=None))  # noqa: S308 - it draws no text
