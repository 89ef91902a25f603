"""A made-up method, for tests of what a further one changes: the pairs stand in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from competition.lots.versions.lots_2 import digest, seed, swapped, text

NAME = "by-number"
PROMISE = "No lots at all: who enters first stands first."
STEPS = ("The first half of the pairs stand above.", "The others stand below, in the same order.")
TERMS = ()

__all__ = ["digest", "seed", "swapped", "text"]


class Lots(NamedTuple):
    places: tuple[int | None, ...]
    tries: int = 1
    texts: int = 0


class Reason(NamedTuple):
    about: str
    is_kept: bool
    text: str


class Step(NamedTuple):
    name: str
    agrees: bool
    text: str


def objection(committed: Mapping[str, Any]) -> str:
    return "" if len(committed["entries"]) > 1 else "One pair is no draw."


def draw(committed: Mapping[str, Any], seed: str) -> Lots:
    numbers = sorted(entry["number"] for entry in committed["entries"])
    half = (1 << (len(numbers) - 1).bit_length()) // 2
    lower = [*numbers[half:], *[None] * (2 * half - len(numbers))]
    return Lots(tuple(place for two in zip(numbers[:half], lower, strict=True) for place in two))


def reasons(committed: Mapping[str, Any], places: Sequence[int | None]) -> list[Reason]:
    return [Reason("Numbers", True, "The pairs stand in the order of their numbers: kept.")]


def likelihood(tries: int) -> str:
    return "There is no other first round."


def record(facts: Mapping[str, Any], play_by: Sequence[str]) -> dict[str, Any]:
    return {**facts, "rounds": list(play_by), "places": list(draw(facts["committed"], "").places)}


def prove(record: Mapping[str, Any]) -> Iterator[Step]:
    agrees = record["places"] == list(draw(record["committed"], "").places)
    yield Step("numbers", agrees, "in their order.")
