"""The organiser's page of a draw round by round: the next round to draw, and the rounds drawn so far."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from competition.draw.presenters import words
from competition.draw.queries.clocks import has_begun
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import (
    closest_losers,
    has_other_losers,
    is_repechage_used,
    last_drawn_round,
    round_to_draw,
    standing_draw,
    waits_for_losers,
)
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Stage


class WayIn(NamedTuple):
    """A match whose winner takes part in the next draw."""

    match: PublishedMatch
    text: str

    @property
    def is_known(self) -> bool:
        """True if the match is decided, so that its winner is known or there is none."""
        return not self.match.is_to_be_decided


class NextDraw(NamedTuple):
    """The next round to draw. `waiting` is the number of pairs that are not known yet.

    `must_wait` is True if it cannot be drawn before all are known, because the closest losers may play on.
    """

    round: PublishedRound
    name: str
    before: str
    ways: list[WayIn]
    matches: int
    has_bye: bool
    waiting: int
    must_wait: bool


class DrawnRound(NamedTuple):
    """A later round that was drawn. `undo` is the key of its draw if it can be undone, or None."""

    round: PublishedRound
    at: datetime
    undo: int | None


class LaterRounds(NamedTuple):
    """The later rounds of a draw: the next one to draw, or None, and those drawn so far, the last one first.

    `advice` is the advice to draw the last one again, or "". `is_stopped` is True if there is a next round that this
    site cannot draw, because the draw was made elsewhere.
    """

    next: NextDraw | None
    drawn: list[DrawnRound]
    advice: str
    is_stopped: bool


def later_rounds(draw: PublishedDraw) -> LaterRounds:
    """Return the later rounds of a draw round by round."""
    round = round_to_draw(draw)
    is_stopped = round is not None and draw.row.is_elsewhere
    following = _next(draw, round) if round and not is_stopped else None
    return LaterRounds(following, list(_drawn(draw)), other_losers(draw), is_stopped)


def _next(draw: PublishedDraw, round: PublishedRound) -> NextDraw:
    before = draw.main_rounds[round.number - 2]
    names = words.short_names(draw)
    ways = [_way(draw, state, names) for state in before.matches]
    waiting = sum(not way.is_known for way in ways)
    closest = waits_for_losers(draw.competition)
    matches = (len(ways) + closest) // 2
    has_bye = 2 * matches < len(ways)
    names_of = with_article(round.name), with_article(before.name)
    return NextDraw(round, *names_of, ways, matches, has_bye, waiting, closest and waiting > 0)


def _way(draw: PublishedDraw, state: PublishedMatch, names: Mapping[int, str]) -> WayIn:
    if state.through is not None:
        bye = " (after a bye)" if state.stage is Stage.BYE else ""
        return WayIn(state, f"{names[draw.pairs[state.through].pk]}{bye}")
    if not state.is_to_be_decided:
        return WayIn(state, f"Nobody from match {state.position}")
    both = " v ".join(names[side.pair.pk] if side.pair else words.either(draw, side) for side in state.sides)
    return WayIn(state, f"Winner of {both}")


def _drawn(draw: PublishedDraw) -> Iterator[DrawnRound]:
    last = last_drawn_round(draw)
    for round in reversed(draw.main_rounds[1:last]):
        if row := standing_draw(draw, round.number):
            yield DrawnRound(round, row.at, draw_to_undo(draw) if round.number == last else None)


def draw_to_undo(draw: PublishedDraw) -> int | None:
    """Return the key of the last draw of a later round if it can be undone, or None."""
    if draw.row.is_elsewhere:
        return None
    round = draw.main_rounds[last_drawn_round(draw) - 1]
    row = standing_draw(draw, round.number)
    if row is None or round.clock or has_begun(round) or is_repechage_used(draw, round.number):
        return None
    return row.pk


def other_losers(draw: PublishedDraw) -> str:
    """Return the advice to draw the last drawn round again because its closest losers have changed, or ""."""
    number = last_drawn_round(draw)
    if draw_to_undo(draw) is None or not has_other_losers(draw, number):
        return ""
    before, round = (with_article(draw.main_rounds[at - 1].name) for at in (number - 1, number))
    advice = f"To let them play, undo the draw of {round} and make it again."
    return f"Other pairs are now the closest losers of {before}. {advice}"


def closest(draw: PublishedDraw, number: int) -> str:
    """Return a sentence about the closest losers that play in this round, or "" if there are none."""
    pair = closest_losers(draw, number)
    if pair is None or pair.number in draw.withdrawn:
        return ""
    return f"{draw.forms[pair.number].short} play on as the closest losers of {words.named_round(draw, number - 1)}."
