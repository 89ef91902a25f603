"""Who meets whom and who goes on: worked out afresh from the places, the results and the withdrawals.

Nothing is ever pushed into the next match. A result names the two pairs it was about and counts only
while they are the two who meet; so a correction, and the correction of a correction, needs no repair.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from competition.knockout.rules.result import Kind, Pairs, Result
from competition.knockout.rules.stages import Stage
from competition.lots.rules.layout import Spot, layout
from scoring.rules.refusal import Refused


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair."""

    number: int


@dataclass(frozen=True, slots=True)
class Bye:
    """A place of round 1 that the draw left free."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """No pair will come here, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Awaiting:
    """Whoever goes on from a match (its code) that is not decided."""

    match: str


Occupant = Entrant | Bye | Nobody | Awaiting


@dataclass(frozen=True, slots=True)
class Node:
    """One match of the draw as things stand; what only its pairs know leaves it ready until it is official.

    `pairs` are the two who meet here, or None while there are not two.
    """

    code: str
    round: int
    position: int
    feeds: str | None
    sides: tuple[Occupant, Occupant]
    pairs: Pairs | None
    result: Result | None
    set_aside: tuple[Result, ...]
    advances: Occupant
    stage: Stage

    @property
    def winner(self) -> int | None:
        """The pair that won here, by its result."""
        return self.result.winner if self.result else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole draw as things stand."""

    rounds: tuple[tuple[Node, ...], ...]
    matches: dict[str, Node]
    withdrawn: frozenset[int]

    @property
    def final(self) -> Node:
        """The last match of the draw."""
        return self.rounds[-1][0]

    @property
    def champion(self) -> int | None:
        """The pair that came through the final; None while it is open, or when nobody did."""
        last = self.final.advances
        return last.number if isinstance(last, Entrant) else None

    @property
    def alive(self) -> frozenset[int]:
        """The pairs that can still win the competition, or the one that has won it."""
        if self.champion is not None:
            return frozenset({self.champion})
        undecided = (node for node in self.matches.values() if node.stage in (Stage.WAITING, Stage.READY))
        sides = (side for node in undecided for side in node.sides)
        return frozenset(side.number for side in sides if isinstance(side, Entrant)) - self.withdrawn


def resolve(places: Sequence[int | None], results: Iterable[Result], withdrawn: Sequence[int] = ()) -> Bracket:
    """The draw that follows from places (from the top; None is a bye), results and withdrawals in order.

    The last result for the two who meet counts; results for other pairs are set aside. A withdrawal never
    changes what is decided: the pair loses the next match it would have to play, to a pair that is still in
    or that withdrew later. Past a bye or an empty place it still goes on, since a result further on may
    name it, but never out of the final, which nobody wins who withdrew without playing it.
    Refused: places that are no draw; a result of a match that is not in it.
    """
    _check(places)
    facts: dict[str, dict[Pairs, Result]] = defaultdict(dict)
    for result in results:
        facts[result.match][result.pairs] = result
    line: Sequence[Occupant] = [_BYE if number is None else Entrant(number) for number in places]
    gone = {number: order for order, number in enumerate(withdrawn)}
    rounds = []
    for spots in layout(len(places)):
        meetings = zip(spots, line[::2], line[1::2], strict=True)
        nodes = tuple(_node(spot, up, low, facts.pop(spot.code, {}), gone) for spot, up, low in meetings)
        line = [node.advances for node in nodes]
        rounds.append(nodes)
    if facts:
        raise Refused(f"There is no match {next(iter(facts))} in this draw.")
    matches = {node.code: node for nodes in rounds for node in nodes}
    return Bracket(tuple(rounds), matches, frozenset(withdrawn))


def _check(places: Sequence[int | None]) -> None:
    numbers = [number for number in places if number is not None]
    if len(places) < 2 or len(places) & (len(places) - 1):
        raise Refused("A draw has 2, 4, 8, 16 ... places.")
    if len(set(numbers)) < len(numbers):
        raise Refused("A pair has one place in the draw, not two.")


def _node(spot: Spot, up: Occupant, low: Occupant, facts: dict[Pairs, Result], gone: Mapping[int, int]) -> Node:
    pairs = (up.number, low.number) if isinstance(up, Entrant) and isinstance(low, Entrant) else None
    # What stands of others is left among the facts.
    result = (facts.pop(pairs, None) or _by_withdrawal(spot, pairs, gone)) if pairs else None
    stage, advances = _decide(spot, (up, low), result)
    if spot.feeds is None and result is None and isinstance(advances, Entrant) and advances.number in gone:
        advances = Nobody("withdrawn")
    set_aside = tuple(facts[others] for others in sorted(facts))
    return Node(*spot, (up, low), pairs, result, set_aside, advances, stage)


def _by_withdrawal(spot: Spot, pairs: Pairs, gone: Mapping[int, int]) -> Result | None:
    """What an undecided match comes to when one of the two withdrew, or both: the first loses it, of a final both."""
    leavers = [number for number in pairs if number in gone]
    if not leavers:
        return None
    if spot.feeds is None and len(leavers) == 2:
        return Result(spot.code, pairs, Kind.DOUBLE_DEFAULT, None)
    return Result(spot.code, pairs, Kind.WALKOVER, pairs[min(leavers, key=gone.__getitem__) == pairs[0]])


def _decide(spot: Spot, sides: tuple[Occupant, Occupant], result: Result | None) -> tuple[Stage, Occupant]:
    if result:
        return Stage.OFFICIAL, _NEITHER if result.goes_on is None else Entrant(result.goes_on)
    match sides:
        case (Awaiting(), _) | (_, Awaiting()):
            return Stage.WAITING, Awaiting(spot.code)
        case Entrant(), Entrant():
            return Stage.READY, Awaiting(spot.code)
        case (Entrant() as pair, Bye()) | (Bye(), Entrant() as pair):
            return Stage.BYE, pair
        case (Entrant() as left, Nobody()) | (Nobody(), Entrant() as left) | (Nobody() as left, Nobody()):
            return Stage.VACANT, left
        case _:
            raise Refused("A draw never sets a bye against a bye.")


_BYE = Bye()
_NEITHER = Nobody("double default")
