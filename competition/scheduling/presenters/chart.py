"""Chart of the offered dates of two pairs. The table next to it has the same facts."""

from datetime import date, timedelta
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from competition.scheduling.presenters.words import brief
from competition.scheduling.queries import Unplayed, moments
from scoring.rules.text import without_control_characters

_WIDTH, _LEFT, _LANES, _AXIS = 1000, 215, (48, 92), 118
_WEEK = timedelta(weeks=1)


def chart(one: Unplayed) -> SafeString:
    """Return the chart as SVG. Its colours come from the style sheet."""
    offered = [timezone.localdate(moment) for offer in one.offers.all for moment in moments(offer)]
    days = [one.state.play_by, one.today, *offered]
    first, last = min(days) - timedelta(days=2), max(days) + timedelta(days=3)
    scale = (_WIDTH - _LEFT - 20) / max(1, (last - first).days)

    def x(day: date) -> float:
        return _LEFT + min(max((day - first).days, 0), (last - first).days) * scale

    look = {"class": "lanes", "viewBox": f"0 0 {_WIDTH} 148", "aria-hidden": "true", "focusable": "false"}
    svg = Element("svg", look)
    _axis(svg, first, last, x)
    for pair, y in zip(one.state.pairs, _LANES, strict=True):
        _path(svg, f"M{_LEFT} {y}H{_WIDTH}", "lane")
        name = one.called(pair)
        _text(svg, name if len(name) < 26 else f"{name[:24]}…", 0, y + 5, "")
        for row in one.away.get(pair.pk, ()):
            at, to = x(row.first), x(row.last + timedelta(days=1))
            place = {"x": f"{at:.1f}", "y": f"{y - 9}", "width": f"{max(to - at, 2):.1f}", "height": "18"}
            SubElement(svg, "rect", {"class": "away", **place})
        for offer in one.offers.by(pair):
            for moment in moments(offer):
                is_open = not offer.answer and moment > one.now
                _mark(svg, x(timezone.localdate(moment)), y, is_open=is_open)
    _upright(svg, x(one.state.play_by), "play-by", f"play by {brief(one.state.play_by)}", 15)
    _upright(svg, x(one.today), "today", "today", 30)
    # ElementTree has escaped all texts.
    return mark_safe(tostring(svg, encoding="unicode"))  # noqa: S308


def _axis(svg: Element, first: date, last: date, x) -> None:
    _path(svg, f"M{_LEFT} {_AXIS}H{_WIDTH}", "axis")
    step = _WEEK * max(1, (last - first).days // 70 + 1)
    day = first
    while day < last:
        _path(svg, f"M{x(day):.1f} {_AXIS}v6", "axis")
        _text(svg, f"{day.day} {day:%b}", x(day), _AXIS + 22, "middle")
        day += step


def _mark(svg: Element, x: float, y: float, *, is_open: bool) -> None:
    if is_open:
        SubElement(svg, "circle", {"class": "open", "cx": f"{x:.1f}", "cy": f"{y}", "r": "6.5"})
    else:
        _path(svg, f"M{x - 5:.1f} {y - 5}l10 10M{x + 5:.1f} {y - 5}l-10 10", "cross")


def _upright(svg: Element, x: float, name: str, text: str, y: int) -> None:
    _path(svg, f"M{x:.1f} {y + 5}V{_AXIS}", name)
    _text(svg, text, x, y, "middle")


def _path(svg: Element, path: str, name: str) -> None:
    SubElement(svg, "path", {"class": name, "d": path})


def _text(svg: Element, text: str, x: float, y: float, anchor: str) -> None:
    look = {"x": f"{x:.1f}", "y": f"{y}"} | ({"text-anchor": anchor} if anchor else {})
    SubElement(svg, "text", look).text = without_control_characters(text)
