"""The draw by lots once more, from its description alone: nothing here is shared with the rules."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Collection, Iterator


def places_by_hand(numbers: Collection[int], attending: Collection[int] | None, seed: str) -> list[int | None]:
    """Who stands in each place; `attending` is None when the opening day does not matter."""
    lot = _lots(seed)
    size = 2
    while size < len(numbers):
        size *= 2
    draw: list[int | None] = [0] * size
    for start in _matches_with_bye(size, size - len(numbers), lot):
        draw[start + lot(2)] = None
    hat = sorted(numbers)
    if attending is not None:
        starts = [start for start in range(0, size, 2) if None not in draw[start : start + 2]]
        coming = sorted(attending)
        _shuffle(starts, lot)
        _shuffle(coming, lot)
        while starts and len(coming) > 1:
            start = starts.pop(0)
            for place in (start, start + 1):
                draw[place] = coming.pop(0)
                hat.remove(draw[place])
    _shuffle(hat, lot)
    return [hat.pop(0) if pair == 0 else pair for pair in draw]


def _lots(seed: str) -> Callable[[int], int]:
    def numbers() -> Iterator[int]:
        for count in itertools.count(1):
            digest = hashlib.sha256(bytes(f"lots-1/{seed}/{count}", "utf-8")).digest()
            yield digest[0] * 256 + digest[1]

    stream = numbers()
    return lambda n: next(number for number in stream if number // n < 65536 // n) % n


def _matches_with_bye(size: int, byes: int, lot: Callable[[int], int]) -> list[int]:
    """The first places of the matches with a bye: sections (start, places, byes) are split, a level at a time."""
    sections = [(0, size, byes)]
    while sections[0][1] > 2:
        smaller = []
        for start, places, share in sections:
            middle = start + places // 2
            extra = share % 2 and lot(2)
            smaller.append((start, places // 2, share // 2 + extra))
            smaller.append((middle, places // 2, share - share // 2 - extra))
        sections = smaller
    return [start for start, _, share in sections if share]


def _shuffle(items: list[int], lot: Callable[[int], int]) -> None:
    for length in reversed(range(2, len(items) + 1)):
        chosen = lot(length)
        items[length - 1], items[chosen] = items[chosen], items[length - 1]
