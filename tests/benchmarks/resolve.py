"""How long the whole draw of 256 pairs takes to work out: python -m tests.benchmarks.resolve."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from competition.knockout.rules.bracket import resolve
from competition.knockout.rules.outcome import Kind, Outcome
from competition.knockout.rules.stages import Stage

PLACES = range(1, 257)
REPEATS = 200


def main() -> None:
    """Print the milliseconds for an open draw and for one decided to the champion."""
    _report("nothing decided", [])
    _report("all decided", _upper_pair_wins_everything())


def _report(case: str, outcomes: list[Outcome]) -> None:
    time = _milliseconds(lambda: resolve(PLACES, outcomes))
    print(f"{len(PLACES)} pairs, {case}: {time:.2f} ms")


def _upper_pair_wins_everything() -> list[Outcome]:
    outcomes: list[Outcome] = []
    while ready := [node for node in resolve(PLACES, outcomes).matches.values() if node.stage == Stage.READY]:
        for node in ready:
            assert node.pairs is not None
            outcomes.append(Outcome(node.code, node.pairs, Kind.PLAYED, node.pairs[0], (3200, 2100)))
    return outcomes


def _milliseconds(work: Callable[[], object]) -> float:
    """The best of many, which other work on the machine disturbs least."""
    best = float("inf")
    for _ in range(REPEATS):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best * 1000


if __name__ == "__main__":
    main()
