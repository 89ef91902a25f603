"""Presenter for a round of a competition on one day: its clock, its tables, and what the next round waits for."""

from typing import NamedTuple

from competition.draw.presenters import words
from competition.draw.presenters.later_rounds import closest, draw_to_undo, other_losers
from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.presenters.overview import is_over, qualified
from competition.draw.queries.clocks import has_play, next_round, running_round, to_decide_before
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import is_drawn, waits_for_losers
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.later_rounds import beaten_on_points
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Stage
from scoring.rules.words import few, plural, quantity

_LOOKS = {Stage.OFFICIAL: "done", Stage.SUBMITTED: "wait", Stage.DISPUTED: "wait", Stage.IN_PLAY: "play"}
# A page shows more tables than this in a smaller size.
MOST_LARGE = 12


class RoundTable(NamedTuple):
    """A table of a round with its match. `look` is its state: "done", "wait" (for a decision), "play" or "ready"."""

    number: int
    match: PublishedMatch
    line: MatchLine
    names: tuple[str, ...]
    look: str
    standing: str

    @property
    def sides(self) -> list[tuple[str, LineSide]]:
        """The short name and the side of each pair."""
        return list(zip(self.names, self.line.sides, strict=True))


class Obstacle(NamedTuple):
    """A match that the next round waits for. `address` is that of the organiser's next action, below the desk."""

    where: str
    missing: str
    action: str
    address: str


class OneDay(NamedTuple):
    """The day at one moment. `round` is the running round, or the first before the start. `next` may be None."""

    draw: PublishedDraw
    round: PublishedRound
    next: PublishedRound | None
    tables: list[RoundTable]

    @property
    def earlier(self) -> list[PublishedRound]:
        """The rounds before this one."""
        return self.draw.main_rounds[: self.round.number - 1]

    @property
    def still_play(self) -> int:
        """The number of tables of the round without an official result."""
        return sum(table.look != "done" for table in self.tables)

    @property
    def is_over(self) -> bool:
        """True if no match is left to play."""
        return is_over(self.draw)

    @property
    def minutes_left(self) -> int | None:
        """The minutes until the end of the round. None before its start and after its last result."""
        clock = self.round.clock
        has_time = clock and self.still_play and not self.repechage
        return clock.minutes_left(self.draw.now) if clock and has_time else None

    @property
    def end_of_round(self) -> str:
        """The label of the end, such as "End of Round 2"."""
        return f"End of {self.name}"

    @property
    def name(self) -> str:
        """The name of the round within a sentence."""
        return with_article(self.round.name)

    @property
    def next_name(self) -> str:
        """The name of the next round within a sentence."""
        return with_article(self.next.name) if self.next else ""

    @property
    def is_next_drawn(self) -> bool:
        """True if the next round is drawn. Otherwise the press that starts it draws it first."""
        return self.next is None or is_drawn(self.draw, self.next.number)

    @property
    def next_matches(self) -> int:
        """The number of matches to play in the next round."""
        if self.next is None or self.is_next_drawn:
            return self.next.playable if self.next else 0
        winners = len(self.draw.main_rounds[self.next.number - 2].matches)
        return (winners + waits_for_losers(self.draw.competition)) // 2

    @property
    def repechage(self) -> PublishedMatch | None:
        """The repechage of the round, or None if there is none to play."""
        return next((table.match for table in self.tables if table.match.is_repechage), None)

    @property
    def undo_draw(self) -> int | None:
        """The key of the draw of the next round if it can be undone, or None."""
        return draw_to_undo(self.draw) if self.is_next_drawn else None

    @property
    def advice(self) -> str:
        """The advice to draw the next round again because its closest losers have changed, or ""."""
        return other_losers(self.draw) if self.is_next_drawn else ""

    @property
    def draws_repechage(self) -> bool:
        """True if the press that draws the next round also draws a repechage, which is played first."""
        if self.next is None or self.is_next_drawn or not self.draw.competition.conditions.repechage_deals:
            return False
        is_odd = len(self.draw.main_rounds[self.next.number - 2].matches) % 2 == 1
        return is_odd and len(beaten_on_points(self.draw.bracket, self.next.number, "")) > 1

    @property
    def is_crowded(self) -> bool:
        """True if the large screen needs a smaller size."""
        return len(self.tables) > MOST_LARGE

    @property
    def may_undo_start(self) -> bool:
        """True if the round was started and no deal of it is recorded."""
        return self.round.clock is not None and not has_play(self.round)

    @property
    def heading(self) -> str:
        """The state of the day in one sentence."""
        name = self.round.name
        if self.is_over:
            champion = self.draw.champion
            return f"{champion.name} have won" if champion else qualified(self.draw) or "All matches are decided"
        if self.round.clock is None:
            return f"{name}: not started"
        if not self.still_play:
            return f"{name}: all results are in"
        if self.repechage:
            return f"Repechage: two pairs play for a place in {self.next_name}"
        playing = sum(table.look in ("play", "ready") for table in self.tables)
        if not playing:
            return f"{name}: {few(self.still_play)} {plural(self.still_play, 'result')} to confirm or decide"
        return f"{name}: {few(playing)} {'table still plays' if playing == 1 else 'tables still play'}"

    @property
    def time_left(self) -> str:
        """A sentence about the end of the round."""
        left = self.minutes_left
        return f"{quantity(left, 'minute')} left. Then finish the deal in play." if left else TIME

    @property
    def byes(self) -> list[str]:
        """The names of the pairs with a bye in the round."""
        byes = (state for state in self.round.matches if state.stage is Stage.BYE)
        return [self.draw.forms[pair.number].short for state in byes for pair in state.pairs]

    @property
    def closest(self) -> str:
        """A sentence about the closest losers that play in this round, or "" if there are none."""
        return closest(self.draw, self.round.number)

    @property
    def obstacles(self) -> list[Obstacle]:
        """The matches that the next round or the end waits for, and the organiser's next action for each."""
        waits = to_decide_before(self.draw, self.next.number if self.next else len(self.draw.main_rounds) + 1)
        return [_obstacle(self.draw, state, self.round.number) for state in waits]


TIME = "Time. Finish the deal in play."


def one_day(draw: PublishedDraw) -> OneDay:
    """Return the day as it is now."""
    later = next_round(draw)
    round = running_round(draw) or later or draw.main_rounds[-1]
    shown = tables(draw, round)
    # A repechage is played after all other matches of its round.
    return OneDay(draw, round, later, [table for table in shown if table.match.is_repechage] or shown)


def tables(draw: PublishedDraw, round: PublishedRound) -> list[RoundTable]:
    """Return the tables of a round in order of their numbers."""
    return [_table(draw, state.table, state) for state in round.matches if state.table]


def _table(draw: PublishedDraw, number: int, state: PublishedMatch) -> RoundTable:
    names = tuple(draw.forms[side.pair.number].short if side.pair else words.capital(side.text) for side in state.sides)
    return RoundTable(number, state, match_line(state), names, _LOOKS.get(state.stage, "ready"), words.label(state))


def _obstacle(draw: PublishedDraw, state: PublishedMatch, round: int) -> Obstacle:
    where, match = "Repechage" if state.is_repechage else f"Table {state.table}", f"matches/{state.code}/"
    if state.round != round:
        where += f" of {with_article(state.round_name)}"
    if state.stage is Stage.SUBMITTED:
        other = draw.forms[state.to_answer.number].short
        return Obstacle(where, f"{other} have to confirm.", "Confirm for them", f"confirm/?match={state.code}")
    if state.stage is Stage.DISPUTED:
        return Obstacle(where, "the result is disputed.", "Decide", f"{match}dispute/")
    if state.stage is Stage.READY:
        return Obstacle(where, "no deal is recorded.", "Type in the result", f"results/{state.round}/")
    return Obstacle(where, f"{words.label(state)}.", "Open the match", match)
