"""The proof of a published draw: everything in its record that follows from something else, worked out again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from competition.lots.rules.drawing import METHOD
from competition.lots.rules.records import (
    FORMAT,
    Facts,
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
    """One step of the proof: what was looked at, whether it agrees, and a sentence about it."""

    name: str
    agrees: bool
    text: str


class _DisagreesError(Exception):
    """What a step found instead."""


def prove(record: Facts) -> Iterator[Step]:
    """The steps of the proof in order, ending with the first that does not agree."""
    proof = _Proof(record)
    for name, look in _STEPS.items():
        try:
            yield Step(name, True, look(proof))
        except _DisagreesError as fault:
            yield Step(name, False, str(fault))
            return
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            yield Step(name, False, f"this part of the record is not as it is written by the program ({fault})")
            return


class _Proof:
    """A record beside what is worked out from it; each step says what agrees."""

    def __init__(self, record: Facts) -> None:
        self.record = record
        self.committed = record["committed"] if isinstance(record.get("committed"), dict) else {}

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """What the lots alone decide."""
        return drawn(self.committed, self.record["attempts"][-1])

    @cached_property
    def seated(self) -> dict[str, Any]:
        """Who stands where after the swaps."""
        return seated(self.committed, self.drawn["lots"], self.record["swaps"])

    def format(self) -> str:
        """The record is one that this program writes."""
        _same(self.record["format"], FORMAT, "The format is")
        _same(self.committed["algorithm"], METHOD, "The method is")
        return f"{FORMAT}; the lots are drawn by {METHOD}."

    def commitment(self) -> str:
        """The fingerprint shown before the draw is that of what was drawn from."""
        made = fingerprint(self.committed)
        _same(self.record["commitments"][-1]["sha256"], made, "The fingerprint of list, conditions and secret is")
        return f"list, conditions and secret have the fingerprint {made}. Compare it with what was shown before."

    def entries(self) -> str:
        """The pairs can be drawn."""
        if why := objection(self.committed):
            raise ValueError(why)
        return f"{len(self.committed['entries'])} pairs, each with its own number."

    def attempts(self) -> str:
        """Every attempt is counted."""
        numbers = [attempt["number"] for attempt in self.record["attempts"]]
        _same(numbers, [*range(1, len(numbers) + 1)], "The attempts are numbered")
        return f"{len(numbers)} counted; the last was published."

    def seed(self) -> str:
        """The seed is made of the secret, the attempt and the dice."""
        _same(self.record["seed"], self.drawn["seed"], "The seed is")
        return f"{self.record['seed']}, from the secret, the attempt and the dice if any were thrown."

    def lots(self) -> str:
        """Each lot is the one that the seed gives."""
        for written, lot in zip(self.record["lots"], self.drawn["lots"], strict=True):
            _same(written, lot, f"Lot {lot['place']} is")
        for name in ("first_rounds_tried", "texts_used"):
            _same(self.record[name], self.drawn[name], f"{name} is")
        return f"{len(self.record['lots'])} places, each as the lots give it, one by one."

    def swaps(self) -> str:
        """Each swap by hand is of two pairs in the draw."""
        numbers = [swap["number"] for swap in self.record["swaps"]]
        _same(numbers, [*range(1, len(numbers) + 1)], "The swaps are numbered")
        drawn = {lot["pair"] for lot in self.record["lots"]}
        if not all({swap["one"], swap["other"]} <= drawn for swap in self.record["swaps"]):
            raise _DisagreesError("a swap names a pair that is not in the draw")
        return f"{len(numbers)} made by hand after the lots."

    def places(self) -> str:
        """The places are those of the lots after the swaps."""
        _same(self.record["places"], self.seated["places"], "The places are")
        return f"{len(self.record['places'])}, as drawn and then swapped."

    def preferences(self) -> str:
        """What is said of the preferences is so."""
        _same(self.record["reasons"], self.seated["reasons"], "What is said of the leanings is")
        return " ".join(reason["text"] for reason in self.record["reasons"])

    def byes(self) -> str:
        """The pairs with a bye are those beside a free place."""
        _same(self.record["byes"], self.seated["byes"], "The pairs with a bye are")
        return f"{len(self.record['byes'])}."

    def rounds(self) -> str:
        """The rounds are those of a draw of this size, one after the other."""
        names = ("number", "name", "matches")
        written = [{name: round[name] for name in names} for round in self.record["rounds"]]
        _same(written, rounds(self.record["places"]), "The rounds are")
        days = [round["play_by"] for round in self.record["rounds"]]
        if any(later <= earlier for earlier, later in pairwise(days)):
            raise _DisagreesError("a round is to be played by a day that is not after the one before")
        return f"{len(days)}, the last by {days[-1]}."

    def whole(self) -> str:
        """The fingerprint of the record is that of all its parts."""
        _same(self.record["sha256"], seal(self.record), "The fingerprint of the record is")
        return "its fingerprint fits all that is in it, times and reasons included."


_STEPS: dict[str, Callable[[_Proof], str]] = {
    "format": _Proof.format,
    "commitment": _Proof.commitment,
    "entries": _Proof.entries,
    "attempts": _Proof.attempts,
    "seed": _Proof.seed,
    "lots": _Proof.lots,
    "swaps": _Proof.swaps,
    "places": _Proof.places,
    "leanings": _Proof.preferences,
    "byes": _Proof.byes,
    "rounds": _Proof.rounds,
    "whole record": _Proof.whole,
}


def _same(written: object, worked_out: object, what: str) -> None:
    if canonical(written) != canonical(worked_out):
        raise _DisagreesError(f"{what} {_short(worked_out)}, and the record says {_short(written)}")


def _short(value: object) -> str:
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
