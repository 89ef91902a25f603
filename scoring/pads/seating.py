"""Who sits where in a singles evening: three rubbers make a round, in which each partners each once."""

from collections.abc import Mapping
from enum import StrEnum

from scoring.rules.sides import BySide, Seat, Side


class Player(StrEnum):
    """The scorer and the three others (Singles Scoring System, "Playing the Game")."""

    S = "S"
    A = "A"
    B = "B"
    C = "C"

    __hash__ = str.__hash__


RUBBERS_OF_A_ROUND = 3

# The paper's own table, North, South, East and West of each rubber: the scorer stays, two others change places.
_SEATED = tuple(
    dict(zip((Seat.N, Seat.S, Seat.E, Seat.W), map(Player, players), strict=True))
    for players in ("SABC", "SBAC", "SCAB")
)


def round_of(rubber: int) -> int:
    """The round that the rubber of this number belongs to."""
    return (rubber - 1) // RUBBERS_OF_A_ROUND + 1


def seats(rubber: int) -> Mapping[Seat, Player]:
    """Who sits where in the rubber of this number."""
    return _SEATED[(rubber - 1) % RUBBERS_OF_A_ROUND]


def seat_of(player: Player, rubber: int) -> Seat:
    """Where a player sits in the rubber of this number."""
    return next(seat for seat, sitting in seats(rubber).items() if sitting is player)


def partners(rubber: int) -> BySide[tuple[Player, ...]]:
    """Who plays with whom in the rubber of this number, the scorer's side first."""
    ns, ew = (tuple(player for seat, player in seats(rubber).items() if seat.side is side) for side in Side)
    return BySide(ns, ew)
