"""What is decided by lot follows from what is on record, so that anybody can check it: a match, a place, a home.

It is read as here for ever: another way to say who is at home would be another condition.
"""

from collections.abc import Sequence
from hashlib import sha256

from competition.knockout.rules.result import Pairs


def ticket(seed: str, match: str, pairs: Pairs) -> str:
    """What the lot is read from: the seed, the code of the match and both pairs' numbers, with spaces between."""
    return f"{seed} {match} {pairs[0]} {pairs[1]}"


def checksum(read: str) -> str:
    """The SHA-256 of a ticket, as sixty-four figures from 0 to f."""
    return sha256(read.encode()).hexdigest()


def winner(read: str, pairs: Pairs) -> int:
    """The number of the pair that goes on: the upper one when the checksum of the ticket is even, else the lower."""
    return pairs[int(checksum(read), 16) % 2]


def ticket_of_late_pair(seed: str, late: int, byes: Sequence[int]) -> str:
    """What the lot of a late pair is read from: the seed, its number, and those of the pairs that have a bye."""
    return " ".join(map(str, (seed, late, *byes)))


def share(read: str, byes: int) -> int:
    """What is left of the checksum of a ticket divided by so many byes: 0 stands for the first of them."""
    return int(checksum(read), 16) % byes


def at_home(competition: str, match: str, pairs: Pairs) -> int:
    """The number of the pair at home, from the address of the competition, the code of the match and both numbers."""
    return winner(ticket(f"home {competition}", match, pairs), pairs)
