"""A second implementation of the draw, written from its description. No code is shared with the rules.

It finds a best first round only if opening day, clubs and seeds can all be kept.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Two = tuple[int, "int | None"]
Lot = Callable[[int], int]


@dataclass
class Outsider:
    """The facts in a public record: the pairs by number, with their attributes for the draw."""

    numbers: Sequence[int]
    coming: Sequence[int] = ()
    given: Sequence[int] = ()
    seeds: Sequence[int] = ()
    clubs: dict[int, str] | None = None

    def places(self, seed: str) -> list[int | None]:
        """Return the number of the pair in each place, or None for a bye."""
        lot = _lots(seed)
        size = 2
        while size < len(self.numbers):
            size *= 2
        byes = size - len(self.numbers)
        given = _shuffled(self.given, lot)[:byes]
        rest = [number for number in sorted(self.numbers) if number not in given]
        matches = self._first_round(rest, byes - len(given), lot)
        return _seated([*matches, *((number, None) for number in given)], self.seeds, lot)

    def _first_round(self, rest: list[int], byes: int, lot: Lot) -> list[Two]:
        if self.clubs is not None or len(set(self.seeds) & set(rest)) > 1:
            for _ in range(min(10, max(1, 1000 // len(rest)))):
                self._cast(rest, byes, lot)
        while True:
            matches = self._cast(rest, byes, lot)
            if not any(self._is_bad(*two) for two in matches):
                return matches

    def _cast(self, rest: list[int], byes: int, lot: Lot) -> list[Two]:
        to_play = (len(rest) - byes) // 2
        coming = _shuffled([number for number in rest if number in self.coming], lot)
        while len(coming) > 2 * to_play or len(coming) % 2:
            coming.pop()
        order = coming + _shuffled([number for number in rest if number not in coming], lot)
        meet = order[: 2 * to_play]
        return [*zip(meet[::2], meet[1::2], strict=True), *((number, None) for number in order[2 * to_play :])]

    def _is_bad(self, one: int, other: int | None) -> bool:
        if other is None:
            return False
        club = self.clubs.get(one) if self.clubs else None
        return {one, other} <= set(self.seeds) or (club is not None and club == self.clubs.get(other))


def _lots(seed: str) -> Lot:
    def numbers() -> Iterable[int]:
        for count in itertools.count(1):
            digest = hashlib.sha256(bytes(f"lots-2/{seed}/{count}", "utf-8")).digest()
            yield digest[0] * 256 + digest[1]

    stream = iter(numbers())
    return lambda n: next(number for number in stream if number // n < 65536 // n) % n


def _shuffled(items: Iterable, lot: Lot) -> list:
    items = list(items)
    for length in reversed(range(2, len(items) + 1)):
        chosen = lot(length)
        items[length - 1], items[chosen] = items[chosen], items[length - 1]
    return items


def _seated(matches: list[Two], seeds: Sequence[int], lot: Lot) -> list[int | None]:
    byes = _byes(len(matches), sum(two[1] is None for two in matches), lot)
    table = _seeds_seated(matches, seeds, byes, lot)
    placed = list(table.values())
    full = _shuffled([two for two in matches if two[1] is not None and two not in placed], lot)
    free = _shuffled([two for two in matches if two[1] is None and two not in placed], lot)
    places: list[int | None] = []
    for match, has_bye in enumerate(byes):
        two = table[match] if match in table else (free if has_bye else full).pop()
        places += reversed(two) if lot(2) == 1 else two
    return places


def _byes(matches: int, byes: int, lot: Lot) -> list[int]:
    shares = [byes]
    while len(shares) < matches:
        smaller = []
        for share in shares:
            extra = lot(2) if share % 2 else 0
            smaller += [share // 2 + extra, share - share // 2 - extra]
        shares = smaller
    return shares


def _seeds_seated(matches: list[Two], seeds: Sequence[int], byes: list[int], lot: Lot) -> dict[int, Two]:
    table: dict[int, Two] = {}
    while len(table) < len(seeds):
        two = next(two for two in matches if seeds[len(table)] in two)
        parts = 1
        while parts < len(table) + 1:
            parts *= 2
        size = len(byes) // parts
        blocked = {match // size for match in table}
        open_to = [at for at, bye in enumerate(byes) if bye == (two[1] is None) and at // size not in blocked]
        if open_to:
            table[open_to[lot(len(open_to))]] = two
        else:
            table = {}
    return table
