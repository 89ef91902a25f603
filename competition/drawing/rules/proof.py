"""Verification of a draw record by recalculation."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from competition.drawing.rules.drawing import METHOD, swapped
from competition.drawing.rules.records import (
    ELSEWHERE,
    FORMAT,
    Facts,
    byes,
    canonical,
    drawn,
    fingerprint,
    objection,
    rounds,
    seal,
    seated,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the verification: its name, its outcome and a sentence about it."""

    name: str
    agrees: bool
    text: str


class _DisagreesError(Exception):
    """A difference between the record and the recalculated values."""


def prove(record: Facts) -> Iterator[Step]:
    """Yield the steps of the verification in order. Stop after the first step that fails.

    The record of a draw made elsewhere proves nothing about the draw. Its other parts are checked.
    """
    proof, steps = _Proof(record), _STEPS_ELSEWHERE if is_elsewhere(record) else _STEPS
    for name, look in steps.items():
        try:
            yield Step(name, True, look(proof))
        except _DisagreesError as fault:
            yield Step(name, False, str(fault))
            return
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            yield Step(name, False, f"the program cannot read this part of the record ({fault})")
            return


def is_elsewhere(record: Facts) -> bool:
    """Return True for the record of a draw that was made elsewhere."""
    return bool(record.get("method") == ELSEWHERE)


class _Proof:
    """A record with the recalculated values. Each step returns a sentence or raises an error."""

    def __init__(self, record: Facts) -> None:
        self.record = record
        self.locked = record["committed"] if isinstance(record.get("committed"), dict) else {}

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """The values that follow from the seed alone."""
        return drawn(self.locked, self.record["attempts"][-1])

    @cached_property
    def seated(self) -> dict[str, Any]:
        """The values that also depend on the swaps."""
        return seated(self.locked, self.drawn["lots"], self.record["swaps"])

    def format(self) -> str:
        """Check the format and the draw method."""
        _check_equal(self.record["format"], FORMAT, "The format is")
        _check_equal(self.locked["algorithm"], METHOD, "The method is")
        return f"{FORMAT}; the draw method is {METHOD}."

    def elsewhere(self) -> str:
        """Return a sentence about the making of the draw elsewhere. The app cannot check it."""
        _check_equal(self.record["format"], FORMAT, "The format is")
        return str(self.record["elsewhere"]["text"])

    def places_elsewhere(self) -> str:
        """Check that every pair has one place, and that the places are the entered places after the swaps."""
        swaps = [(swap["one"], swap["other"]) for swap in self.record["swaps"]]
        places = [*swapped(self.record["elsewhere"]["places"], swaps)]
        _check_equal(self.record["places"], places, "The places are")
        pairs = sorted(pair["number"] for pair in self.record["pairs"])
        _check_equal(sorted(place for place in places if place), pairs, "The pairs in the draw are")
        if len(places) < 2 or len(places) & (len(places) - 1) or len(set(pairs)) < len(pairs):
            raise _DisagreesError("these places are not a draw")
        return f"{len(places)}, and each of {len(pairs)} pairs has one of them."

    def byes_elsewhere(self) -> str:
        """Check the pairs with a bye."""
        _check_equal(self.record["byes"], byes(self.record["places"]), "The pairs with a bye are")
        return f"{len(self.record['byes'])}."

    def fingerprint(self) -> str:
        """Check that the public fingerprint matches the locked list."""
        made = fingerprint(self.locked)
        _check_equal(
            self.record["commitments"][-1]["sha256"], made, "The fingerprint of list, conditions and secret is"
        )
        shown = "Compare it with the one that was public before the draw."
        return f"list, conditions and secret have the fingerprint {made}. {shown}"

    def entries(self) -> str:
        """Check that the pairs can be drawn."""
        if why := objection(self.locked):
            raise ValueError(why)
        return f"{len(self.locked['entries'])} pairs, each with its own number."

    def attempts(self) -> str:
        """Check that the attempts are numbered without gaps."""
        numbers = [attempt["number"] for attempt in self.record["attempts"]]
        _check_equal(numbers, [*range(1, len(numbers) + 1)], "The attempts are numbered")
        return f"{len(numbers)} counted; the last was published."

    def seed(self) -> str:
        """Check that the seed consists of the secret, the attempt and the dice."""
        _check_equal(self.record["seed"], self.drawn["seed"], "The seed is")
        return f"{self.record['seed']}, from the secret, the attempt and the dice if any were thrown."

    def lots(self) -> str:
        """Check that each place follows from the seed."""
        for written, lot in zip(self.record["lots"], self.drawn["lots"], strict=True):
            _check_equal(written, lot, f"Lot {lot['place']} is")
        for name in ("first_rounds_tried", "texts_used"):
            _check_equal(self.record[name], self.drawn[name], f"{name} is")
        return f"{len(self.record['lots'])} places, each the same as in the record."

    def swaps(self) -> str:
        """Check that the swaps are numbered and that their pairs are in the draw."""
        numbers = [swap["number"] for swap in self.record["swaps"]]
        _check_equal(numbers, [*range(1, len(numbers) + 1)], "The swaps are numbered")
        drawn = {lot["pair"] for lot in self.record["lots"]}
        if not all({swap["one"], swap["other"]} <= drawn for swap in self.record["swaps"]):
            raise _DisagreesError("a swap names a pair that is not in the draw")
        return f"{len(numbers)} made by hand after the draw."

    def places(self) -> str:
        """Check that the places follow from the draw and its swaps."""
        _check_equal(self.record["places"], self.seated["places"], "The places are")
        return f"{len(self.record['places'])}, which follow from the draw and its swaps."

    def preferences(self) -> str:
        """Check the statements about preferences."""
        _check_equal(self.record["reasons"], self.seated["reasons"], "The remarks on preferences are")
        return " ".join(reason["text"] for reason in self.record["reasons"])

    def byes(self) -> str:
        """Check the pairs with a bye."""
        _check_equal(self.record["byes"], self.seated["byes"], "The pairs with a bye are")
        return f"{len(self.record['byes'])}."

    def rounds(self) -> str:
        """Check the rounds and the order of their play-by dates."""
        names = ("number", "name", "matches")
        written = [{name: round[name] for name in names} for round in self.record["rounds"]]
        _check_equal(written, rounds(self.record["places"]), "The rounds are")
        days = [round["play_by"] for round in self.record["rounds"]]
        if any(later <= earlier for earlier, later in pairwise(days)):
            raise _DisagreesError("the play-by date of a round is not after that of the round before")
        return f"{len(days)}, the last by {days[-1]}."

    def whole(self) -> str:
        """Check the fingerprint of the whole record."""
        _check_equal(self.record["sha256"], seal(self.record), "The fingerprint of the record is")
        return "its fingerprint matches all its content, with times and reasons."


_STEPS: dict[str, Callable[[_Proof], str]] = {
    "format": _Proof.format,
    "fingerprint": _Proof.fingerprint,
    "entries": _Proof.entries,
    "attempts": _Proof.attempts,
    "seed": _Proof.seed,
    "lots": _Proof.lots,
    "swaps": _Proof.swaps,
    "places": _Proof.places,
    "preferences": _Proof.preferences,
    "byes": _Proof.byes,
    "rounds": _Proof.rounds,
    "whole record": _Proof.whole,
}

_STEPS_ELSEWHERE: dict[str, Callable[[_Proof], str]] = {
    "drawn elsewhere": _Proof.elsewhere,
    "attempts": _Proof.attempts,
    "places": _Proof.places_elsewhere,
    "byes": _Proof.byes_elsewhere,
    "rounds": _Proof.rounds,
    "whole record": _Proof.whole,
}


def _check_equal(written: object, worked_out: object, what: str) -> None:
    if canonical(written) != canonical(worked_out):
        raise _DisagreesError(f"{what} {_short(worked_out)}, and the record says {_short(written)}")


def _short(value: object) -> str:
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
