"""What the matches and rounds of a draw are called, as far as its record says so."""

from __future__ import annotations


def code(round: int, position: int) -> str:
    """The name of a match: "R2-M5" is the fifth match of round 2."""
    return f"R{round}-M{position}"


def places_for(pairs: int) -> int:
    """How many places the smallest draw has that holds so many pairs (two or more): 2, 4, 8 ..."""
    return 1 << (pairs - 1).bit_length()


def round_names(places: int) -> tuple[str, ...]:
    """What the rounds of a draw with so many places are called, first to last."""
    rounds = places.bit_length() - 1
    last = ("Quarter-finals", "Semi-finals", "Final")[-rounds:]
    return (*(f"Round {number}" for number in range(1, rounds - 2)), *last)
