"""Presenters for the draw page of a draw round by round: the drawn rounds as lists, and the later rounds in brief."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone

from competition.draw.presenters import words
from competition.draw.presenters.later_rounds import closest
from competition.draw.presenters.overview import due, short_day
from competition.draw.presenters.words import name
from competition.draw.queries.draw import PublishedDraw, current_round
from competition.draw.queries.later_rounds import is_by_round, last_drawn_round, standing_draw, waits_for_losers
from competition.draw.queries.states import PublishedRound
from competition.entries.models import Pair
from competition.public.presenters import blocks, tree
from scoring.rules.words import quantity


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A round that is not drawn yet: its number of matches with its date, and a sentence about its draw."""

    number: int
    name: str
    size: str
    text: str
    current: bool


class RoundsLayout:
    """The draw page of a draw round by round for one selection. It is not a tree, because winners are drawn again.

    Rounds before `start` are decided and left out, as in `tree.Layout`. The page has no sections, so no `cards`.
    """

    is_by_round = True
    cards: Sequence[tree.Card] = ()

    def __init__(self, draw: PublishedDraw, pick: tree.Pick) -> None:
        self.draw, self.pick = draw, pick
        self._drawn = last_drawn_round(draw)
        oldest = max(1, len(draw.main_rounds) - tree.SECTION_ROUNDS + 1)
        self.start = min(current_round(draw).number, self._drawn, oldest, pick.round)

    @cached_property
    def keys(self) -> list[tree.RoundLink]:
        """The links to the rounds."""
        return tree.keys(self.draw)

    @property
    def watched(self) -> set[str]:
        """The codes of the matches in the selected round."""
        return {state.code for state in self.draw.main_rounds[self.pick.round - 1].matches}

    @cached_property
    def columns(self) -> list[tree.TreeColumn]:
        """The drawn rounds shown on the page."""
        return [self._column(round) for round in self.draw.main_rounds[self.start - 1 : self._drawn]]

    @cached_property
    def later(self) -> list[LaterRound]:
        """The rounds that are not drawn yet."""
        return [
            LaterRound(
                round.number,
                round.name,
                f"{size_of_later_round(self.draw, round)}, {due(round, self.draw.now)}",
                when_drawn(self.draw, round),
                round.number == self.pick.round,
            )
            for round in self.draw.main_rounds[self._drawn :]
        ]

    def _column(self, round: PublishedRound) -> tree.TreeColumn:
        draw, pick = self.draw, self.pick
        names = {number: name(forms) for number, forms in draw.forms.items()}
        lit = dict.fromkeys(pick.codes, "start")
        byes_last = sorted(round.matches, key=lambda state: any(side.bye for side in state.sides))
        matches = [blocks.block(draw, state, names, pick.pair, lit.get(state.code, "")) for state in byes_last]
        progress = tree.round_progress(draw, round)
        if row := standing_draw(draw, round.number):
            day = short_day(timezone.localdate(row.at), timezone.localdate(draw.now))
            plays_on = closest(draw, round.number).removesuffix(".")
            progress = ". ".join(filter(None, (progress, f"Drawn on {day}", plays_on)))
        return tree.TreeColumn(round.number, round.name, progress, tuple(matches), round.number == pick.round)


def layout(draw: PublishedDraw, pick: tree.Pick) -> tree.Layout | RoundsLayout:
    """Return the draw page for this selection."""
    return RoundsLayout(draw, pick) if is_by_round(draw) else tree.Layout(draw, pick)


def size_of_later_round(draw: PublishedDraw, round: PublishedRound) -> str:
    """Return the number of matches in a round that is not drawn yet, such as "5 matches and a bye"."""
    winners, plays_on = len(draw.main_rounds[round.number - 2].matches), waits_for_losers(draw.competition)
    has_bye = winners % 2 and not plays_on
    return quantity((winners + plays_on) // 2, "match", "matches") + " and a bye" * has_bye


def when_drawn(draw: PublishedDraw, round: PublishedRound) -> str:
    """Return a sentence about the draw of a round that is not drawn yet."""
    if draw.competition.is_cancelled:
        return "Not drawn."
    if round.number > last_drawn_round(draw) + 1:
        return "Drawn later."
    before = draw.main_rounds[round.number - 2]
    named = words.named_round(draw, before.number)
    if before.played == before.playable:
        return f"All matches of {named} are decided. The organiser draws this round next."
    # The closest losers are known only when all matches of the round before are decided.
    return f"Drawn after {named}." if waits_for_losers(draw.competition) else f"Drawn after {named}, or sooner."


def drawn_later_for(draw: PublishedDraw, pair: Pair) -> str:
    """Return "Round 3 is drawn later." if this pair of the draw waits for the draw of this round, or else ""."""
    last = draw.matches_of(pair)[-1]
    return words.drawn_later(draw, last) if last.through == pair.number else ""
