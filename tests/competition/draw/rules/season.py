"""A simulated season: results, corrections, withdrawals and undos in random order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hypothesis import strategies

from competition.draw.rules.bracket import Bracket, ResolvedMatch, resolve
from competition.draw.rules.drawing import draw
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import knockout_of

Move = tuple[str, int, int]


def places_of(pairs: int) -> tuple[int | None, ...]:
    """Return the places of a draw for pairs 1, 2, 3 and so on, including byes."""
    entries = [DrawnEntry(number) for number in range(1, pairs + 1)]
    return draw(entries, seed=f"{pairs}", preferences=Preferences()).places


def some_outcome(match: str, pairs: tuple[int, int], how: int) -> Result:
    """Return one possible result of a match between these two pairs. `how` selects it."""
    kind = [*ResultKind][how // 2 % len(ResultKind)]
    winner = None if kind == ResultKind.DOUBLE_DEFAULT else pairs[how % 2]
    if kind != ResultKind.PLAYED:
        return Result(match, pairs, kind, winner)
    margin = 10 * how + 50
    totals = ((margin, 0), (0, margin))[how % 2]
    # The known score is both totals, the margin or nothing.
    known = [{"totals": totals}, {"only_margin": margin}, {}][how // 2 // len(ResultKind) % 3]
    return Result(match, pairs, kind, winner, **known)


class Season:
    """A draw with the results and withdrawals entered so far, and their history for undo."""

    def __init__(self, pairs: int) -> None:
        self.places = places_of(pairs)
        self.spots = knockout_of(self.places)
        self.log: list[Result] = []
        self.withdrawn: list[int] = []
        self._earlier: list[tuple[list[Result], list[int]]] = []

    @property
    def bracket(self) -> Bracket:
        return resolve(self.spots, self.log, self.withdrawn)

    def play(self, moves: Iterable[Move]) -> Iterator[Bracket]:
        """Yield the draw after each move. `which` and `how` select one of the possible moves."""
        for name, which, how in moves:
            before = [*self.log], [*self.withdrawn]
            MOVES[name](self, which, how)
            if name != "undo":
                self._earlier.append(before)
            yield self.bracket

    def report_or_correct(self, which: int, how: int) -> None:
        known = [match for match in self.bracket.matches.values() if match.pairs]
        self._enter(known[which % len(known)] if known else None, how)

    def finish_a_round(self, which: int, how: int) -> None:
        for match in self.bracket.matches.values():
            if match.stage == Stage.READY:
                self._enter(match, how + match.position * which)

    def keep_progress(self, which: int, how: int) -> None:
        """Correct a score sheet so that the loser wins, but keep the later rounds."""
        decided = [match.result for match in self.bracket.matches.values() if match.result and match.result.goes_on]
        if decided:
            chosen = decided[which % len(decided)]
            stays = chosen.goes_on
            totals = (50, 0) if stays == chosen.pairs[1] else (0, 50)
            others = sum(chosen.pairs) - stays
            self.log.append(Result(chosen.match, chosen.pairs, ResultKind.PLAYED, others, totals, stays))

    def correct_what_is_set_aside(self, which: int, how: int) -> None:
        aside = [outcome for match in self.bracket.matches.values() for outcome in match.set_aside]
        if aside:
            chosen = aside[which % len(aside)]
            self.log.append(some_outcome(chosen.match, chosen.pairs, how))

    def reopen(self, which: int, how: int) -> None:
        if self.log:
            chosen = self.log[which % len(self.log)]
            meeting = chosen.match, chosen.pairs
            self.log = [outcome for outcome in self.log if (outcome.match, outcome.pairs) != meeting]

    def withdraw(self, which: int, how: int) -> None:
        staying = [pair for pair in self.places if pair and pair not in self.withdrawn]
        if staying:
            self.withdrawn.append(staying[which % len(staying)])

    def return_to_the_draw(self, which: int, how: int) -> None:
        if self.withdrawn:
            self.withdrawn.pop(which % len(self.withdrawn))

    def undo(self, which: int, how: int) -> None:
        if self._earlier:
            self.log, self.withdrawn = self._earlier.pop()

    def _enter(self, match: ResolvedMatch | None, how: int) -> None:
        if match and match.pairs:
            self.log.append(some_outcome(match.code, match.pairs, how))


MOVES: dict[str, Callable[[Season, int, int], None]] = {
    "report or correct": Season.report_or_correct,
    "finish a round": Season.finish_a_round,
    "correct what is set aside": Season.correct_what_is_set_aside,
    "let stand": Season.keep_progress,
    "reopen": Season.reopen,
    "withdraw": Season.withdraw,
    "return": Season.return_to_the_draw,
    "undo": Season.undo,
}

HISTORIES = strategies.lists(
    strategies.tuples(strategies.sampled_from([*MOVES]), strategies.integers(0, 999), strategies.integers(0, 999)),
    min_size=1,
    max_size=40,
)
