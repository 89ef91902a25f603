"""Solo points in singles: awards for each rubber, and the ranking of the players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from scoring.pads import papers
from scoring.pads.seating import Player
from scoring.rules.sides import BySide, Side

Who = TypeVar("Who")
Points = Mapping[Player, int]


class How(StrEnum):
    """Ways to win a rubber."""

    TWO_NIL = "2-0"
    TWO_ONE = "2-1"
    FRONT_DOOR = "front door"
    BACK_DOOR = "back door"


_WON = {
    How.TWO_NIL: (papers.RUBBER_2_0, "rubber won 2-0"),
    How.TWO_ONE: (papers.RUBBER_2_1, "rubber won 2-1"),
    How.FRONT_DOOR: (papers.RUBBER_BY_A_DOOR, "rubber won, out the front door"),
    How.BACK_DOOR: (papers.RUBBER_BY_A_DOOR, "rubber won, opponents out the back door"),
}
_SLAM = {6: "small slam", 7: "grand slam"}


class Ending(NamedTuple):
    """The side that won a rubber, and the way in which it won."""

    winner: Side
    how: How


class Slam(NamedTuple):
    """A slam bid and made, with its deal, its side and its level (6 or 7)."""

    deal: int
    side: Side
    level: int


class Award(NamedTuple):
    """Solo points of one player, with their reason."""

    player: Player
    points: int
    reason: str


class Place(NamedTuple, Generic[Who]):
    """Place of a player in the ranking. Equal points share a place."""

    place: int
    player: Who
    points: int


def awards(sides: BySide[tuple[Player, ...]], ending: Ending, slams: Iterable[Slam]) -> tuple[Award, ...]:
    """Return the awards for a finished rubber: the rubber to its winners, and slams to the pairs that made them."""
    points, reason = _WON[ending.how]
    won = [Award(player, points, reason) for player in sides[ending.winner]]
    return (*won, *(award for slam in slams for award in _for_slam(sides, ending, slam)))


def _for_slam(sides: BySide[tuple[Player, ...]], ending: Ending, slam: Slam) -> Iterator[Award]:
    won = slam.side is ending.winner
    reason = f"{_SLAM[slam.level]} on deal {slam.deal}, rubber {'won' if won else 'not won'}"
    for player in sides[slam.side]:
        yield Award(player, papers.SLAM[slam.level][won], reason)


def tally(awards: Sequence[Award]) -> Points:
    """Return the points of every player, including players without any."""
    return {player: sum(award.points for award in awards if award.player is player) for player in Player}


def places(points: Mapping[Who, int]) -> tuple[Place[Who], ...]:
    """Return the players in order of points, highest first."""
    ranked = sorted(points, key=lambda player: -points[player])
    return tuple(
        Place(1 + sum(other > points[player] for other in points.values()), player, points[player]) for player in ranked
    )
