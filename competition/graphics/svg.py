"""Building blocks of SVG pictures: colours, fonts, text and lines."""

from xml.etree.ElementTree import Element, SubElement, tostring

from competition.graphics.plain_text import without_control_characters
from competition.graphics.text_metrics import Words, leading

# The light colours of `static/css/tokens.css`. A picture cannot know the colour scheme of its reader.
PAPER, CARD, RULE, EDGE = "#f7f1e3", "#fffcf3", "#d8ccb4", "#857a65"
INK, SOFT, BAIZE = "#26221c", "#5c5344", "#1d5741"
_SANS = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_SERIF = "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, 'Liberation Serif', serif"
STRONG = {"font-weight": "700"}
BOOKISH = {"font-family": _SERIF, **STRONG}


def sheet(title: str, description: str, colour: str) -> Element:
    """Return an empty picture with this background. `title` and `description` are for screen readers."""
    root = {"xmlns": "http://www.w3.org/2000/svg", "lang": "en-GB", "role": "img", "aria-labelledby": "title desc"}
    svg = Element("svg", {**root, "font-family": _SANS, "fill": INK})
    SubElement(svg, "title", {"id": "title"}).text = without_control_characters(title)
    SubElement(svg, "desc", {"id": "desc"}).text = without_control_characters(description)
    SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": colour})
    return svg


def document(svg: Element, width: float, height: float) -> str:
    """Return the picture as an SVG document of this size."""
    svg.attrib |= {"width": f"{width:.0f}", "height": f"{height:.0f}", "viewBox": f"0 0 {width:.0f} {height:.0f}"}
    return tostring(svg, encoding="unicode")


def write(parent: Element, text: Words, x: float, y: float, look: dict[str, str]) -> float:
    """Write lines from height `y` down. Return the height below the last line."""
    written = SubElement(parent, "text", {"font-size": f"{text.size}", **look})
    for number, line in enumerate(text.lines):
        place = {"x": f"{x:g}", "y": f"{y + text.size + number * leading(text.size):g}"}
        SubElement(written, "tspan", place).text = without_control_characters(line) + (
            " " if line is not text.lines[-1] else ""
        )
    return y + text.height


def rule(parent: Element, path: str, colour: str, thickness: str = "1") -> None:
    """Draw a line along this path."""
    look = {"fill": "none", "stroke": colour, "stroke-width": thickness}
    SubElement(parent, "path", {"d": path, **look})
