"""Benchmark of making a draw, with and without preferences: python -m tests.benchmarks.lots."""

from __future__ import annotations

from random import Random
from time import process_time

from competition.draw.rules.drawing import draw
from competition.draw.rules.pairing import DrawnEntry, Preferences

SEEDS = 5
ALL = Preferences(opening_day=True, clubs=True, areas=True)


def main() -> None:
    """Print the longest time to make one of several draws, in seconds."""
    for pairs in (22, 300, 512):
        for case, preferences in (("no preferences", Preferences()), ("all preferences", ALL)):
            print(f"{pairs} pairs, {case}: {_longest(_entries(pairs), preferences):.2f} s")


def _entries(pairs: int) -> list[DrawnEntry]:
    """Return a region's entries: large and small clubs, half of the pairs on the opening day, and some seeds."""
    chance = Random(7)
    seeds = min(16, pairs // 4)
    return [
        DrawnEntry(
            number,
            attending=chance.random() < 0.5,
            club=f"club {int(chance.random() ** 2 * 60)}",
            area=f"area {chance.randrange(10)}",
            seed=number if number <= seeds else None,
            given_bye=number % 50 == 0,
        )
        for number in range(1, pairs + 1)
    ]


def _longest(entries: list[DrawnEntry], preferences: Preferences) -> float:
    times = []
    for seed in range(SEEDS):
        start = process_time()
        draw(entries, seed=f"{seed}", preferences=preferences)
        times.append(process_time() - start)
    return max(times)


if __name__ == "__main__":
    main()
