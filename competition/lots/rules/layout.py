"""Where the matches of a draw stand, whoever plays in them."""

from functools import cache
from typing import NamedTuple

# What the name of a match looks like, such as R2-M5.
CODE = r"R[1-9]\d?-M[1-9]\d{0,2}"


class Spot(NamedTuple):
    """The place of one match in the draw; `feeds` is the match its winner goes to, None for the final."""

    code: str
    round: int
    position: int
    feeds: str | None


def code(round: int, position: int) -> str:
    """The name of a match: "R2-M5" is the fifth match of round 2."""
    return f"R{round}-M{position}"


@cache
def feeders(round: int, position: int) -> tuple[str, ...]:
    """The two matches whose winners meet in this one, upper one first; none for a match of round 1."""
    return tuple(code(round - 1, 2 * position - n) for n in (1, 0)) if round > 1 else ()


def places_for(pairs: int) -> int:
    """How many places the smallest draw has that holds so many pairs (two or more): 2, 4, 8 ..."""
    return 1 << (pairs - 1).bit_length()


def round_names(size: int) -> tuple[str, ...]:
    """What the rounds of a draw with so many places are called, first to last."""
    rounds = size.bit_length() - 1
    last = ("Quarter-finals", "Semi-finals", "Final")[-rounds:]
    return (*(f"Round {number}" for number in range(1, rounds - 2)), *last)


@cache
def layout(size: int) -> tuple[tuple[Spot, ...], ...]:
    """The matches of a draw with so many places (a power of two), round by round from the top."""
    last = size.bit_length() - 1
    return tuple(
        tuple(
            Spot(code(round, place), round, place, code(round + 1, (place + 1) // 2) if round < last else None)
            for place in range(1, (size >> round) + 1)
        )
        for round in range(1, last + 1)
    )
