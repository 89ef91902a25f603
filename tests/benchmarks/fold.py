"""Benchmark of scoring a match of 30 deals: `python -m tests.benchmarks.fold`.

It scores each match with the points of every deal. In the same run it looks up the same deals in a plain dictionary,
to show the speed of the machine.
"""

import random
from collections.abc import Callable
from itertools import cycle
from time import process_time

from scoring.rules import rubber
from scoring.rules.conditions import ScoringConditions
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours, _played
from scoring.rules.sheet import read_sheet
from scoring.rules.sides import Seat, Side

MATCHES = 200
ROUNDS = 25
LIMIT = 150
CACHES = (_played, rubber.carry_on)


def main() -> None:
    """Print the processor time per match in microseconds, the best of many rounds, and its ratio to the look-up."""
    matches = [_match(random.Random(seed)) for seed in range(MATCHES)]
    forgetful = _best(_fold_forgetfully, matches, rounds=5)
    first = _microseconds(_fold, matches, before=_forget)
    warm = _best(_fold, matches)
    table = {_key(deal): deal for match in matches for deal in match}
    keys = [[_key(deal) for deal in match] for match in matches]
    bare = _best(lambda match: [table[key] for key in match], keys)
    print(f"bare look-up of 30 deals in a table     {bare:7.1f} µs")
    print(f"fold of a match of 30 deals             {warm:7.1f} µs   {warm / bare:.0f} look-ups, limit {LIMIT} µs")
    print(f"the same, {MATCHES} new matches, nothing cached {first:6.1f} µs")
    print(f"the same, caches emptied before each    {forgetful:7.1f} µs")


def _best(work: Callable, matches: list, rounds: int = ROUNDS) -> float:
    return min(_microseconds(work, matches) for _ in range(rounds))


def _microseconds(work: Callable, matches: list, before: Callable = lambda: None) -> float:
    before()
    start = process_time()
    for match in matches:
        work(match)
    return (process_time() - start) / len(matches) * 1e6


def _fold(match: list[DealResult]) -> None:
    read_sheet(match, Seat.N, CONDITIONS)


def _fold_forgetfully(match: list[DealResult]) -> None:
    _forget()
    _fold(match)


def _forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


CONDITIONS = ScoringConditions()


def _key(deal: DealResult) -> tuple:
    return str(deal.declarer), str(deal.contract), deal.tricks


def _match(chance: random.Random) -> list[DealResult]:
    return [_deal(chance, declarer) for _, declarer in zip(range(30), cycle(Seat), strict=False)]


def _deal(chance: random.Random, declarer: Seat) -> DealResult:
    if chance.random() < 0.04:
        return DealResult.passed_in()
    level = chance.choice([1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7])
    contract = Contract(level, chance.choice(list(Denomination)), Doubling(chance.choice([1, 1, 1, 1, 1, 1, 2, 4])))
    tricks = max(0, min(13, contract.tricks + chance.choice([-3, -2, -1, -1, 0, 0, 0, 0, 1, 1, 2])))
    honours = Honours(chance.choice(list(Side)), 150) if chance.random() < 0.08 else None
    return DealResult(declarer, contract, tricks, honours)


if __name__ == "__main__":
    main()
