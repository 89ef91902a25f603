"""Chart of the growth of costs with the size of the draw."""

from itertools import cycle
from math import ceil, floor, log2
from xml.etree.ElementTree import Element, SubElement

from competition.web import svg

WIDTH, HEIGHT, EDGE, NAMES = 900, 560, 50, 190
COLOURS = ("#1d5741", "#a3282a", "#26547c", "#b0681d", "#5b3a75", "#857a65", "#2a7f86")
Rows = dict[str, dict[int, float]]


def growth(title: str, rows: Rows) -> str:
    """Return an SVG with a line for each request. It shows the cost in constant views by number of places."""
    sheet = svg.blank_picture(title, "Both scales double from line to line.", svg.CARD)
    sizes = sorted({size for row in rows.values() for size in row})
    costs = [cost for row in rows.values() for cost in row.values()]
    low, high = floor(log2(min(costs))), ceil(log2(max(costs)))

    def across(size: float) -> float:
        return EDGE + (WIDTH - EDGE - NAMES) * (log2(size / sizes[0]) / (log2(sizes[-1] / sizes[0]) or 1))

    def down(cost: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (log2(cost) - low) / (high - low)

    _write(sheet, title, EDGE, EDGE / 2, svg.INK)
    for power in range(low, high + 1):
        svg.rule(sheet, f"M{EDGE} {down(2**power):.1f}H{WIDTH - NAMES}", svg.RULE)
        _write(sheet, f"{2**power:g} F", 8, down(2**power), svg.SOFT)
    for size in sizes:
        _write(sheet, f"{size}", across(size) - 8, HEIGHT - EDGE / 2, svg.SOFT)
    end = 0.0
    for colour, (name, row) in zip(cycle(COLOURS), sorted(rows.items(), key=lambda row: -list(row[1].values())[-1])):
        points = [f"{across(size):.1f} {down(cost):.1f}" for size, cost in sorted(row.items())]
        svg.rule(sheet, f"M{'L'.join(points)}", colour, "2")
        # Move labels apart where lines end at the same height.
        end = max(down(row[max(row)]), end + 15)
        _write(sheet, name, WIDTH - NAMES + 6, end, colour)
    return svg.svg_document(sheet, WIDTH, HEIGHT)


def _write(sheet: Element, words: str, x: float, y: float, colour: str) -> None:
    look = {"x": f"{x:.1f}", "y": f"{y + 4:.1f}", "font-size": "12", "fill": colour}
    SubElement(sheet, "text", look).text = words
