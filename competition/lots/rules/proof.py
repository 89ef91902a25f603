"""The proof of a published draw: everything in its record that follows from something else, worked out again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from competition.lots.rules import commitment, lots
from competition.lots.rules.layout import code, layout, round_names
from competition.lots.rules.preferences import Entry, Preferences
from competition.lots.rules.reasons import Reasons
from scoring.rules.refusal import Refused

FORMAT = "rubber bridge knockout, draw record 1"

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the proof: what was looked at, whether it agrees, and a sentence about it."""

    name: str
    agrees: bool
    text: str


class _DisagreesError(Exception):
    """What a step found instead."""


def derived(committed: Record, attempt: Record, swaps: Sequence[Record]) -> dict[str, Any]:
    """All of a record that follows from what was committed to, the published attempt and the swaps by hand."""
    drawn = _drawn(committed, attempt)
    return {**drawn, **_seated(committed, drawn["lots"], swaps)}


def _drawn(committed: Record, attempt: Record) -> dict[str, Any]:
    """What the lots alone decide."""
    entries, leanings = _facts(committed)
    seed = commitment.seed(committed["secret"], attempt["number"], attempt["dice"])
    drawn = lots.draw(entries, seed=seed, leanings=leanings)
    return {
        "seed": seed,
        "first_rounds_tried": drawn.tries,
        "texts_used": drawn.texts,
        "lots": [_lot(at, number) for at, number in enumerate(drawn.places, start=1)],
    }


def _seated(committed: Record, drawn: Sequence[Record], swaps: Sequence[Record]) -> dict[str, Any]:
    """Who stands where after the swaps, and what is to be said of it."""
    entries, leanings = _facts(committed)
    places = lots.swapped([lot["pair"] for lot in drawn], [(swap["one"], swap["other"]) for swap in swaps])
    reasons = Reasons(entries, places, leanings)
    return {
        "places": list(places),
        "reasons": [{"about": reason.about, "kept": reason.is_kept, "text": reason.text} for reason in reasons],
        "byes": [pair for two in zip(places[::2], places[1::2], strict=True) if None in two for pair in two if pair],
    }


def _facts(committed: Record) -> tuple[list[Entry], Preferences]:
    return [commitment.entry(facts) for facts in committed["entries"]], commitment.preferences(committed["conditions"])


def _lot(place: int, number: int | None) -> dict[str, Any]:
    return {"place": place, "match": code(1, (place + 1) // 2), "pair": number}


def rounds(places: Sequence[int | None]) -> list[dict[str, Any]]:
    """The rounds of a draw with these places, without their dates."""
    named = zip(layout(len(places)), round_names(len(places)), strict=True)
    return [{"number": spots[0].round, "name": name, "matches": len(spots)} for spots, name in named]


def seal(record: Record) -> str:
    """The fingerprint of all of a record but the fingerprint itself."""
    return commitment.digest(commitment.canonical({key: record[key] for key in record if key != "sha256"}))


def prove(record: Record) -> Iterator[Step]:
    """The steps of the proof in order, ending with the first that does not agree."""
    proof = _Proof(record)
    for name, look in _STEPS.items():
        try:
            yield Step(name, True, look(proof))
        except _DisagreesError as fault:
            yield Step(name, False, str(fault))
            return
        except (Refused, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            yield Step(name, False, f"this part of the record is not as it is written by the program ({fault})")
            return


class _Proof:
    """A record beside what is worked out from it; each step says what agrees."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.committed = record["committed"] if isinstance(record.get("committed"), dict) else {}

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """What the lots alone decide."""
        return _drawn(self.committed, self.record["attempts"][-1])

    @cached_property
    def seated(self) -> dict[str, Any]:
        """Who stands where after the swaps."""
        return _seated(self.committed, self.drawn["lots"], self.record["swaps"])

    def format(self) -> str:
        """The record is one that this program writes."""
        _same(self.record["format"], FORMAT, "The format is")
        _same(self.committed["algorithm"], lots.ALGORITHM, "The method is")
        return f"{FORMAT}; the lots are drawn by {lots.ALGORITHM}."

    def commitment(self) -> str:
        """The fingerprint shown before the draw is that of what was drawn from."""
        made = commitment.digest(commitment.text(**self.committed))
        _same(self.record["commitments"][-1]["sha256"], made, "The fingerprint of list, conditions and secret is")
        return f"list, conditions and secret have the fingerprint {made}. Compare it with what was shown before."

    def entries(self) -> str:
        """The pairs can be drawn."""
        entries = self.committed["entries"]
        lots.check([commitment.entry(facts) for facts in entries])
        return f"{len(entries)} pairs, each with its own number."

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

    def leanings(self) -> str:
        """What is said of the leanings is so."""
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
    "leanings": _Proof.leanings,
    "byes": _Proof.byes,
    "rounds": _Proof.rounds,
    "whole record": _Proof.whole,
}


def _same(written: object, worked_out: object, what: str) -> None:
    if commitment.canonical(written) != commitment.canonical(worked_out):
        raise _DisagreesError(f"{what} {_short(worked_out)}, and the record says {_short(written)}")


def _short(value: object) -> str:
    text = value if isinstance(value, str) else commitment.canonical(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
