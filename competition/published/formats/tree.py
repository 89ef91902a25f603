"""The draw as its page lays it out: sections of the draw, and the rounds in each."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.safestring import SafeString

from competition.entries.models.pair import Pair
from competition.knockout.formats import words
from competition.knockout.formats.overview import short_day
from competition.knockout.queries import finding
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.stages import NOT_PLAYED, Stage
from competition.lots.rules.layout import feeders
from competition.published.formats import blocks
from competition.rulings.formats.records import standing_placings

# The places of one section: what fits a page of paper, and a screen or two.
SECTION = 32
# The rounds that everybody follows stand together where the draw is cut: from the last eight on.
LAST = 3
# So many matches of a round stand open at first, one below the other; the sections after them unfold.
OPEN = 48
# A round of more is told in figures on its key.
_DOTS = 16


@dataclass(frozen=True, slots=True)
class Column:
    """The part of one round that lies in one section; one that is `past` is left out on a screen."""

    number: int
    name: str
    progress: str
    blocks: tuple[str, ...]
    current: bool
    past: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the draw that is read as one tree."""

    id: str
    name: str
    columns: list[Column]
    alone: bool = False
    open: bool = False

    @property
    def current(self) -> bool:
        """Whether the round chosen lies in this section."""
        return any(column.current for column in self.columns)


@dataclass(frozen=True, slots=True)
class Key:
    """A round among the others: its name in a letter or two, how far it is, and a dot for each match."""

    number: int
    name: str
    short: str
    progress: str
    dots: list[str]

    @property
    def drawn(self) -> str:
        """The dots as they are drawn; in figures where there are too many."""
        dots = "".join(f'<i data-state="{dot}"></i>' for dot in self.dots)
        return SafeString(dots) or self.progress.removesuffix(" decided").replace(" of ", "/")


@dataclass(frozen=True, slots=True)
class Pick:
    """What the reader asked to see: a round, and the pair whose way is lit with its matches."""

    round: int
    pair: int | None = None
    codes: Collection[str] = ()


def pick(draw: PublishedDraw, round: int, pair: int) -> Pick:
    """What to show when this was asked for; a round or pair that is not in the draw counts as not asked for."""
    lit = draw.pairs.get(pair)
    default = _latest(draw, lit).round if lit else finding.watched_round(draw).number
    chosen = round if 1 <= round <= len(draw.rounds) else default
    return Pick(chosen, lit.number, {state.code for state in finding.way(draw, lit)}) if lit else Pick(chosen)


def place_of(draw: PublishedDraw, pair: Pair) -> str:
    """The code of the match a pair has come to."""
    return _latest(draw, pair).code


def _latest(draw: PublishedDraw, pair: Pair) -> MatchState:
    return draw.matches_of(pair)[-1]


def keys(draw: PublishedDraw) -> list[Key]:
    """The rounds as they are chosen from."""
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
    """The draw as one tree of up to 32 places, or cut into such trees and one of the last eight (of 512: sixteen).

    Where it is cut, the rounds before the one chosen are left out, and what follows the first few trees is folded;
    once the last rounds are being played, they come first.
    """
    count = max(1, len(draw.places) // SECTION)
    cut = len(draw.rounds) if count == 1 else min(SECTION.bit_length() - 1, len(draw.rounds) - LAST)
    names = {number: blocks.name(forms) for number, forms in draw.forms.items()}
    writer = _Writer(draw, pick, names, forgets=count > 1 and pick.round <= cut)
    if count == 1:
        return [Section("section-1", "The draw", writer.columns(draw.rounds, 0, 1), alone=True)]
    parts = ("Top half", "Bottom half") if count == 2 else [f"Section {n + 1} of {count}" for n in range(count)]
    trees = [
        Section(f"section-{part + 1}", name, writer.columns(draw.rounds[:cut], part, count))
        for part, name in enumerate(parts)
    ]
    rest = _Writer(draw, pick, names, forgets=False).columns(draw.rounds[cut:], 0, 1)
    last = Section("last-rounds", "The last eight" if len(rest) == LAST else "The last sixteen", rest, open=True)
    if pick.round > cut:
        return [last, *trees]
    tall = len(draw.rounds[pick.round - 1].matches) // count
    return [*(replace(tree, open=part * tall < OPEN) for part, tree in enumerate(trees)), last]


class _Writer:
    """Writes the rounds of one draw for whoever asked for this."""

    def __init__(self, draw: PublishedDraw, pick: Pick, names: Mapping[int, str], *, forgets: bool) -> None:
        self.draw, self.pick, self.names, self.forgets = draw, pick, names, forgets
        self.progress = {round.number: _progress(draw, round) for round in draw.rounds}

    def columns(self, rounds: list[RoundState], part: int, count: int) -> list[Column]:
        """One part of so many of these rounds."""
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
    """How far a round is: 6 of 6 decided, 10 byes; Play by Thu 17 Dec, 2 at the table, 1 late."""
    if round.playable and round.played == round.playable:
        byes = sum(state.stage is Stage.BYE for state in round.matches)
        return f"{words.decided(round)}{f', {byes} bye' if byes else ''}{'s' if byes > 1 else ''}"
    if draw.competition.is_cancelled:
        return words.decided(round)
    playing = sum(state.stage is Stage.IN_PLAY and not state.overdue for state in round.matches)
    late = sum(state.overdue for state in round.matches)
    counts = [f"{number} {what}" for number, what in ((playing, "at the table"), (late, "late")) if number]
    return ", ".join([f"Play by {short_day(round.play_by, timezone.localdate(draw.now))}", *counts])


def notes(draw: PublishedDraw) -> list[tuple[str, str]]:
    """What is too long for a block, as (code of the match, sentence): late pairs, and results that are set aside."""
    aside = [(state.code, result) for state in draw.matches.values() for result in state.set_aside]
    return [*standing_placings(draw), *((code, words.set_aside(one, draw.names)) for code, one in aside)]
