"""Cards for sharing in the standard size of link previews: a frame, a line above and a line below."""

from xml.etree.ElementTree import Element, SubElement

from competition.graphics import svg as pen
from competition.graphics.svg import BAIZE, BOOKISH, CARD, EDGE, SOFT, STRONG, rule, write
from competition.graphics.text_metrics import Words, width

ACROSS, DOWN = 1200, 630
MARGIN = 88
ROOM = ACROSS - 2 * MARGIN
# Top and bottom of the area between the two lines.
TOP, BOTTOM = 172, 500
_EDGE, _NOTE = 32, 30
_CLARET = "#8c1d2f"
# Outlines of the four suits, 24 by 24 units, because a typeface may lack them.
_SUITS = (
    ("M12 2C9 6 3 9.5 3 14a4.5 4.5 0 0 0 7.6 3.2C10.4 19.5 9.5 21 8 22h8c-1.5-1-2.4-2.5-2.6-4.8"
     "A4.5 4.5 0 0 0 21 14C21 9.5 15 6 12 2z", BAIZE),
    ("M12 21.5C8 17.5 3 13.5 3 8.7A4.7 4.7 0 0 1 12 6.6A4.7 4.7 0 0 1 21 8.7C21 13.5 16 17.5 12 21.5z",
     _CLARET),
    ("M12 2L19.5 12L12 22L4.5 12z", _CLARET),
    ("M12 2a4.3 4.3 0 0 1 3.6 6.7a4.4 4.4 0 1 1-2.3 6.8c.1 3 1 5 2.7 6.5H8c1.7-1.5 2.6-3.5 2.7-6.5"
     "a4.4 4.4 0 1 1-2.3-6.8A4.3 4.3 0 0 1 12 2z", BAIZE),
)  # fmt: skip


def frame(above: str, description: str) -> Element:
    """Return an empty card with the line `above`. `description` is its text for screen readers."""
    svg = pen.sheet(above, description, BAIZE)
    size = {"width": f"{ACROSS - 2 * _EDGE}", "height": f"{DOWN - 2 * _EDGE}", "rx": "16"}
    SubElement(svg, "rect", {"x": f"{_EDGE}", "y": f"{_EDGE}", **size, "fill": CARD})
    suits = 4 * 40
    write(svg, line(above, ROOM - suits), MARGIN, 88, {"fill": SOFT, **STRONG})
    for number, (path, colour) in enumerate(_SUITS):
        place = f"translate({ACROSS - MARGIN - suits + 16 + number * 38:g} 92) scale(1.2)"
        SubElement(svg, "path", {"d": path, "fill": colour, "transform": place})
    rule(svg, f"M{MARGIN} 144h{ROOM}m0 6h-{ROOM}", EDGE, "1.5")
    return svg


def foot(svg: Element, text: str) -> str:
    """Write the line below and return the card as a document."""
    write(svg, line(text, ROOM), MARGIN, 522, {"fill": BAIZE, **BOOKISH})
    return pen.document(svg, ACROSS, DOWN)


def line(text: str, room: float) -> Words:
    """Return the text in one line, in the largest size that fits."""
    return Words([text], min(_NOTE, int(_NOTE * room / width(text, _NOTE))))
