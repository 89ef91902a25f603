"""Rules for random choices from stored values, so that anybody can check the outcome.

Never change these rules: stored outcomes and the conditions of contest depend on them.
"""

import re
from collections.abc import Sequence
from hashlib import sha256

from competition.draw.rules.result import Pairs

# The beginning of the ticket of a pair that was given its place elsewhere, so nothing was picked at random here.
ELSEWHERE = "elsewhere "
_LATE_TICKET = re.compile(r"[!-~]+ [0-9]{1,4}(?: [0-9]{1,4})+")


def ticket(seed: str, match: str, pairs: Pairs) -> str:
    """Return the text that is hashed: the seed, the match code and both pair numbers, separated by spaces."""
    return f"{seed} {match} {pairs[0]} {pairs[1]}"


def checksum(read: str) -> str:
    """Return the SHA-256 of a text as 64 hexadecimal digits."""
    return sha256(read.encode()).hexdigest()


def winner(read: str, pairs: Pairs) -> int:
    """Return the number of the pair picked at random: the upper if the checksum is even, otherwise the lower."""
    return pairs[int(checksum(read), 16) % 2]


def ticket_of_late_pair(seed: str, late: int, byes: Sequence[int]) -> str:
    """Return the text that is hashed for a late entry: the seed, its number and the numbers of the pairs with a bye."""
    return " ".join(map(str, (seed, late, *byes)))


def read_ticket_of_late_pair(ticket: str) -> tuple[str, int, list[int]]:
    """Return the seed, the number of the late entry and the numbers of the pairs with a bye.

    Raises ValueError if the text is not a ticket of a late pair.
    """
    if not _LATE_TICKET.fullmatch(ticket):
        raise ValueError(f"“{ticket}” is not the ticket of a late pair")
    seed, late, *byes = ticket.split()
    return seed, int(late), [*map(int, byes)]


def share(read: str, byes: int) -> int:
    """Return the index of the bye picked at random: the checksum of `read` modulo the number of byes."""
    return int(checksum(read), 16) % byes


def at_home(competition: str, match: str, pairs: Pairs) -> int:
    """Return the number of the home pair. It depends on the slug, the match code and both pair numbers."""
    return winner(ticket(f"home {competition}", match, pairs), pairs)
