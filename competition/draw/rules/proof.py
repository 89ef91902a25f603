"""Rules for the verification of a draw record, which calculates the draw again."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from competition.draw.rules import records
from competition.draw.rules.drawing import METHOD, swapped
from competition.draw.rules.later_rounds import derived, secret_before
from competition.draw.rules.records import FORMAT, Facts, canonical, division, is_elsewhere
from competition.draw.rules.sections import division_in, is_divided, joined
from competition.draw.rules.shapes import RECORD_PARTS, has_shape
from scoring.rules.words import plural, quantity


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step of the verification: its name, its outcome and a sentence about it."""

    name: str
    agrees: bool
    text: str


class _DisagreesError(Exception):
    """A difference between the record and the recalculated values."""


def prove(record: Facts) -> Iterator[ProofStep]:
    """Yield the steps of the verification in order. Stop after the first step that fails.

    The record of a draw made elsewhere proves nothing about the draw. Its other parts are checked.
    """
    proof = _Proof(record)
    steps = _STEPS_ELSEWHERE if is_elsewhere(record) else _STEPS
    for name, (parts, check) in steps.items():
        if name == _LATER_ROUNDS and "drawings" not in record:
            continue
        try:
            _check_parts(record, parts)
            yield ProofStep(name, True, check(proof))
        except _DisagreesError as fault:
            yield ProofStep(name, False, str(fault))
            return


def _check_parts(record: Facts, parts: str) -> None:
    """Raise _DisagreesError if one of these parts is missing or has the wrong shape."""
    for part in parts.split():
        if not has_shape(record.get(part), RECORD_PARTS[part]):
            raise _DisagreesError(f"“{part}” is missing in the record, or it is not as this program writes it")


def fault_in_later_rounds(record: Facts) -> str:
    """Return the fault in the drawings of later rounds, or "" if they follow from the locked list and the rounds."""
    try:
        _Proof(record).later_rounds()
    except _DisagreesError as fault:
        return str(fault)
    return ""


class _Proof:
    """A record with the recalculated values. Each step returns a sentence or raises an error."""

    def __init__(self, record: Facts) -> None:
        self.record = record
        self.locked = record.get("committed", {})

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """The values derived from the seed alone."""
        return records.drawn(self.locked, self.record["attempts"][-1])

    @cached_property
    def seated(self) -> dict[str, Any]:
        """The values that also depend on the swaps."""
        return records.seated(self.locked, self.drawn["lots"], self.record["swaps"])

    def format(self) -> str:
        """Check the format and the draw method."""
        _check_equal(self.record["format"], FORMAT, "The format is")
        _check_equal(self.locked["algorithm"], METHOD, "The method is")
        return f"{FORMAT}; the draw method is {METHOD}."

    def elsewhere(self) -> str:
        """Return a sentence about how the draw was made elsewhere. The app cannot check it."""
        _check_equal(self.record["format"], FORMAT, "The format is")
        return str(self.record["elsewhere"]["text"])

    def places_elsewhere(self) -> str:
        """Check that every pair has one place, and that the places equal the entered places after the swaps."""
        stored = self.record["elsewhere"]["places"]
        self._check_swaps(joined(stored))
        swaps = [(swap["one"], swap["other"]) for swap in self.record["swaps"]]
        places = [*swapped(joined(stored), swaps)]
        _check_equal(self.record["places"], places, "The places are")
        pairs = sorted(pair["number"] for pair in self.record["pairs"])
        _check_equal(sorted(place for place in places if place), pairs, "The pairs in the draw are")
        if len(pairs) < 2 or not is_divided(stored) or len(set(pairs)) < len(pairs):
            raise _DisagreesError("these places are not a draw")
        return f"{len(places)}, and each of {len(pairs)} pairs has one of them."

    def byes_elsewhere(self) -> str:
        """Check the pairs with a bye."""
        _check_equal(self.record["byes"], records.byes(self.record["places"]), "The pairs with a bye are")
        return f"{len(self.record['byes'])}."

    def fingerprint(self) -> str:
        """Check that the public fingerprint matches the locked list."""
        if not self.record["commitments"]:
            raise _DisagreesError("no fingerprint was public before the draw")
        made = records.fingerprint(self.locked)
        _check_equal(
            self.record["commitments"][-1]["sha256"], made, "The fingerprint of list, conditions and secret is"
        )
        advice = "Compare it with the one that was public before the draw."
        return f"list, conditions and secret have the fingerprint {made}. {advice}"

    def entries(self) -> str:
        """Check that the pairs can be drawn."""
        if why := records.objection(self.locked):
            raise _DisagreesError(why)
        return f"{len(self.locked['entries'])} pairs, each with its own number."

    def attempts(self) -> str:
        """Check that the attempts are numbered without gaps."""
        numbers = [attempt["number"] for attempt in self.record["attempts"]]
        if not numbers and not is_elsewhere(self.record):
            raise _DisagreesError("there is none")
        _check_equal(numbers, [*range(1, len(numbers) + 1)], "The attempts are numbered")
        return f"{len(numbers)} counted; the last was published."

    def seed(self) -> str:
        """Check that the seed consists of the secret, the attempt and the dice."""
        _check_equal(self.record["seed"], self.drawn["seed"], "The seed is")
        return f"{self.record['seed']}, from the secret, the attempt and the dice if any were thrown."

    def lots(self) -> str:
        """Check that each place follows from the seed."""
        _check_equal(len(self.record["lots"]), len(self.drawn["lots"]), "The number of lots is")
        for recorded, lot in zip(self.record["lots"], self.drawn["lots"], strict=True):
            _check_equal(recorded, lot, f"Lot {lot['place']} is")
        for name in ("first_rounds_tried", "texts_used"):
            _check_equal(self.record[name], self.drawn[name], f"{name} is")
        return f"{len(self.record['lots'])} places, each the same as in the record."

    def swaps(self) -> str:
        """Check that the swaps are numbered and that their pairs are in the draw."""
        numbers = [swap["number"] for swap in self.record["swaps"]]
        _check_equal(numbers, [*range(1, len(numbers) + 1)], "The swaps are numbered")
        self._check_swaps([lot["pair"] for lot in self.record["lots"]])
        return f"{len(numbers)} made by hand after the draw."

    def _check_swaps(self, drawn: Sequence[int | None]) -> None:
        if not all({swap["one"], swap["other"]} <= {*drawn} for swap in self.record["swaps"]):
            raise _DisagreesError("a swap names a pair that is not in the draw")

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
        recorded = [{name: round[name] for name in names} for round in self.record["rounds"]]
        is_ours = not is_elsewhere(self.record)
        sections = division(self.locked) if is_ours else division_in(self.record["elsewhere"]["places"])
        _check_equal(recorded, records.rounds(self.record["places"], sections), "The rounds are")
        days = [round["play_by"] for round in self.record["rounds"]]
        # Records of earlier versions have no `minutes`, and draws made elsewhere have no locked conditions.
        on_one_day = self.locked.get("conditions", {}).get("minutes") is not None
        if any(later < earlier or (later == earlier and not on_one_day) for earlier, later in pairwise(days)):
            raise _DisagreesError("the play-by date of a round is not after that of the round before")
        return f"{len(days)}, the last by {days[-1]}."

    def later_rounds(self) -> str:
        """Check that each later round follows from its secret and from the matches of the round before."""
        if not division(self.locked).is_by_round:
            raise _DisagreesError("the rounds of this draw are not drawn one by one")
        attempts, standing, secret = Counter[int](), list[int](), self.locked["secret"]
        for drawing in self.record["drawings"]:
            number = drawing["round"]
            if (number > 2 and not attempts[number - 1]) or number in standing:
                raise _DisagreesError(f"Round {number} was drawn before another draw was made or undone")
            attempts[number] += 1
            _check_equal(drawing["attempt"], attempts[number], f"The attempt at Round {number} is")
            gives = f"From the secret number of draw {attempts[number]} of Round {number}, that of the draw before is"
            _check_equal(secret, secret_before(drawing["secret"]), gives)
            secret = drawing["secret"]
            self._check_drawing(drawing)
            standing += [number] if drawing["undone_at"] is None else []
        _check_equal(standing, [*range(2, len(standing) + 2)], "The rounds that are drawn are")
        count = plural(len(standing), "counts", "count")
        return (
            f"{quantity(attempts.total(), 'draw')}, of which {len(standing)} {count}. "
            "Each secret number gives the one of the draw before, and each place follows from the secret number."
        )

    def _check_drawing(self, drawing: Facts) -> None:
        number, rounds = drawing["round"], self.record["rounds"]
        if not 2 <= number <= len(rounds):
            raise _DisagreesError(f"Round {number} is not a later round of this draw")
        before = [*range(1, rounds[number - 2]["matches"] + 1)]
        conditions = self.locked["conditions"]
        # After the matches of the round before, there may be the closest losers of that round, or their repechage.
        losers = [way for way in drawing["ways"] if {"lost", "between"} & {*way}]
        if losers and not _may_play(losers, conditions, len(before)):
            raise _DisagreesError(f"no closest losers play in Round {number}, and the record says some do")
        ways = [way["match"] for way in drawing["ways"] if way not in losers]
        _check_equal(ways, before, f"The matches before Round {number} are")
        for name, value in derived(conditions, drawing).items():
            _check_equal(drawing[name], value, f"In Round {number}, {name} is")

    def whole(self) -> str:
        """Check the fingerprint of the whole record."""
        _check_equal(self.record["sha256"], records.seal(self.record), "The fingerprint of the record is")
        return "its fingerprint matches all its content, with times and reasons."


def _may_play(losers: Sequence[Facts], conditions: Facts, matches: int) -> bool:
    """Return True if these losers may play on after a round with this number of matches."""
    may_play = conditions.get("repechage_deals") or (conditions.get("closest_losers") and "lost" in losers[0])
    return bool(may_play) and matches % 2 == 1 and [way["match"] for way in losers] == [matches + 1]


# The step that only a draw round by round has.
_LATER_ROUNDS = "later rounds"
# The steps in order, each with the parts of the record that it reads and its check.
_Check = Callable[[_Proof], str]
_STEPS: dict[str, tuple[str, _Check]] = {
    "format": ("format committed", _Proof.format),
    "fingerprint": ("commitments", _Proof.fingerprint),
    "entries": ("committed", _Proof.entries),
    "attempts": ("attempts", _Proof.attempts),
    "seed": ("seed", _Proof.seed),
    "lots": ("lots first_rounds_tried texts_used", _Proof.lots),
    "swaps": ("swaps", _Proof.swaps),
    "places": ("places", _Proof.places),
    "preferences": ("reasons", _Proof.preferences),
    "byes": ("byes", _Proof.byes),
    "rounds": ("rounds", _Proof.rounds),
    _LATER_ROUNDS: ("drawings", _Proof.later_rounds),
    "whole record": ("sha256", _Proof.whole),
}

_STEPS_ELSEWHERE: dict[str, tuple[str, _Check]] = {
    "drawn elsewhere": ("format elsewhere", _Proof.elsewhere),
    "attempts": ("attempts", _Proof.attempts),
    "places": ("swaps places pairs", _Proof.places_elsewhere),
    "byes": ("byes", _Proof.byes_elsewhere),
    "rounds": ("rounds", _Proof.rounds),
    "whole record": ("sha256", _Proof.whole),
}


def _check_equal(recorded: object, derived: object, what: str) -> None:
    if canonical(recorded) != canonical(derived):
        raise _DisagreesError(f"{what} {_short(derived)}, and the record says {_short(recorded)}")


def _short(value: object) -> str:
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
