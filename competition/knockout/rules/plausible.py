"""Rules for questioning unlikely scores, because an extra digit is easily typed."""

from math import sqrt
from typing import NamedTuple

# Each bound is a * sqrt(deals) + b * deals, with (a, b) below. The constants come from 10,000 random matches of each
# length, scored by the rules of `scoring`. Each deal was picked at random from the 438 deals of the demo and the
# worked score sheets. If the pairs are equal, half of all matches over 30 deals have a higher total of at most 4,060
# and a margin of at most 1,420. In the matches of this table, one pair declares three deals out of four.
#
#     deals                                  8     16      30      36
#     higher total, all but 1 in 100     3,510  5,600   9,080  10,360
#     higher total, all but 1 in 1,000   4,440  6,960  10,330  12,000
#     bound for a total                  5,600  8,400  12,310  13,800
#     margin, all but 1 in 100           3,240  5,100   7,930   8,940
#     margin, all but 1 in 1,000         4,200  6,540   9,410  10,400
#     bound for a margin                 5,120  7,440  10,510  11,640
_TOTAL = (1700, 100)
_MARGIN = (1700, 40)
# In a very short match, one unusual deal makes most of the total. Such a match gets the bounds of the usual length.
_SHORTEST, _USUAL = 8, 30
# With this many results, the largest stored margin replaces the computed bound.
ENOUGH = 100
SURE = "The score is right"
_THEN = f"Check the score sheet. If it is right, tick “{SURE}” and send it again."


class Record(NamedTuple):
    """The largest margin in matches of one length, and the number of these matches."""

    margin: int
    matches: int


def highest_total(deals: int) -> int:
    """Return the highest likely total in points for this many deals."""
    return _bound(_TOTAL, deals)


def highest_margin(deals: int) -> int:
    """Return the highest likely margin in points for this many deals."""
    return _bound(_MARGIN, deals)


def _bound(points: tuple[int, int], deals: int) -> int:
    deals = deals if deals >= _SHORTEST else _USUAL
    return int(points[0] * sqrt(deals) + points[1] * deals) // 10 * 10


def impossible_total(totals: tuple[int, int]) -> str:
    """Return an error if no deals can produce these totals without penalty points, otherwise ""."""
    # A side scores at least 20, for one trick in a minor suit. Every other multiple of 10 is possible.
    return "No deals make a total of 10 points. Check the score sheet." if 10 in totals else ""


def doubtful_total(totals: tuple[int, int], deals: int) -> str:
    """Return a question if a total is very unlikely after this many deals, otherwise ""."""
    total = max(totals)
    if total <= highest_total(deals):
        return ""
    return f"{total:,} points in {deals} deals is very unlikely. {_THEN}"


def doubtful_margin(margin: int, deals: int, record: Record | None = None) -> str:
    """Return a question if the margin is very unlikely, otherwise "".

    The limit is the largest margin of `record` if it covers enough matches, otherwise the computed bound.
    """
    if record and record.matches >= ENOUGH:
        if margin <= record.margin:
            return ""
        others = f"in {record.matches:,} matches it was never more than {record.margin:,}"
        return f"A margin of {margin:,} is very unlikely: {others}. {_THEN}"
    if margin <= highest_margin(deals):
        return ""
    return f"A margin of {margin:,} in {deals} deals is very unlikely. {_THEN}"
