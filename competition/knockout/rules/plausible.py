"""Which scores are so unlikely that whoever types them is asked once: a digit too many is easily typed."""

from math import sqrt
from typing import NamedTuple

# Bounds for totals and margins, as a + b with `a` points for each root of the number of deals and `b` for each deal.
# They were found by scoring random matches by the rules of `scoring`: 10,000 of each length, each deal drawn from the
# 438 of the demo and the worked sheets. In half of the matches between equal pairs the higher total in 30 deals is at
# most 4,060 and the margin 1,420. The table is of matches in which one pair declares three deals of four.
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
# In a match of fewer deals one freak deal is most of the total. It gets the bounds of a match of the usual length.
_SHORTEST, _USUAL = 8, 30
# From so many results on, the largest margin among them says more than the bound.
ENOUGH = 100
SURE = "The score is right"
_THEN = f"Check the score sheet. If it is right, tick “{SURE}” and send it again."


class Record(NamedTuple):
    """The largest margin of matches of one length, and how many there were."""

    margin: int
    matches: int


def highest_total(deals: int) -> int:
    """Return the highest total that so many deals make likely."""
    return _bound(_TOTAL, deals)


def highest_margin(deals: int) -> int:
    """Return the highest margin that so many deals make likely."""
    return _bound(_MARGIN, deals)


def _bound(points: tuple[int, int], deals: int) -> int:
    deals = deals if deals >= _SHORTEST else _USUAL
    return int(points[0] * sqrt(deals) + points[1] * deals) // 10 * 10


def impossible_total(totals: tuple[int, int]) -> str:
    """Return why no deals can make these totals, without penalty points; empty where some can."""
    # The least that a side can score is 20, for a trick in a minor suit; every other multiple of 10 can be made.
    return "No deals make a total of 10 points. Check the score sheet." if 10 in totals else ""


def doubtful_total(totals: tuple[int, int], deals: int) -> str:
    """Return the question about totals that so many deals make very unlikely; empty for likely ones."""
    total = max(totals)
    if total <= highest_total(deals):
        return ""
    return f"{total:,} points in {deals} deals is very unlikely. {_THEN}"


def doubtful_margin(margin: int, deals: int, record: Record | None = None) -> str:
    """Return the question about a margin beyond any on record, or beyond what is likely where there are few."""
    if record and record.matches >= ENOUGH:
        if margin <= record.margin:
            return ""
        others = f"in {record.matches:,} matches it was never more than {record.margin:,}"
        return f"A margin of {margin:,} is larger than any here: {others}. {_THEN}"
    if margin <= highest_margin(deals):
        return ""
    return f"A margin of {margin:,} in {deals} deals is very unlikely. {_THEN}"
