"""Picture of a match to share: its headline, both pairs with totals, a chart of the lead and a short status."""

from collections.abc import Collection
from xml.etree.ElementTree import Element, SubElement

from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import as_played
from competition.draw.queries.states import PublishedMatch
from competition.match.presenters import headlines
from competition.match.presenters.course import Course
from competition.match.presenters.story import make_story, short_names
from competition.match.queries.play import PairView
from competition.public.presenters import match_page
from competition.web.svg import (
    ACROSS,
    BAIZE,
    BOTTOM,
    CLARET,
    INK,
    MARGIN,
    ROOM,
    RULE,
    STRONG,
    TOP,
    card_frame,
    finish_card,
    look_of_name,
    look_of_total,
    rule,
    write,
)
from competition.web.text_metrics import NBSP, Words, leading, widest_name, widest_word, width, wrapped, wrapped_names
from scoring.rules.sides import Side

_SIGN, _TOTAL = 48, 42
# Sizes to try for names and for the headline. Long names are wrapped before a smaller size is tried.
_NAMES = (40, 36, 32, 28, 24, 20, 16, 12, 8)
_HEADLINES = (46, 43, 40, 36, 32, 28, 24, 20)
# Heights of the headline, the chart and the gaps around it. The two sides share the rest.
_HEAD, _CHART, _GAP = 104, 96, 10
# The smallest full scale of the chart in points, so that a small lead looks small.
_LEAST = 600


def card(draw: PublishedDraw, state: PublishedMatch, match: PairView | None = None) -> str:
    """Return the match as an SVG document. `match` has the public deals. Without it, the picture has no chart."""
    played = as_played(state)
    story = make_story(draw, state, match)
    course = story.course if match else None
    svg = card_frame(f"{draw.competition}, {state.round_name}", f"{headlines.sharing_text(played).rstrip('.')}.")
    text = match_page.headline(draw, state) if state.is_to_come else story.headline
    headline = _headline(text, [*short_names(draw, state), *(forms.short for forms in draw.forms.values())])
    write(svg, headline, MARGIN, TOP - 10 + (_HEAD - headline.height) / 2, STRONG)
    line = match_line(played)
    top, chart = TOP + _HEAD, _CHART + 2 * _GAP if course else 0
    room = (BOTTOM - top - chart) / 2
    for number, (side, name) in enumerate(zip(line.sides, _names(line, room), strict=True)):
        _side(svg, side, name, top + room / 2 + number * (room + chart), is_official=line.is_official)
    if course and match:
        _chart(svg, course, Side(match.opened.meeting.upper_side), top + room + _GAP)
    else:
        rule(svg, f"M{MARGIN} {top + room:g}h{ROOM}", RULE, "2")
    below = headlines.outlook(played)
    return finish_card(svg, f"{below}. {remark}" if (remark := draw.competition.remark) else below)


def _headline(text: str, names: Collection[str]) -> Words:
    """Return the headline in the largest size that fits, on one line or two. Names do not break."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, name.replace(" ", NBSP))
    for size in _HEADLINES:
        lines = wrapped(text, ROOM, size)
        if len(lines) * leading(size) <= _HEAD and widest_word(text, size) <= ROOM:
            break
    # Make the two lines similar in length.
    halves = (wrapped(text, ROOM * part / 20, size) for part in range(10, 20))
    lines = next((half for half in halves if len(half) == len(lines)), lines)
    return Words([line.replace(NBSP, " ") for line in lines], size)


def _names(line: MatchLine, height: float) -> list[Words]:
    """Return both names in the largest size that fits. Any name fits in the smallest size."""
    texts = [side.name for side in line.sides]
    totals = [width(side.total, _TOTAL) + _SIGN for side in line.sides if side.total]
    room = ROOM - _SIGN - max(totals, default=0)
    for size in _NAMES:
        names = [Words(wrapped_names(text, room, size), size) for text in texts]
        widest = max(widest_name(text, size) for text in texts)
        if widest <= room and all(name.height <= height - 6 for name in names):
            break
    return names


def _chart(svg: Element, course: Course, upper: Side, top: float) -> None:
    """Draw the lead after each deal, with the upper pair above the line.

    Deals not yet played leave the right end empty.
    """
    leads = course.story.leads(upper)[1:]
    final = None if course.end is None else course.end if upper is Side.NS else -course.end
    if final is not None and final != leads[-1]:
        leads = (*leads, final)
    highest, lowest = max(0, *leads), min(0, *leads)
    more = max(0, _LEAST - highest + lowest) / 2
    scale = _CHART / (highest - lowest + 2 * more)
    level = top + (highest + more) * scale
    across = ROOM / max(course.story.sheet.stage_end, len(leads))
    for sign, colour in ((1, BAIZE), (-1, CLARET)):
        heights = [level - sign * max(0, sign * lead) * scale for lead in leads]
        steps = "".join(f"V{y:.1f}h{across:.2f}" for y in heights)
        SubElement(svg, "path", {"d": f"M{MARGIN} {level:.1f}{steps}V{level:.1f}Z", "fill": colour})
    rule(svg, f"M{MARGIN} {level:.1f}h{ROOM}", INK, "2")


def _side(svg: Element, side: LineSide, name: Words, middle: float, *, is_official: bool) -> None:
    """Draw one side, with a tick for the winner."""
    if side.won:
        rule(svg, f"M{MARGIN} {middle:g}l12 14l22 -32", BAIZE, "7")
    look = look_of_name(won=side.won, is_pair=bool(side.number))
    write(svg, name, MARGIN + _SIGN, middle - name.height / 2 - name.size * 0.05, look)
    if side.total:
        total = Words([side.total], _TOTAL)
        look = look_of_total(won=side.won, is_official=is_official)
        write(svg, total, ACROSS - MARGIN, middle - total.height / 2, look)
