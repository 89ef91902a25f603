"""Rules for the picture of a planned draw: lines for the matches and for the byes."""

from typing import NamedTuple

from competition.contest.rules.division import WHOLE, Division
from competition.draw.rules.sections import byes_for, rounds_for, sample_places

WIDTH = 560
_LEFT, _END, _TOP = 4, 548, 8
# With more matches, the lines would be too close together.
_MOST_MATCHES = 32
_HIGHEST, _LOWEST = 44, 12


class BracketPicture(NamedTuple):
    """The lines of a draw as SVG paths: those of the matches and those of the byes."""

    height: int
    play: str
    byes: str
    end: tuple[int, int]


def bracket_picture(pairs: int, division: Division = WHOLE) -> BracketPicture | None:
    """Return the picture of a draw for this many pairs, or None for too many pairs and for a draw round by round.

    Sections without pairs are empty space. No line leads from there to the match that a pair joins later.
    """
    places = sample_places(pairs, division)
    empty = [place is None for place in places[::2]]
    slots = len(empty)
    if slots > _MOST_MATCHES or division.is_by_round:
        return None
    with_pairs = slots - sum(empty)
    played = with_pairs - byes_for(pairs, division)
    step = min(max(320 // slots, _LOWEST), _HIGHEST)
    rounds = rounds_for(len(places), division)
    xs = [_LEFT + (_END - _LEFT) * number // (rounds + 1) for number in range(rounds + 2)]
    rows = [(_TOP + step * slot + step // 2, not is_empty) for slot, is_empty in enumerate(empty)]
    play, byes, seen = [], [], 0
    for y, has_pairs in rows:
        if not has_pairs:
            continue
        if (seen + 1) * played // with_pairs > seen * played // with_pairs:
            half = step // 4
            play.append(f"M{xs[0]} {y - half}H{xs[1]}V{y + half}H{xs[0]}M{xs[1]} {y}H{xs[2]}")
        else:
            byes.append(f"M{xs[1]} {y}H{xs[2]}")
        seen += 1
    for number in range(2, rounds + 1):
        both = zip(rows[::2], rows[1::2], strict=True)
        rows = [_later(upper, lower, xs[number : number + 2], play) for upper, lower in both]
    return BracketPicture(2 * _TOP + step * slots, "".join(play), "".join(byes), (_END, rows[0][0]))


def _later(upper: tuple[int, bool], lower: tuple[int, bool], xs: list[int], play: list[str]) -> tuple[int, bool]:
    """Add the lines from two places of a round to the next round. Return the place there, and True if it has pairs."""
    middle = (upper[0] + lower[0]) // 2
    first, last = (y if has_pairs else middle for y, has_pairs in (upper, lower))
    if upper[1] or lower[1]:
        play.append(f"M{xs[0]} {first}V{last}M{xs[0]} {middle}H{xs[1]}")
    return middle, upper[1] or lower[1]
