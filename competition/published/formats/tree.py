"""The draw as its page lays it out: sections of the draw, their rounds, and each match in ready words."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string

from competition.entries.models.pair import Pair
from competition.knockout.formats import words
from competition.knockout.queries import finding
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState, RoundState, SideState
from scoring.templatetags.bridge import day, points

# The places of one section: what fits a page of paper, and a screen or two.
SECTION = 32
# The rounds that everybody follows stand together where the draw is cut: from the last eight on.
LAST = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a match as written in its block."""

    name: str
    total: str
    won: bool
    empty: bool
    awaited: bool
    lit: bool


@dataclass(frozen=True, slots=True)
class Block:
    """One match as written in the draw; `badge` and `foot` are empty when there is nothing unusual to say."""

    code: str
    state: str
    lines: tuple[Line, Line]
    totals: str
    badge: str
    badge_state: str
    foot: str
    lit: bool


@dataclass(frozen=True, slots=True)
class Column:
    """The part of one round that lies in one section."""

    number: int
    name: str
    play_by: str
    blocks: list[str]
    current: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the draw that is read as one tree."""

    id: str
    name: str
    columns: list[Column]
    alone: bool = False

    @property
    def short(self) -> str:
        """Its name among those of the other sections: the number of one of many."""
        return self.name.split()[1] if self.name.startswith("Section") else self.name

    @property
    def current(self) -> bool:
        """Whether the round chosen lies in this section."""
        return any(column.current for column in self.columns)


@dataclass(frozen=True, slots=True)
class Pick:
    """What the reader asked to see: a round, and the pair whose way is lit with its matches."""

    round: int
    pair: int | None = None
    codes: Collection[str] = ()


def pick(snapshot: Snapshot, round: int, pair: int) -> Pick:
    """What to show when this was asked for; a round or pair that is not in the draw counts as not asked for."""
    lit = snapshot.pairs.get(pair)
    default = _latest(snapshot, lit).round if lit else finding.current_round(snapshot).number
    chosen = round if 1 <= round <= len(snapshot.rounds) else default
    return Pick(chosen, lit.number, {state.code for state in finding.way(snapshot, lit)}) if lit else Pick(chosen)


def place_of(snapshot: Snapshot, pair: Pair) -> str:
    """The code of the match a pair has come to."""
    return _latest(snapshot, pair).code


def _latest(snapshot: Snapshot, pair: Pair) -> MatchState:
    return snapshot.matches_of(pair)[-1]


def sections(snapshot: Snapshot, pick: Pick) -> list[Section]:
    """The draw as one tree of up to 32 places, or cut into such trees and one of the last eight (of 512: sixteen)."""
    count = max(1, len(snapshot.places) // SECTION)
    cut = len(snapshot.rounds) if count == 1 else min(SECTION.bit_length() - 1, len(snapshot.rounds) - LAST)
    trees = []
    for part, name in enumerate(_names(count)):
        columns = [_part(snapshot, round, pick, part, count) for round in snapshot.rounds[:cut]]
        trees.append(Section(f"section-{part + 1}", name, columns, alone=count == 1))
    if count > 1:
        rest = [_column(snapshot, round, round.matches, pick) for round in snapshot.rounds[cut:]]
        name = "The last eight" if len(rest) == LAST else "The last sixteen"
        trees.append(Section("last-rounds", name, rest))
    return trees


def notes(snapshot: Snapshot) -> list[tuple[str, str]]:
    """What is too long for a block, as (code of the match, sentence): the results that are set aside."""
    return [
        (state.code, words.set_aside(outcome, snapshot.names))
        for state in snapshot.by_code.values()
        for outcome in state.set_aside
    ]


def _names(count: int) -> list[str]:
    if count == 1:
        return ["The draw"]
    if count == 2:
        return ["Top half", "Bottom half"]
    return [f"Section {part} of {count}" for part in range(1, count + 1)]


def _part(snapshot: Snapshot, round: RoundState, pick: Pick, part: int, count: int) -> Column:
    share = len(round.matches) // count
    return _column(snapshot, round, round.matches[part * share : (part + 1) * share], pick)


def _column(snapshot: Snapshot, round: RoundState, matches: tuple[MatchState, ...], pick: Pick) -> Column:
    blocks = [_written(_block(snapshot, state, pick)) for state in matches]
    return Column(round.number, round.name, f"Play by {day(round.play_by)}", blocks, round.number == pick.round)


# After a change all blocks but one say what they said before.
@lru_cache(maxsize=4096)
def _written(block: Block) -> str:
    return render_to_string("competition/published/_match.html", {"match": block})


def _block(snapshot: Snapshot, state: MatchState, pick: Pick) -> Block:
    upper, lower = state.sides
    lit = state.code in pick.codes
    return Block(
        code=state.code,
        state=state.stage.value,
        lines=(_line(upper, pick), _line(lower, pick)),
        totals="" if upper.total is None else f"{points(upper.total)} to {points(lower.total)}",
        badge=words.unusual(state),
        badge_state="overdue" if state.overdue else state.stage.value,
        foot="A result is set aside: see below" if state.set_aside else words.extended(state),
        lit=lit,
    )


def _line(side: SideState, pick: Pick) -> Line:
    lit = side.pair is not None and side.pair.number == pick.pair
    awaited = side.awaiting is not None
    return Line(words.capital(side.text), points(side.total), side.wins, side.pair is None, awaited, lit)
