"""Presenters for the sections and rounds of the draw page."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString

from competition.draw.presenters import words
from competition.draw.presenters.overview import due
from competition.draw.presenters.words import name
from competition.draw.queries.draw import PublishedDraw, current_round, watched_round, way_of
from competition.draw.queries.later_rounds import is_by_round, last_drawn_round
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.layout import code
from competition.draw.rules.result import NOT_PLAYED, Stage
from competition.entries.models import Pair
from competition.public.presenters import blocks
from competition.rulings.presenters.records import standing_placings
from scoring.rules.words import quantity

# The number of places in one section of a large draw, and the number of rounds in which a pair wins the section. A
# draw with this many places is one tree, and all its rounds are shown in full.
SECTION, SECTION_ROUNDS = 32, 5
# A draw with at most this many places has no sections.
ONE_TREE = 64
# The value of `?section=` that shows every section.
ALL = 0
_BEGUN = (Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED)
# The states of matches mentioned in the link to a section.
_NAMED = ("in play", "disputed", "overdue")


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """One round within one section. `byes` are the numbers and names of its pairs with a bye."""

    number: int
    name: str
    progress: str
    blocks: tuple[str, ...]
    current: bool
    byes: Sequence[tuple[int, str]] = ()


@dataclass(frozen=True, slots=True)
class TreeSection:
    """A part of the draw that forms one tree.

    `number` is 0 for the only tree of a draw and for the last rounds of a draw with sections. `name` is empty for the
    only tree. `pairs` names the first and last pairs. `winners` are the sections that lead to this tree, and None where
    a pair joins later instead.
    """

    id: str
    name: str
    columns: list[TreeColumn]
    number: int = 0
    pairs: str = ""
    winners: Sequence["Card | None"] = ()

    @property
    def current(self) -> bool:
        """True if the selected round is in this section."""
        return any(column.current for column in self.columns)


@dataclass(frozen=True, slots=True)
class Card:
    """A link to a section: a dot for each match of the selected round, its progress, and matches to watch.

    `left` is the number of pairs still in. `winner` is the name of the last pair as HTML, or "".
    """

    number: int
    dots: list[str]
    progress: str
    named: list[tuple[str, str]]
    left: int
    pairs: int
    winner: str

    @property
    def drawn(self) -> SafeString:
        """The dots as HTML."""
        return _dots_html(self.dots)


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to a round: its name, a short name and its progress.

    `figures` is the progress as "15 of 16", "done", or the date if nothing is decided. `share` is the decided part, in
    per cent.
    """

    number: int
    name: str
    short: str
    progress: str
    figures: str
    share: int


def _dots_html(dots: Iterable[str]) -> SafeString:
    return SafeString("".join(f'<i data-state="{dot}"></i>' for dot in dots))


@dataclass(frozen=True, slots=True)
class Pick:
    """The reader's selection: a round, a section, and optionally a pair with the codes of the matches on its path.

    The section is 0 for all sections.
    """

    round: int
    pair: int | None = None
    codes: Collection[str] = ()
    section: int | None = None


def pick(draw: PublishedDraw, round: int, pair: int, section: int | None = None) -> Pick:
    """Return the selection for this round, pair and section. Ignore a round or pair outside the draw."""
    lit = draw.main_pairs.get(pair)
    default = _latest(draw, lit).round if lit else min(watched_round(draw).number, last_drawn_round(draw))
    chosen = round if 1 <= round <= len(draw.main_rounds) else default
    if not lit:
        return Pick(chosen, section=section)
    return Pick(chosen, lit.number, {state.code for state in way_of(draw, lit)}, section)


def section_numbers(draw: PublishedDraw) -> range:
    """Return the valid values of `?section=`: one for each section, and 0 for all. Empty without sections."""
    if len(draw.places) <= ONE_TREE or is_by_round(draw):
        return range(0)
    return range(len(_drawn_sections(draw)) + 1)


def _size_of_section(draw: PublishedDraw) -> int:
    """Return the number of places in a section of this draw."""
    return len(draw.places) // draw.apart if draw.apart > 1 else SECTION


def _drawn_sections(draw: PublishedDraw) -> list[int]:
    """Return the sections that have pairs, counted from 0. The others wait for a pair that joins later."""
    drawn, size = draw.rows.drawn, _size_of_section(draw)
    return [at for at in range(len(drawn) // size) if any(drawn[at * size : (at + 1) * size])]


def page_of(draw: PublishedDraw, pair: Pair) -> str:
    """Return the URL that shows a pair in the draw. For a direct entry to the plate, return its own page."""
    slug = draw.competition.slug
    if pair.number in draw.main_pairs:
        return f"{reverse('public:draw', args=[slug])}?pair={pair.number}#{_latest(draw, pair).code}"
    return reverse("public:pair", args=[slug, pair.number])


def _latest(draw: PublishedDraw, pair: Pair) -> PublishedMatch:
    return [state for state in draw.matches_of(pair) if not state.is_in_plate][-1]


def keys(draw: PublishedDraw) -> list[RoundLink]:
    """Return a link for each round."""
    return [_key(draw, round) for round in draw.main_rounds]


def _key(draw: PublishedDraw, round: PublishedRound) -> RoundLink:
    progress = words.decided(round)
    last = round.set_day.day if round.set_day else round.play_by
    so_far = progress.removesuffix(" decided")
    is_done = round.played == round.playable
    is_begun = (
        bool(round.played)
        or is_done
        or draw.competition.is_cancelled
        or any(state.stage in _BEGUN for state in round.matches)
    )
    return RoundLink(
        round.number,
        round.name,
        words.short_round(round.name),
        progress,
        "done" if is_done else so_far if is_begun else f"{last.day} {last:%b}",
        100 * round.played // max(1, round.playable),
    )


def _dot(state: PublishedMatch) -> str:
    if state.stage in NOT_PLAYED:
        return ""
    return "overdue" if state.overdue else state.stage.value


class Layout:
    """The draw page for one selection: its links to rounds and sections, and the trees that it shows.

    A draw of up to 64 places is one tree. A larger draw has sections of 32 places, until 32 pairs are left. The page
    shows one section or all of them, and a tree for the last rounds. Rounds before `start` are decided and left out. A
    link to a round shows it again. A section without pairs is left out, because a pair joins later in its place. If
    the winners of the sections never meet, these are the sections, and there is no tree for last rounds.
    """

    is_by_round = False

    def __init__(self, draw: PublishedDraw, pick: Pick) -> None:
        self.draw, self.pick = draw, pick
        rounds = len(draw.main_rounds)
        self.start = min(current_round(draw).number, max(1, rounds - SECTION_ROUNDS + 1), pick.round)
        is_one = len(draw.places) <= ONE_TREE or len(draw.places) >> self.start <= SECTION // 2
        self._size = _size_of_section(draw)
        # The number of rounds in which a pair wins its section.
        self._rounds = self._size.bit_length() - 1
        self.count = 1 if is_one and draw.apart == 1 else len(draw.places) // self._size
        self._drawn = _drawn_sections(draw)
        self._names = {number: name(forms) for number, forms in draw.forms.items()}

    @cached_property
    def keys(self) -> list[RoundLink]:
        """The links to the rounds."""
        return keys(self.draw)

    @cached_property
    def section(self) -> int:
        """The number of the section to show, or 0 for all sections."""
        if self.pick.section is not None:
            return self.pick.section
        return self._watched_section() if self._is_large or self.count == 1 else ALL

    @property
    def _is_large(self) -> bool:
        return len(self.draw.places) > ONE_TREE

    def _watched_section(self) -> int:
        """Return the selected pair's section, or else the section with the most to watch in the selected round."""
        if self.count == 1:
            return 1
        if self.pick.pair:
            return self._section_of(self.draw.matches_of(self.draw.pairs[self.pick.pair])[0])
        matches = self.round.matches
        live = next((state for state in matches if state.stage is Stage.IN_PLAY), None)
        return self._section_of(live or next((state for state in matches if state.is_open), matches[0]))

    def _section_of(self, state: PublishedMatch) -> int:
        """Return the section of a match, or of the first pairs that can reach a match of the last rounds."""
        first = (state.position - 1 << state.round) // self._size
        return next(number for number, at in enumerate(self._drawn, start=1) if at >= first)

    @cached_property
    def cards(self) -> list[Card]:
        """The links to the sections. Empty if the page shows the whole draw."""
        alive = self.draw.bracket.alive
        return [self._card(number, alive) for number in self._numbers] if self.count > 1 and self._is_large else []

    @property
    def winners(self) -> list[Card | None]:
        """The links to the sections at their places in the draw. None waits for a pair that joins later."""
        cards = dict(zip(self._drawn, self.cards, strict=True))
        return [cards.get(at) for at in range(self.count)]

    @property
    def is_by_section(self) -> bool:
        """True if the selected round belongs to the sections, and not to the last rounds."""
        return self.count > 1 and self.pick.round <= self._rounds

    @property
    def _numbers(self) -> range:
        return range(1, len(self._drawn) + 1)

    @property
    def round(self) -> PublishedRound:
        """The round with the progress shown in the links to the sections."""
        return self.draw.main_rounds[max(self.start, min(self.pick.round, self._rounds)) - 1]

    def _card(self, number: int, alive: frozenset[int]) -> Card:
        matches = self._part(self.round, number)
        there = [pair.number for pair in self._holders(number)]
        dots = [dot for state in matches if (dot := _dot(state))]
        decided = sum(state.stage is Stage.OFFICIAL for state in matches)
        winner = self.draw.matches.get(code(self._rounds, self._drawn[number - 1] + 1))
        return Card(
            number,
            dots,
            f"{decided} of {len(dots)} decided" if dots else quantity(len(matches), "bye"),
            [(dot, f"{count} {dot}") for dot in _NAMED if (count := dots.count(dot))],
            len(alive.intersection(there)),
            len(there),
            self._names[winner.through] if winner and winner.through else "",
        )

    @cached_property
    def sections(self) -> list[TreeSection]:
        """The trees shown on the page."""
        rounds = self.draw.main_rounds
        if self.count == 1:
            columns = [self._column(round) for round in rounds[self.start - 1 :]]
            return [TreeSection("section-1", "", columns)]
        numbers = self._numbers if self.section == ALL else (self.section,)
        trees = [self._section(number) for number in numbers]
        last = [self._column(round) for round in rounds[self._rounds :]]
        if not last:
            return trees
        return [*trees, TreeSection("last-rounds", "From the sections to the final", last, winners=self.winners)]

    def _section(self, number: int) -> TreeSection:
        columns = [self._column(round, number) for round in self.draw.main_rounds[self.start - 1 : self._rounds]]
        pairs = self._holders(number)
        named = " to ".join(self.draw.forms[pair.number].short for pair in (pairs[0], pairs[-1]))
        return TreeSection(f"section-{number}", f"Section {number}", columns, number, named)

    @property
    def watched(self) -> set[str]:
        """The codes of the matches in the selected round that are shown on the page."""
        round = self.draw.main_rounds[self.pick.round - 1]
        is_part = self.is_by_section and self.section != ALL
        return {state.code for state in (self._part(round, self.section) if is_part else round.matches)}

    def _holders(self, number: int) -> list[Pair]:
        """Return the pairs of a section from the top."""
        first = self._drawn[number - 1] * self._size
        return [pair for pair in self.draw.holders[first : first + self._size] if pair]

    def _positions(self, round: PublishedRound, number: int) -> range:
        """Return the positions of a section in a round, or all of them for 0."""
        share = (len(self.draw.places) if number == ALL else self._size) >> round.number
        first = 1 if number == ALL else self._drawn[number - 1] * share + 1
        return range(first, first + share)

    def _part(self, round: PublishedRound, number: int) -> list[PublishedMatch]:
        """Return the matches of a section in a round."""
        positions = self._positions(round, number)
        return [state for state in round.matches if state.position in positions]

    def _column(self, round: PublishedRound, number: int = ALL) -> TreeColumn:
        matches = self._part(round, number)
        drawn = {
            state.position: blocks.block(self.draw, state, self._names, self.pick.pair, self._lit(state))
            for state in matches
        }
        return TreeColumn(
            round.number,
            round.name,
            round_progress(self.draw, replace(round, matches=tuple(matches))),
            blocks.at_their_places(drawn, self._positions(round, number)),
            round.number == self.pick.round,
            [(pair.number, pair.name) for state in matches if state.stage is Stage.BYE for pair in state.pairs],
        )

    def _lit(self, state: PublishedMatch) -> str:
        if state.code not in self.pick.codes:
            return ""
        before = [self.draw.matches[code] for code in state.before if code in self.pick.codes]
        return next(("top" if match.position % 2 else "foot" for match in before), "start")


def round_progress(draw: PublishedDraw, round: PublishedRound) -> str:
    """Return the progress of a round.

    It is "6 of 6 decided, 10 byes", "Play by Thu 17 Dec, 2 in play, 1 overdue", or at first "6 matches, play by ...".
    """
    byes = sum(state.stage is Stage.BYE for state in round.matches)
    if byes and not round.playable:
        return quantity(byes, "bye")
    if round.playable and round.played == round.playable:
        decided = words.decided(round)
        return f"{decided}, {quantity(byes, 'bye')}" if byes else decided
    if draw.competition.is_cancelled:
        return words.decided(round)
    playing = sum(state.stage is Stage.IN_PLAY and not state.overdue for state in round.matches)
    overdue = sum(state.overdue for state in round.matches)
    counts = [f"{number} {what}" for number, what in ((playing, "in play"), (overdue, "overdue")) if number]
    deals = round.conditions.deals
    length = [] if deals == draw.competition.conditions.deals else [quantity(deals, "deal")]
    if round.number == 1 and not (round.played or playing):
        counts.insert(0, due(round, draw.now))
        return ", ".join([quantity(round.playable, "match", "matches"), *length, *counts])
    return ", ".join([words.capital(due(round, draw.now)), *length, *counts])


def notes(draw: PublishedDraw) -> list[tuple[str, str, str]]:
    """Return the notes below the draw as (match code, round, sentence): late entries and superseded results."""
    aside = [(state.code, result) for state in draw.matches.values() for result in state.set_aside]
    texts = [*standing_placings(draw), *((code, words.set_aside(result, draw.names)) for code, result in aside)]
    return [(code, draw.matches[code].round_name, text) for code, text in texts]
