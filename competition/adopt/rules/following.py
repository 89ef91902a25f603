"""Rules that derive the order of round 1 from the later rounds of a list.

A list may have the matches of round 1 in any order, and name a pair with a bye only in round 2.
"""

import re
from collections.abc import Callable, Sequence

# A match of round 1: the numbers of its two pairs, or the number of a pair with a bye.
Match = tuple[int, ...]
# The matches of round 1 that lead to one match, in the order of the draw.
Part = list[Match]
# The written sides of each match in one round.
Round = Sequence[Sequence[str]]
# A function that returns the number of the pair with a written name, or None.
Find = Callable[[str], int | None]
_WINNER = re.compile(
    r"(?:the\s+)?winners?(?:\s+(?:of|from))?(?:\s*(?:match|table|game|m|R1-M)?\s*(?P<match>\d{1,3}))?", re.IGNORECASE
)


def is_winner(side: str) -> bool:
    """Return True for a side such as "winner" or "winners of match 3"."""
    return bool(_WINNER.fullmatch(side))


def order_of(written: Sequence[Match], later: Sequence[Round], find: Find) -> list[Match]:
    """Return the matches of round 1 in the order of the later rounds. Add a match for each missing bye.

    Return the written order if it fits the later rounds, or if the later rounds do not name their pairs.
    """
    known = {number for match in written for number in match}
    named = [find(side) for sides in later[0] for side in sides] if later else []
    byes = [(number,) for number in dict.fromkeys(named) if number and number not in known]
    parts: list[Part] = [[match] for match in (*written, *byes)]
    size = 1
    for one in later:
        joined = _joined(parts, one, written, find)
        if not joined:
            break
        parts, size = joined, 2 * size
    order = [match for part in parts for match in part]
    return [*written] if size == 1 or _is_same_draw(order, written, size) else order


def _joined(parts: Sequence[Part], lines: Round, written: Sequence[Match], find: Find) -> list[Part]:
    """Join two parts for each line, and return them. Return [] unless the lines name each part exactly once."""
    if any(len(sides) != 2 for sides in lines):
        return []
    named = [_part_of(side, parts, written, find) for sides in lines for side in sides]
    # A side "winner" without a number stands for the first part that no side names.
    unnamed = iter([at for at in range(len(parts)) if at not in named])
    found = [next(unnamed, -1) if at is None else at for at in named]
    if sorted(found) != [*range(len(parts))]:
        return []
    return [[*parts[upper], *parts[lower]] for upper, lower in zip(found[::2], found[1::2], strict=True)]


def _part_of(side: str, parts: Sequence[Part], written: Sequence[Match], find: Find) -> int | None:
    """Return the index of the part with the pair or the match that this side names.

    Return None for a side without a known pair or match, and -1 for a match that is not in the list.
    """
    if (said := _WINNER.fullmatch(side)) and said["match"]:
        match = dict(enumerate(written, start=1)).get(int(said["match"]))
        return next((at for at, part in enumerate(parts) if match in part), -1)
    number = find(side)
    return next((at for at, part in enumerate(parts) if any(number in match for match in part)), None)


def _is_same_draw(one: Sequence[Match], other: Sequence[Match], size: int) -> bool:
    """Return True if both orders have the same matches in every part of up to `size` matches."""
    sizes = [2**power for power in range(1, size.bit_length())]
    return all(_blocks(one, block) == _blocks(other, block) for block in sizes)


def _blocks(order: Sequence[Match], size: int) -> set[frozenset[Match]]:
    return {frozenset(order[at : at + size]) for at in range(0, len(order), size)}
