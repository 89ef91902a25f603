"""The draw by lots: the same pairs and the same seed give the same draw, to anyone who works it out again.

How it is done:

1. The draw has 2, 4, 8 ... places, the fewest that hold all pairs. The first two places are match 1, and so
   on.
2. The places left over are byes. They are shared out between the two halves of the draw, then in each half
   between its quarters, and so on, always from the top, down to the matches. Where an odd number is shared,
   a lot below 2 says who gets the odd one: 1 the upper section, 0 the lower.
3. For each match with a bye, from the top, a lot below 2 says which of its places stays free: 0 the upper,
   1 the lower.
4. Only under the opening-day rule: the matches without a bye are shuffled, then the pairs who come to the
   opening day, taken by number, are shuffled. They fill those matches in that order, upper place first,
   until there is no match or no two pairs left.
5. All pairs still in the hat, taken by number, are shuffled and fill the other places from the top.

A *lot below n* comes from the text "lots-1/SEED/COUNT", where COUNT is 1 for the first text of the draw, 2
for the next, and so on. The first four hexadecimal digits of the text's SHA-256 (UTF-8) are a number from 0
to 65535. If it is not below the highest multiple of n up to 65536, it is passed over (low lots would be
likelier than high ones) and the next text is used. The lot is the remainder of the number divided by n.

To *shuffle* a list of n (Fisher and Yates), change the n-th with the one at a lot below n, where 0 means the
first; then the one before it with the one at a lot below n - 1; and so on to the second, a lot below 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from competition.rules.layout import places_for
from scoring.rules.refusal import Refused

ALGORITHM = "lots-1"
MOST_PAIRS = 512

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair in the hat, and whether it comes to the opening day."""

    number: int
    attending: bool


@dataclass(frozen=True, slots=True)
class Lots:
    """A draw: the pair in each place (None is a bye), the pairs as they left the hat, what happened."""

    places: tuple[int | None, ...]
    order: tuple[int, ...]
    notes: tuple[str, ...]


def draw(entries: Sequence[Entry], *, seed: str, opening_day: bool) -> Lots:
    """The draw of 2 to 512 pairs that this seed gives, in whatever order they are listed; others are Refused.

    Every draw that spreads its byes evenly (halves, quarters and so on differ by at most one bye) is equally
    likely; with `opening_day`, every such draw that has as many matches of round 1 as can be between two
    pairs who attend. Who has a bye, and who stands in which place, is decided by lot alone.
    """
    _check(entries, seed)
    hat = _Hat(seed)
    size = places_for(len(entries))
    byes = _share_byes(size - len(entries), size // 2, hat)
    free = {2 * match + hat.lot(2) for match in range(size // 2) if byes[match]}
    seated: dict[int, int] = {}
    if opening_day:
        full = [match for match in range(size // 2) if not byes[match]]
        seated |= _seat_together(full, sorted(entry.number for entry in entries if entry.attending), hat)
    left = {entry.number for entry in entries} - set(seated.values())
    open_places = [place for place in range(size) if place not in free and place not in seated]
    seated |= zip(open_places, hat.shuffled(sorted(left)), strict=True)
    places = tuple(seated.get(place) for place in range(size))
    return Lots(places, tuple(seated.values()), _notes(places, entries, opening_day))


def _check(entries: Sequence[Entry], seed: str) -> None:
    if len(entries) < 2:
        raise Refused("A draw needs at least two pairs.")
    if len(entries) > MOST_PAIRS:
        raise Refused(f"A draw holds at most {MOST_PAIRS} pairs, and these are {len(entries)}.")
    if len({entry.number for entry in entries}) < len(entries):
        raise Refused("Two pairs have the same number: give each pair its own before the draw.")
    if not seed:
        raise Refused("A draw needs a seed, so that it can be worked out again.")


class _Hat:
    """Draws lots from a seed (see the top of this module)."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._texts = 0

    def lot(self, below: int) -> int:
        """A whole number from 0 that is less than `below`, each equally likely."""
        fair = 0x10000 - 0x10000 % below
        while (number := self._next()) >= fair:
            pass
        return number % below

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order in which each is equally likely to stand anywhere."""
        hat = list(items)
        for last in range(len(hat) - 1, 0, -1):
            lot = self.lot(last + 1)
            hat[last], hat[lot] = hat[lot], hat[last]
        return hat

    def _next(self) -> int:
        self._texts += 1
        text = f"{ALGORITHM}/{self._seed}/{self._texts}"
        return int(sha256(text.encode()).hexdigest()[:4], 16)


def _share_byes(byes: int, matches: int, hat: _Hat) -> list[int]:
    """The number of byes of each match, 0 or 1."""
    shares = [byes]
    while len(shares) < matches:
        shares = [half for share in shares for half in _halves(share, hat)]
    return shares


def _halves(share: int, hat: _Hat) -> tuple[int, int]:
    upper = share // 2 + (hat.lot(2) if share % 2 else 0)
    return upper, share - upper


def _seat_together(full: list[int], coming: list[int], hat: _Hat) -> dict[int, int]:
    """The places of the pairs who come to the opening day and meet another who does."""
    places = [place for match in hat.shuffled(full) for place in (2 * match, 2 * match + 1)]
    together = min(len(places), len(coming) // 2 * 2)
    return dict(zip(places[:together], hat.shuffled(coming), strict=False))


def _notes(places: Sequence[int | None], entries: Sequence[Entry], opening_day: bool) -> tuple[str, ...]:
    matches = list(zip(places[::2], places[1::2], strict=True))
    coming = {entry.number for entry in entries if entry.attending}
    notes = (_byes_note(len(entries), len(places)),)
    return (*notes, _opening_day_note(matches, coming)) if opening_day else notes


def _byes_note(pairs: int, places: int) -> str:
    if pairs == places:
        return f"{pairs} pairs fill the {places} places: no byes."
    byes = _count(places - pairs, "bye", "byes")
    return f"{pairs} pairs in {places} places: {byes}, placed evenly by lot."


def _opening_day_note(matches: list[tuple[int | None, int | None]], coming: set[int]) -> str:
    if len(coming) < 2:
        return "Fewer than two pairs come to the opening day, so no two could be drawn together."
    played = [match for match in matches if None not in match]
    together = sum(coming.issuperset(match) for match in played)
    byes = sum(None in match and not coming.isdisjoint(match) for match in matches)
    note = f"{together} of {_count(len(played), 'match', 'matches')} to play in round 1"
    note += f" {'is' if together == 1 else 'are'} between pairs who come to the opening day"
    if byes:
        note += f"; {_count(byes, 'more pair who comes has', 'more pairs who come have')} a bye"
    elif len(coming) > 2 * together:
        note += "; 1 more pair who comes meets one who does not"
    return note + "."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
