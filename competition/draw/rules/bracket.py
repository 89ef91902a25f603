"""Rules that derive the draw, and compare two draws to find the effects of a decision.

The draw is computed from the places, the results and the withdrawals. No pair is ever copied into the next match.
A result names its two pairs and counts only while they meet, so a correction needs no repair.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from competition.contest.rules.plate import PlateRules
from competition.draw.rules.layout import MatchPosition
from competition.draw.rules.result import Pairs, Result, ResultKind, Stage
from competition.draw.rules.sources import (
    Bye,
    ClosestLoser,
    Entrant,
    FirstLoser,
    LoserOf,
    Open,
    Source,
    Spot,
    Undrawn,
    WinnerOf,
    feeds,
)
from scoring.rules.refusal import Refused


@dataclass(frozen=True, slots=True)
class Nobody:
    """A place that no pair will reach. `why` is the reason."""

    why: str


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A place with a pair that is not yet known. `source` is the source that will decide it."""

    source: Source


Occupant = Entrant | Bye | Nobody | Awaiting


class ResolvedMatch(NamedTuple):
    """One match of the resolved draw. An undecided match with two known pairs has the stage READY.

    `feeds` is the winner's next match, or None if there is none or it is not drawn yet. `is_last` is True if there is
    none. `before` are the codes of the matches that decide who plays it. `pairs` are the numbers of the two pairs, or
    None unless both are known. `set_aside` are the superseded results. `advances` is the occupant of the next place.
    `is_repechage` is True for the match of two closest losers of its round.
    """

    code: str
    round: int
    position: int
    feeds: str | None
    is_last: bool
    before: tuple[str, ...]
    sides: tuple[Occupant, Occupant]
    pairs: Pairs | None
    result: Result | None
    set_aside: tuple[Result, ...]
    advances: Occupant
    stage: Stage
    is_repechage: bool = False

    @property
    def winner(self) -> int | None:
        """The number of the winning pair, or None if there is no winner."""
        return self.result.winner if self.result else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The resolved draw: its rounds, the rounds of its plate, all their matches, and the pairs that withdrew."""

    rounds: tuple[tuple[ResolvedMatch, ...], ...]
    plate: tuple[tuple[ResolvedMatch, ...], ...]
    matches: dict[str, ResolvedMatch]
    withdrawn: frozenset[int]

    @property
    def final(self) -> ResolvedMatch:
        """The final, or the first of several section finals."""
        return self.rounds[-1][0]

    @property
    def champion(self) -> int | None:
        """The number of the pair that won the final. None if no pair won it, it is not decided, or there is none."""
        return _winner_of(self.rounds)

    @property
    def is_decided(self) -> bool:
        """True if the last round is decided, or will never be played."""
        return all(match.stage not in _UNDECIDED for match in self.rounds[-1])

    @property
    def plate_winner(self) -> int | None:
        """The number of the pair that won the plate, or None."""
        return _winner_of(self.plate)

    @property
    def alive(self) -> frozenset[int]:
        """The numbers of the pairs that can still win the competition, or have won it or their section."""
        through = {
            match.advances.number
            for of_round in self.rounds
            for match in of_round
            if match.feeds is None and isinstance(match.advances, Entrant)
            if match.is_last or match.advances.number not in self.withdrawn
        }
        return self._in_undecided_matches(self.rounds) | through

    @property
    def playing(self) -> frozenset[int]:
        """The numbers of the pairs that can still win the competition or its plate. After a final, its winner."""
        plate = {self.plate_winner} if self.plate_winner else self._in_undecided_matches(self.plate)
        return self.alive | plate

    def _in_undecided_matches(self, rounds: Iterable[Iterable[ResolvedMatch]]) -> frozenset[int]:
        undecided = (match for of_round in rounds for match in of_round if match.stage in _UNDECIDED)
        sides = (side for match in undecided for side in match.sides)
        return frozenset(side.number for side in sides if isinstance(side, Entrant)) - self.withdrawn


def _winner_of(rounds: Sequence[Sequence[ResolvedMatch]]) -> int | None:
    last = rounds[-1][0].advances if rounds and len(rounds[-1]) == 1 else None
    return last.number if isinstance(last, Entrant) else None


_UNDECIDED = (Stage.WAITING, Stage.READY)
# The bracket before the draw.
EMPTY = Bracket((), (), {}, frozenset())


def resolve(spots: Sequence[Spot], results: Iterable[Result], withdrawn: Sequence[int] = ()) -> Bracket:
    """Return the draw derived from the sources of its places, the results and the withdrawals.

    `spots` are the matches from round 1 to the final, and then those of the plate. `withdrawn` are pair numbers in
    order of withdrawal. The last result between the two pairs of a match counts. Results between other pairs are
    superseded. A withdrawal never changes a decided match. The pair that withdrew loses its next match, unless its
    opponents withdrew earlier. It still goes through after a bye or an empty place, because a later result may name
    it. A pair that withdrew without playing the final never wins it. Raises Refused if the places do not form a draw,
    or if a result names a match outside the draw.
    """
    _check(spots)
    facts = _by_match(results)
    withdrawal_order = _withdrawal_order(withdrawn)
    next_match, last_rounds = feeds(spots), _last_rounds(spots)
    matches: dict[str, ResolvedMatch] = {}
    rounds: dict[int, list[ResolvedMatch]] = defaultdict(list)
    for spot in spots:
        sides = _occupant(spot.sides[0], matches, withdrawn), _occupant(spot.sides[1], matches, withdrawn)
        at = MatchPosition(spot.code, spot.round, spot.position, next_match.get(spot.code))
        before = tuple(code for source in spot.sides if (code := _origin(source, matches)))
        is_last = spot.round in last_rounds
        match = _make_match(at, is_last, before, sides, facts.pop(spot.code, {}), withdrawal_order)
        if all(isinstance(source, ClosestLoser) for source in spot.sides):
            match = match._replace(is_repechage=True)
        matches[spot.code] = match
        rounds[spot.round].append(match)
    if facts:
        raise Refused(f"There is no match {next(iter(facts))} in this draw.")
    in_order = tuple(tuple(of_round) for of_round in rounds.values())
    main = last_rounds[0]
    return Bracket(in_order[:main], in_order[main:], matches, frozenset(withdrawn))


def _last_rounds(spots: Sequence[Spot]) -> list[int]:
    """Return the number of the last round, and that of the last round in any plate."""
    of_plate = (spot.round - 1 for spot in spots if any(isinstance(side, FirstLoser) for side in spot.sides))
    last = spots[-1].round
    return [next(of_plate, last), last]


def _occupant(source: Source, matches: Mapping[str, ResolvedMatch], withdrawn: Sequence[int]) -> Occupant:
    match source:
        case WinnerOf():
            return matches[source.match].advances
        case Entrant() | Bye():
            return source
        case LoserOf():
            return _loser(source, matches[source.match], withdrawn)
        case FirstLoser(direct=direct):
            loser = _first_loser(source, matches, withdrawn)
            return Entrant(direct) if direct and isinstance(loser, Nobody) else loser
        case Open(pair=pair, is_closed=is_closed):
            return Entrant(pair) if pair else Nobody("no pair joined") if is_closed else Awaiting(source)
        case Undrawn():
            return Awaiting(source)
        case ClosestLoser():
            return _closest_loser(source, matches[source.match])


def _origin(source: Source, matches: Mapping[str, ResolvedMatch]) -> str | None:
    """Return the code of the match that decides which pair is at a place, or None."""
    match source:
        case WinnerOf() | LoserOf() | ClosestLoser():
            return source.match
        case FirstLoser():
            return first_match(source, matches)[0].code
    return None


def _loser(source: LoserOf, match: ResolvedMatch, withdrawn: Sequence[int]) -> Occupant:
    if match.stage in _UNDECIDED:
        return Awaiting(source)
    return _beaten(match.result, withdrawn, PlateRules()) if match.result else _NO_MATCH


def _closest_loser(source: ClosestLoser, match: ResolvedMatch) -> Occupant:
    if match.stage in _UNDECIDED:
        return Awaiting(source)
    is_beaten = match.pairs is not None and source.number in match.pairs and match.advances != Entrant(source.number)
    return Entrant(source.number) if is_beaten else _NO_LONGER_LOSERS


def first_match(source: FirstLoser, matches: Mapping[str, ResolvedMatch]) -> tuple[ResolvedMatch, int | None]:
    """Return the match that decides which pair is the first loser, and the pair that has not played before it.

    That pair is None in round 1, where the loser of the match is the first loser.
    """
    match, unplayed = matches[source.match], None
    while match.stage not in _UNDECIDED and not _counts(match.result, source.rules):
        onward = match.advances.number if isinstance(match.advances, Entrant) else None
        if onward is None or unplayed not in (None, onward) or match.feeds is None or match.round >= source.rules.until:
            break
        match, unplayed = matches[match.feeds], onward
    return match, unplayed


def _counts(result: Result | None, rules: PlateRules) -> bool:
    """Return True if this result counts as a match that both pairs played."""
    return result is not None and (rules.walkover or result.kind is not ResultKind.WALKOVER)


def _first_loser(source: FirstLoser, matches: Mapping[str, ResolvedMatch], withdrawn: Sequence[int]) -> Occupant:
    match, unplayed = first_match(source, matches)
    result = match.result
    if match.stage in _UNDECIDED:
        return Awaiting(source)
    if result is None or not _counts(result, source.rules):
        return Nobody("no match lost")
    if unplayed is not None and unplayed == result.goes_on:
        return Nobody("first match won")
    return _beaten(result, withdrawn, source.rules)


def _beaten(result: Result, withdrawn: Sequence[int], rules: PlateRules) -> Occupant:
    """Return the pair that does not go through, or Nobody if it cannot move to another place."""
    kind = result.kind
    if result.goes_on is None:
        return _NEITHER
    loser = sum(result.pairs) - result.goes_on
    if kind is ResultKind.SUCCESSION or (kind is ResultKind.WALKOVER and loser in withdrawn):
        return Nobody("withdrawn")
    is_in = rules.walkover if kind is ResultKind.WALKOVER else rules.conceded or kind is not ResultKind.CONCEDED
    return Entrant(loser) if is_in else Nobody(kind.value)


def _by_match(results: Iterable[Result]) -> dict[str, dict[Pairs, Result]]:
    facts: dict[str, dict[Pairs, Result]] = defaultdict(dict)
    for result in results:
        facts[result.match][result.pairs] = result
    return facts


def _withdrawal_order(withdrawn: Sequence[int]) -> dict[int, int]:
    return {number: order for order, number in enumerate(withdrawn)}


def _check(spots: Sequence[Spot]) -> None:
    sources = [source for spot in spots for source in spot.sides]
    numbers = [source.number for source in sources if isinstance(source, Entrant)]
    numbers += [source.direct for source in sources if isinstance(source, FirstLoser) and source.direct]
    numbers += [source.pair for source in sources if isinstance(source, Open) and source.pair]
    if len(set(numbers)) < len(numbers):
        raise Refused("A pair has one place in the draw, not two.")


def _make_match(
    at: MatchPosition,
    is_last: bool,
    before: tuple[str, ...],
    sides: tuple[Occupant, Occupant],
    facts: dict[Pairs, Result],
    withdrawn: Mapping[int, int],
) -> ResolvedMatch:
    up, low = sides
    pairs = (up.number, low.number) if isinstance(up, Entrant) and isinstance(low, Entrant) else None
    # Only superseded results remain in `facts` after this line.
    result = (facts.pop(pairs, None) or _by_withdrawal(at.code, is_last, pairs, withdrawn)) if pairs else None
    stage, advances = _decide(at.code, sides, result)
    if is_last and result is None and isinstance(advances, Entrant) and advances.number in withdrawn:
        advances = Nobody("withdrawn")
    set_aside = tuple(facts[others] for others in sorted(facts))
    return ResolvedMatch(*at, is_last, before, sides, pairs, result, set_aside, advances, stage)


def _by_withdrawal(code: str, is_last: bool, pairs: Pairs, withdrawn: Mapping[int, int]) -> Result | None:
    """Return the result of an undecided match after a withdrawal, or None if neither pair withdrew.

    The pair that withdrew first loses the match. If both finalists withdrew, the final is a double default.
    """
    leavers = [number for number in pairs if number in withdrawn]
    if not leavers:
        return None
    if is_last and len(leavers) == 2:
        return Result(code, pairs, ResultKind.DOUBLE_DEFAULT, None)
    return Result(code, pairs, ResultKind.WALKOVER, pairs[min(leavers, key=withdrawn.__getitem__) == pairs[0]])


def _decide(code: str, sides: tuple[Occupant, Occupant], result: Result | None) -> tuple[Stage, Occupant]:
    if result:
        return Stage.OFFICIAL, _NEITHER if result.goes_on is None else Entrant(result.goes_on)
    match sides:
        case (Awaiting(), _) | (_, Awaiting()):
            return Stage.WAITING, Awaiting(WinnerOf(code))
        case Entrant(), Entrant():
            return Stage.READY, Awaiting(WinnerOf(code))
        case (Entrant() as pair, Bye()) | (Bye(), Entrant() as pair):
            return Stage.BYE, pair
        case (Entrant() as left, Nobody()) | (Nobody(), Entrant() as left) | (Nobody() as left, Nobody() | Bye()):
            return Stage.VACANT, left
        case (Bye(), Nobody() as left):
            return Stage.VACANT, left
        case _:
            raise Refused("A draw never sets a bye against a bye.")


_NEITHER = Nobody("double default")
_NO_MATCH = Nobody("no match")
_NO_LONGER_LOSERS = Nobody("no longer the closest losers")


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
        """Return True if the two pairs meet in this draw and their match is undecided, so a reply is possible."""
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
    closed. `answerable` lists the unanswered results in matches that are open again.
    """
    # A repechage is gone once the draw of the next round is undone.
    both = [(old, after.matches[code]) for code, old in before.matches.items() if code in after.matches]
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
