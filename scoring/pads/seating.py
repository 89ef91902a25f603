"""Seating for singles. A round has three rubbers, and each player partners every other player once in it."""

from collections.abc import Mapping
from enum import StrEnum

from scoring.rules.sides import BySide, Seat, Side


class Player(StrEnum):
    """The scorer (S) and the other three players (Singles Scoring System, "Playing the Game")."""

    S = "S"
    A = "A"
    B = "B"
    C = "C"

    __hash__ = str.__hash__


RUBBERS_OF_A_ROUND = 3

# The paper's table of North, South, East and West in each rubber. The scorer stays and two players change places.
_SEATED = tuple(
    dict(zip((Seat.N, Seat.S, Seat.E, Seat.W), map(Player, players), strict=True))
    for players in ("SABC", "SBAC", "SCAB")
)


def round_of(rubber: int) -> int:
    """Return the number of the round that includes this rubber."""
    return (rubber - 1) // RUBBERS_OF_A_ROUND + 1


def seats(rubber: int) -> Mapping[Seat, Player]:
    """Return the player in each seat for this rubber."""
    return _SEATED[(rubber - 1) % RUBBERS_OF_A_ROUND]


def seat_of_player(player: Player, rubber: int) -> Seat:
    """Return the seat of a player in this rubber."""
    return next(seat for seat, sitting in seats(rubber).items() if sitting is player)


def partners(rubber: int) -> BySide[tuple[Player, ...]]:
    """Return the partners of each side in this rubber. The scorer's side is first."""
    ns, ew = (tuple(player for seat, player in seats(rubber).items() if seat.side is side) for side in Side)
    return BySide(ns, ew)
