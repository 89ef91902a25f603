"""Checks that a deal can score the points typed in without a contract.

Some paper score sheets record only points.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, product

from scoring.rules import tariff
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours, points, price
from scoring.rules.rubber import Rubber, carry_on
from scoring.rules.sides import NS, BySide, Seat, Side, Tally
from scoring.rules.words import listed

States = frozenset[Rubber]
"""Possible states of the current rubber."""

WE_AND_THEY = BySide("We", "They")
_START: States = frozenset({Rubber()})
# One denomination for each price: diamonds cost the same as clubs, and spades the same as hearts.
_PRICED = (Denomination.C, Denomination.H, Denomination.NT)
_HELD = (None, *(Honours(side, worth) for side in Side for worth in tariff.HONOURS))


def faults(lines: Sequence[Tally], conditions: ScoringConditions) -> tuple[str, ...]:
    """Return a sentence for each deal with impossible points, and "" for the others."""
    return tuple(fault for fault, _ in _followed(lines, conditions))


def credits(lines: Sequence[Tally], conditions: ScoringConditions) -> tuple[Tally, ...]:
    """Return the possible credits for the unfinished rubber (Law 80), according to these points.

    A single value is certain. Return () for a fresh tie-break, because its earlier stages have credits that the points
    do not show.
    """
    if conditions.tie_break is TieBreak.FRESH and len(lines) > conditions.deals:
        return ()
    states = [_START, *(states for _, states in _followed(lines, conditions))][-1]
    return tuple(sorted({points(state.credits(conditions.only_partscore)) for state in states}))


def cumulative(lines: Iterable[Tally]) -> tuple[Tally, ...]:
    """Return each side's total after every deal."""
    return tuple(accumulate(lines, Tally.__add__))


def _followed(lines: Sequence[Tally], conditions: ScoringConditions) -> Iterator[tuple[str, States]]:
    states = _START
    for number, line in enumerate(lines):
        if _begins_afresh(number, conditions):
            states = _START
        after = _after(states, line)
        fault = "" if after else _fault(states, line)
        # After a faulty line, any state of the rubber is possible.
        states = after or _any()
        yield fault, states


def _begins_afresh(played: int, conditions: ScoringConditions) -> bool:
    extra = played - conditions.deals
    return conditions.tie_break is TieBreak.FRESH and extra >= 0 and extra % conditions.extra_deals == 0


@cache
def _after(states: States, line: Tally) -> States:
    return frozenset(after for state in states for after in _from(state, line))


def _from(state: Rubber, line: Tally) -> Iterator[Rubber]:
    """Yield the possible states of a rubber after a deal with these points."""
    trick_points = _trick_points(state.vulnerable)
    for below in trick_points.get(line, ()):
        step = carry_on(state, below)
        if step.bonus is None:
            yield step.rubber
    for side, bonus in _bonuses(state):
        for below in trick_points.get(line.plus(side, -bonus), ()):
            if carry_on(state, below).game is side:
                yield Rubber()


def _bonuses(state: Rubber) -> Iterator[tuple[Side, int]]:
    for side in state.vulnerable:
        yield side, tariff.RUBBER[state.games[side.other]]


@cache
def _trick_points(vulnerable: tuple[Side, ...]) -> dict[Tally, frozenset[Tally]]:
    """Return the possible trick points for a deal, by its total points without a rubber bonus."""
    by_score: dict[Tally, set[Tally]] = {}
    for deal in _deals():
        worth = price(deal, vulnerable)
        by_score.setdefault(worth.score, set()).add(worth.below)
    return {score: frozenset(below) for score, below in by_score.items()}


@cache
def _deals() -> tuple[DealResult, ...]:
    """Return sample deals that cover every possible price."""
    contracts = [Contract(*bid) for bid in product(range(1, 8), _PRICED, Doubling)]
    return DealResult.passed_in(), *(
        DealResult(declarer, contract, tricks, honours)
        for declarer, contract, tricks, honours in product((Seat.N, Seat.E), contracts, range(14), _HELD)
        if not (honours and honours.points == min(tariff.HONOURS) and contract.denomination is Denomination.NT)
    )


@cache
def _any() -> States:
    part_scores = [Tally(*both) for both in product(range(0, tariff.GAME, 10), repeat=2)]
    return frozenset(Rubber(Tally(*games), parts) for games in product((0, 1), repeat=2) for parts in part_scores)


def _fault(states: States, line: Tally) -> str:
    if odd := [value for value in line if value % 10]:
        return f"No deal scores {odd[0]}. Points must end in 0."
    if missing := [(side, bonus) for side, bonus in _due(states) if _after(states, line.plus(side, bonus))]:
        return f"{WE_AND_THEY[missing[0][0]]} won the rubber with this deal. Add the bonus of {missing[0][1]}."
    for side, bonus in product(Side, tariff.RUBBER):
        if any(_wins_game(state, line.plus(side, -bonus), side) for state in states):
            return f"{WE_AND_THEY[side]} did not win the rubber here. Remove the bonus of {bonus}."
    brought = [f"{WE_AND_THEY[side]} {line[side]:,}" for side in Side if line[side]]
    points = listed(brought) if brought else "nothing"
    somewhere = " at this point of the rubber" if _after(_any(), line) else ""
    return f"No deal scores {points}{somewhere}. Check the points."


def _wins_game(state: Rubber, line: Tally, side: Side) -> bool:
    ways = _trick_points(state.vulnerable).get(line, ())
    return any(carry_on(state, below).game is side for below in ways)


def _due(states: States) -> list[tuple[Side, int]]:
    """Return the rubber bonuses that the next game may earn, with those of We first."""
    return sorted({due for state in states for due in _bonuses(state)}, key=lambda due: (due[0] is not NS, due[1]))
