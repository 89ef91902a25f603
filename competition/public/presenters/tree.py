"""Presenters for the sections and rounds of the draw page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.safestring import SafeString

from competition.drawing.rules.layout import feeders
from competition.entries.models.pair import Pair
from competition.knockout.presenters import words
from competition.knockout.presenters.naming import name
from competition.knockout.presenters.overview import short_day
from competition.knockout.queries import finding
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.stages import NOT_PLAYED, Stage
from competition.public.presenters import blocks
from competition.rulings.presenters.records import standing_placings

# Number of places in one section. A section fits on one printed page.
SECTION = 32
# Number of last rounds that share a section in a large draw, from the last eight pairs on.
LAST = 3
# Number of matches of a round that are shown at first. Later sections are collapsed.
OPEN = 48
# Largest number of matches that a round shows as dots. Larger rounds show figures.
_DOTS = 16


@dataclass(frozen=True, slots=True)
class Column:
    """One round within one section. A column that is `past` is hidden on screens."""

    number: int
    name: str
    progress: str
    blocks: tuple[str, ...]
    current: bool
    past: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the draw that forms one tree."""

    id: str
    name: str
    columns: list[Column]
    alone: bool = False
    open: bool = False

    @property
    def current(self) -> bool:
        """Return True if the selected round lies in this section."""
        return any(column.current for column in self.columns)


@dataclass(frozen=True, slots=True)
class Key:
    """A link to a round: its name, a short name, its progress and a dot for each match."""

    number: int
    name: str
    short: str
    progress: str
    dots: list[str]

    @property
    def drawn(self) -> str:
        """The dots as HTML, or figures if there are too many dots."""
        dots = "".join(f'<i data-state="{dot}"></i>' for dot in self.dots)
        return SafeString(dots) or self.progress.removesuffix(" decided").replace(" of ", "/")


@dataclass(frozen=True, slots=True)
class Pick:
    """The reader's selection: a round, and optionally a pair with the codes of the matches on its path."""

    round: int
    pair: int | None = None
    codes: Collection[str] = ()


def pick(draw: PublishedDraw, round: int, pair: int) -> Pick:
    """Return the selection for this round and pair. Ignore a round or pair outside the draw."""
    lit = draw.pairs.get(pair)
    default = _latest(draw, lit).round if lit else finding.watched_round(draw).number
    chosen = round if 1 <= round <= len(draw.rounds) else default
    return Pick(chosen, lit.number, {state.code for state in finding.way(draw, lit)}) if lit else Pick(chosen)


def place_of(draw: PublishedDraw, pair: Pair) -> str:
    """Return the code of the latest match of a pair."""
    return _latest(draw, pair).code


def _latest(draw: PublishedDraw, pair: Pair) -> MatchState:
    return draw.matches_of(pair)[-1]


def keys(draw: PublishedDraw) -> list[Key]:
    """Return a link for each round."""
    return [
        Key(
            round.number,
            round.name,
            {"Quarter-finals": "QF", "Semi-finals": "SF", "Final": "F"}.get(round.name, f"R{round.number}"),
            words.decided(round),
            [dot for state in round.matches if (dot := _dot(state))] if round.playable <= _DOTS else [],
        )
        for round in draw.rounds
    ]


def _dot(state: MatchState) -> str:
    if state.stage in NOT_PLAYED:
        return ""
    return "late" if state.overdue else state.stage.value


def sections(draw: PublishedDraw, pick: Pick) -> list[Section]:
    """Return the draw as sections of up to 32 places each, plus a section for the last rounds.

    A draw of up to 32 places is one section. In a larger draw, the last section has the last eight pairs, or the last
    sixteen in a draw of 512 places. Columns before the selected round are marked as past, and only the first sections
    are open. Once a last round is selected, the last section comes first.
    """
    count = max(1, len(draw.places) // SECTION)
    cut = len(draw.rounds) if count == 1 else min(SECTION.bit_length() - 1, len(draw.rounds) - LAST)
    names = {number: name(forms) for number, forms in draw.forms.items()}
    writer = _ColumnBuilder(draw, pick, names, forgets=count > 1 and pick.round <= cut)
    if count == 1:
        return [Section("section-1", "The draw", writer.columns(draw.rounds, 0, 1), alone=True)]
    parts = ("Top half", "Bottom half") if count == 2 else [f"Section {n + 1} of {count}" for n in range(count)]
    trees = [
        Section(f"section-{part + 1}", name, writer.columns(draw.rounds[:cut], part, count))
        for part, name in enumerate(parts)
    ]
    rest = _ColumnBuilder(draw, pick, names, forgets=False).columns(draw.rounds[cut:], 0, 1)
    last = Section("last-rounds", "The last eight" if len(rest) == LAST else "The last sixteen", rest, open=True)
    if pick.round > cut:
        return [last, *trees]
    tall = len(draw.rounds[pick.round - 1].matches) // count
    return [*(replace(tree, open=part * tall < OPEN) for part, tree in enumerate(trees)), last]


class _ColumnBuilder:
    """A builder of columns for one draw and one selection."""

    def __init__(self, draw: PublishedDraw, pick: Pick, names: Mapping[int, str], *, forgets: bool) -> None:
        self.draw, self.pick, self.names, self.forgets = draw, pick, names, forgets
        self.progress = {round.number: _progress(draw, round) for round in draw.rounds}

    def columns(self, rounds: list[RoundState], part: int, count: int) -> list[Column]:
        """Return one part of these rounds out of `count` equal parts."""
        return [self._column(round, part, count) for round in rounds]

    def _column(self, round: RoundState, part: int, count: int) -> Column:
        share = len(round.matches) // count
        matches = round.matches[part * share : (part + 1) * share]
        return Column(
            round.number,
            round.name,
            self.progress[round.number],
            tuple([self._block(state) for state in matches]),
            round.number == self.pick.round,
            self.forgets and round.number < self.pick.round,
        )

    def _block(self, state: MatchState) -> str:
        return blocks.block(self.draw, state, self.names, self.pick.pair, self._lit(state))

    def _lit(self, state: MatchState) -> str:
        if state.code not in self.pick.codes:
            return ""
        before = feeders(state.round, state.position)
        sides = zip(before, ("top", "foot"), strict=False)
        return next((side for code, side in sides if code in self.pick.codes), "start")


def _progress(draw: PublishedDraw, round: RoundState) -> str:
    """Return the progress of a round: "6 of 6 decided, 10 byes" or "Play by Thu 17 Dec, 2 in play, 1 overdue"."""
    if round.playable and round.played == round.playable:
        byes = sum(state.stage is Stage.BYE for state in round.matches)
        return f"{words.decided(round)}{f', {byes} bye' if byes else ''}{'s' if byes > 1 else ''}"
    if draw.competition.is_cancelled:
        return words.decided(round)
    playing = sum(state.stage is Stage.IN_PLAY and not state.overdue for state in round.matches)
    late = sum(state.overdue for state in round.matches)
    counts = [f"{number} {what}" for number, what in ((playing, "in play"), (late, "overdue")) if number]
    return ", ".join([f"Play by {short_day(round.play_by, timezone.localdate(draw.now))}", *counts])


def notes(draw: PublishedDraw) -> list[tuple[str, str]]:
    """Return the notes below the draw as (match code, sentence): late entries and superseded results."""
    aside = [(state.code, result) for state in draw.matches.values() for result in state.set_aside]
    return [*standing_placings(draw), *((code, words.set_aside(one, draw.names)) for code, one in aside)]
