"""Bar chart of the margins of a player's matches, season by season.

The picture has no view box, and all positions are in per cent. So it fills any width, and its text keeps its size.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.templatetags.bridge import points

# Top, bottom and right edge of the bars, in per cent of the chart. The labels of the seasons stand below the bars.
_TOP, _FOOT, _RIGHT = 8.0, 76.0, 94.0
_WIDEST = 12.0
# Widths in per cent of the chart: a season's name on a screen, the same on a phone, and the round that was reached.
_LABEL, _LABEL_ON_PHONES, _REACHED = 4.5, 14.0, 8.0
# Width of the space between two seasons, in bars.
_GAP = 0.5
# Every bar has a number if the chart has at most this many bars, on a screen and on a phone. In a larger chart, only
# the highest bars have one: `_MOST` bars on a screen, and two on a phone.
_NUMBERED, _NUMBERED_ON_PHONES, _MOST = 16, 7, 5
_STEPS = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)


class Bar(NamedTuple):
    """A match: its margin, which is negative for a loss, or None if it is not decided."""

    margin: int | None


class BarGroup(NamedTuple):
    """The matches of one season, with its name and the round that was reached."""

    label: str
    reached: str
    bars: Sequence[Bar]


def chart(groups: Sequence[BarGroup]) -> SafeString:
    """Return the chart as SVG. `groups` must have at least one bar."""
    margins = [bar.margin or 0 for group in groups for bar in group.bars]
    high, low = max(0, *margins), max(0, *(-margin for margin in margins))
    # A small margin is a small bar, even if it is the largest.
    span = max(high + low, 600)
    unit = (_FOOT - _TOP) / span
    level = _TOP + (span - low) * unit
    width = min(_WIDEST, _RIGHT / (len(margins) + _GAP * (len(groups) - 1)))
    highest = sorted(map(abs, margins), reverse=True)
    numbered = highest if len(margins) <= _NUMBERED else highest[:_MOST]
    on_phones = set(numbered if len(margins) <= _NUMBERED_ON_PHONES else numbered[:2])
    parts: list[SafeString] = []
    at, after, after_on_phones = 0.0, 0.0, 0.0
    for group in groups:
        # Omit the label of a season that is too close to the last label.
        is_wide, is_small = at >= after, at >= max(after, after_on_phones)
        parts.append(_season(group, at, width, is_wide=is_wide, is_small=is_small))
        after = at + _LABEL if is_wide else after
        after_on_phones = at + _LABEL_ON_PHONES if is_small else after_on_phones
        for bar in group.bars:
            if bar.margin is None:
                parts.append(_open(at, width, level))
            else:
                parts.append(_bar(bar.margin, at, width, level, unit))
                if abs(bar.margin) in numbered:
                    parts.append(_number(bar.margin, at, width, level, unit, is_small=abs(bar.margin) in on_phones))
            at += width
        at += _GAP * width
    lines = _scale(high, level, unit)
    return format_html(
        '<svg class="margins" role="img" aria-label="Margin of each match. The table below has the same numbers.">'
        '{}<line class="level" x1="0" x2="100%" y1="{}%" y2="{}%"/>{}{}</svg>',
        format_html_join("", '<line x1="0" x2="100%" y1="{0}%" y2="{0}%"/>', lines),
        f"{level:.1f}",
        f"{level:.1f}",
        format_html_join("", "{}", ((part,) for part in parts)),
        format_html_join("", '<text x="100%" y="{}%" dy="-4" text-anchor="end">{}</text>', lines),
    )


def _scale(high: int, level: float, unit: float) -> list[tuple[str, str]]:
    """Return the heights of at most three lines, each with its number."""
    step = next((step for step in _STEPS if high <= 3 * step), _STEPS[-1])
    return [(f"{level - value * unit:.1f}", points(value)) for value in range(step, high + 1, step)]


def _bar(margin: int, at: float, width: float, level: float, unit: float) -> SafeString:
    height = max(abs(margin) * unit, 0.6)
    return format_html(
        '<rect class="{}" x="{}%" y="{}%" width="{}%" height="{}%"/>',
        "won" if margin > 0 else "lost",
        f"{at + 0.05 * width:.2f}",
        f"{level - height if margin > 0 else level:.1f}",
        f"{0.9 * width:.2f}",
        f"{height:.1f}",
    )


def _open(at: float, width: float, level: float) -> SafeString:
    return format_html(
        '<rect class="open" x="{}%" y="{}%" width="{}%" height="12%"/>',
        f"{at + 0.05 * width:.2f}",
        f"{level - 6:.1f}",
        f"{0.9 * width:.2f}",
    )


def _number(margin: int, at: float, width: float, level: float, unit: float, *, is_small: bool) -> SafeString:
    return format_html(
        '<text class="number{}" x="{}%" y="{}%" dy="{}" text-anchor="middle">{}</text>',
        "" if is_small else " wide",
        f"{at + width / 2:.2f}",
        f"{level - margin * unit:.1f}",
        "-6" if margin > 0 else "17",
        points(abs(margin)),
    )


def _season(group: BarGroup, at: float, width: float, *, is_wide: bool, is_small: bool) -> SafeString:
    end = at + width * len(group.bars)
    reached = group.reached if end - at >= _REACHED else ""
    return format_html(
        '<line class="season" x1="{0}%" x2="{1}%" y1="85%" y2="85%"/><text class="year{2}" x="{0}%" y="85%" dy="19">{3}'
        '</text><text class="wide" x="{0}%" y="85%" dy="36">{4}</text>',
        f"{at:.2f}",
        f"{end:.2f}",
        "" if is_small else " wide",
        group.label if is_wide else "",
        reached,
    )
