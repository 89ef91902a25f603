"""Rules that derive the draw, and compare two draws to find the effects of a decision.

The draw is computed from the places, the results and the withdrawals. No pair is ever copied into the next match.
A result names its two pairs and counts only while they meet, so a correction needs no repair.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from competition.draw.rules.layout import MatchPosition, layout
from competition.draw.rules.result import Pairs, Result, ResultKind, Stage
from scoring.rules.refusal import Refused


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair that occupies a place."""

    number: int


@dataclass(frozen=True, slots=True)
class Bye:
    """A place of round 1 without a pair."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """A place that no pair will reach. `why` is the reason."""

    why: str


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A place whose pair is not yet known: the pair that goes through from the match with this code."""

    match: str


Occupant = Entrant | Bye | Nobody | Awaiting


class ResolvedMatch(NamedTuple):
    """One match of the resolved draw. An undecided match with two known pairs has the stage READY.

    `pairs` are the numbers of the two pairs, or None unless both are known. `set_aside` are the superseded results.
    `advances` is the occupant of the next place.
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
        """The number of the winning pair, or None if there is no winner."""
        return self.result.winner if self.result else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The resolved draw: its matches and the pairs that withdrew."""

    rounds: tuple[tuple[ResolvedMatch, ...], ...]
    matches: dict[str, ResolvedMatch]
    withdrawn: frozenset[int]

    @property
    def final(self) -> ResolvedMatch:
        """The final."""
        return self.rounds[-1][0]

    @property
    def champion(self) -> int | None:
        """The number of the pair that won the final. None before the final is decided or if no pair won it."""
        last = self.final.advances if self.rounds else None
        return last.number if isinstance(last, Entrant) else None

    @property
    def alive(self) -> frozenset[int]:
        """The numbers of the pairs that can still win the competition. After the final, only the champion."""
        if self.champion is not None:
            return frozenset({self.champion})
        undecided = (match for match in self.matches.values() if match.stage in (Stage.WAITING, Stage.READY))
        sides = (side for match in undecided for side in match.sides)
        return frozenset(side.number for side in sides if isinstance(side, Entrant)) - self.withdrawn


# The bracket before the draw.
EMPTY = Bracket((), {}, frozenset())


def resolve(places: Sequence[int | None], results: Iterable[Result], withdrawn: Sequence[int] = ()) -> Bracket:
    """Return the draw that follows from the places, the results and the withdrawals.

    `places` are pair numbers from the top of the draw, with None for a bye. `withdrawn` are pair numbers in order of
    withdrawal. The last result between the two pairs of a match counts. Results between other pairs are superseded.
    A withdrawal never changes a decided match. The pair that withdrew loses its next match, unless its opponents
    withdrew earlier. It still goes through after a bye or an empty place, because a later result may name it. A pair
    that withdrew without playing the final never wins it.
    Raises Refused if the places do not form a draw, or if a result names a match outside the draw.
    """
    _check(places)
    facts = _by_match(results)
    line: Sequence[Occupant] = [_BYE if number is None else Entrant(number) for number in places]
    withdrawal_order = _withdrawal_order(withdrawn)
    rounds = []
    for positions in layout(len(places)):
        meetings = zip(positions, line[::2], line[1::2], strict=True)
        of_round = tuple(_make_match(at, up, low, facts.pop(at.code, {}), withdrawal_order) for at, up, low in meetings)
        line = [match.advances for match in of_round]
        rounds.append(of_round)
    if facts:
        raise Refused(f"There is no match {next(iter(facts))} in this draw.")
    matches = {match.code: match for of_round in rounds for match in of_round}
    return Bracket(tuple(rounds), matches, frozenset(withdrawn))


def _by_match(results: Iterable[Result]) -> dict[str, dict[Pairs, Result]]:
    facts: dict[str, dict[Pairs, Result]] = defaultdict(dict)
    for result in results:
        facts[result.match][result.pairs] = result
    return facts


def _withdrawal_order(withdrawn: Sequence[int]) -> dict[int, int]:
    return {number: order for order, number in enumerate(withdrawn)}


def _check(places: Sequence[int | None]) -> None:
    numbers = [number for number in places if number is not None]
    if len(places) < 2 or len(places) & (len(places) - 1):
        raise Refused("A draw has 2, 4, 8, 16 ... places.")
    if len(set(numbers)) < len(numbers):
        raise Refused("A pair has one place in the draw, not two.")


def _make_match(
    position: MatchPosition, up: Occupant, low: Occupant, facts: dict[Pairs, Result], withdrawn: Mapping[int, int]
) -> ResolvedMatch:
    pairs = (up.number, low.number) if isinstance(up, Entrant) and isinstance(low, Entrant) else None
    # Only superseded results remain in `facts` after this line.
    result = (facts.pop(pairs, None) or _by_withdrawal(position, pairs, withdrawn)) if pairs else None
    stage, advances = _decide(position, (up, low), result)
    if position.feeds is None and result is None and isinstance(advances, Entrant) and advances.number in withdrawn:
        advances = Nobody("withdrawn")
    set_aside = tuple(facts[others] for others in sorted(facts))
    return ResolvedMatch(*position, (up, low), pairs, result, set_aside, advances, stage)


def _by_withdrawal(position: MatchPosition, pairs: Pairs, withdrawn: Mapping[int, int]) -> Result | None:
    """Return the result of an undecided match after a withdrawal, or None if neither pair withdrew.

    The pair that withdrew first loses the match. If both pairs withdrew, the final is a double default.
    """
    leavers = [number for number in pairs if number in withdrawn]
    if not leavers:
        return None
    if position.feeds is None and len(leavers) == 2:
        return Result(position.code, pairs, ResultKind.DOUBLE_DEFAULT, None)
    return Result(position.code, pairs, ResultKind.WALKOVER, pairs[min(leavers, key=withdrawn.__getitem__) == pairs[0]])


def _decide(position: MatchPosition, sides: tuple[Occupant, Occupant], result: Result | None) -> tuple[Stage, Occupant]:
    if result:
        return Stage.OFFICIAL, _NEITHER if result.goes_on is None else Entrant(result.goes_on)
    match sides:
        case (Awaiting(), _) | (_, Awaiting()):
            return Stage.WAITING, Awaiting(position.code)
        case Entrant(), Entrant():
            return Stage.READY, Awaiting(position.code)
        case (Entrant() as pair, Bye()) | (Bye(), Entrant() as pair):
            return Stage.BYE, pair
        case (Entrant() as left, Nobody()) | (Nobody(), Entrant() as left) | (Nobody() as left, Nobody()):
            return Stage.VACANT, left
        case _:
            raise Refused("A draw never sets a bye against a bye.")


_BYE = Bye()
_NEITHER = Nobody("double default")


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A reported result without a reply, in the match with this code.

    `confirms_automatically` is True if automatic confirmation is still possible.
    """

    match: str
    pairs: Pairs
    confirms_automatically: bool

    def is_open(self, bracket: Bracket) -> bool:
        """Return True if the two pairs meet in this draw and their match is undecided, so that a reply is possible."""
        match = bracket.matches[self.match]
        return match.stage is Stage.READY and match.pairs == self.pairs


@dataclass(frozen=True, slots=True)
class BracketChange(Generic[T]):
    """A value before and after a decision. `match` is the code of the match."""

    match: str
    before: T
    after: T


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effects of a decision, match by match from round 1 to the final."""

    goes_on: tuple[BracketChange[Occupant], ...]
    sides: tuple[BracketChange[tuple[Occupant, Occupant]], ...]
    set_aside: tuple[Result, ...]
    restored: tuple[Result, ...]
    champion: BracketChange[int | None] | None
    interrupted: tuple[Unanswered, ...] = ()
    answerable: tuple[Unanswered, ...] = ()

    @property
    def winner_changes(self) -> bool:
        """True if the pair that goes through changes in a decided match."""
        return any(not isinstance(change.before, Awaiting) for change in self.goes_on)


def consequences(before: Bracket, after: Bracket, unanswered: Sequence[Unanswered] = ()) -> Consequences:
    """Return all differences between two draws: pairs, results and the champion.

    `interrupted` lists the unanswered results that can no longer be confirmed automatically, because their match is
    closed. `answerable` lists the unanswered results whose match is open again.
    """
    both = [(old, after.matches[code]) for code, old in before.matches.items()]
    champion = BracketChange(after.final.code, before.champion, after.champion)
    goes_on = (BracketChange(old.code, old.advances, new.advances) for old, new in both)
    sides = (BracketChange(old.code, old.sides, new.sides) for old, new in both)
    return Consequences(
        goes_on=tuple(change for change in goes_on if change.before != change.after),
        sides=tuple(change for change in sides if change.before != change.after),
        set_aside=tuple(old.result for old, new in both if old.result and old.result in new.set_aside),
        restored=tuple(new.result for old, new in both if new.result and new.result in old.set_aside),
        champion=champion if champion.before != champion.after else None,
        interrupted=tuple(row for row in unanswered if row.confirms_automatically and _closes(row, before, after)),
        answerable=tuple(report for report in unanswered if _closes(report, after, before)),
    )


def _closes(report: Unanswered, before: Bracket, after: Bracket) -> bool:
    return report.is_open(before) and not report.is_open(after)
