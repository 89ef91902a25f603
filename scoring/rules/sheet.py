"""Scoring of matches. The deals alone determine totals, rubbers and standing."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle
from typing import NamedTuple

from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.deal import DealResult, ScoreEntry, points, price
from scoring.rules.refusal import Refused
from scoring.rules.rubber import Rubber, carry_on
from scoring.rules.sides import NOTHING, Seat, Side, Tally


class Standing(StrEnum):
    """The standing of a match: in play, tied after all due deals, or decided."""

    IN_PLAY = "in play"
    TIED = "tied"
    DECIDED = "decided"


class ScoredDeal(NamedTuple):
    """One line on the score sheet. `vulnerable` is the state before the deal. `cumulative` has the totals after it.

    `entries` has all points for the deal, including any rubber bonus. `below`, `above` and `score` are their sums.
    """

    number: int
    dealer: Seat
    deal: DealResult
    vulnerable: tuple[Side, ...]
    entries: tuple[ScoreEntry, ...]
    below: Tally
    above: Tally
    score: Tally
    cumulative: Tally
    game: Side | None
    rubber: Side | None


class PlayedRubber(NamedTuple):
    """A rubber with its first and last deals, its games and its bonus (Law 74)."""

    number: int
    first_deal: int
    last_deal: int
    games: Tally
    finished: bool
    bonus: Tally


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match with the deals played so far. `games` and `part_scores` belong to the rubber in play."""

    conditions: ScoringConditions
    first_dealer: Seat
    lines: tuple[ScoredDeal, ...]
    rubbers: tuple[PlayedRubber, ...]
    games: Tally
    part_scores: Tally
    vulnerable: tuple[Side, ...]
    credit_entries: tuple[ScoreEntry, ...]
    banked: tuple[Tally, ...]
    total: Tally
    stage_end: int
    winner: Side | None

    @property
    def credits(self) -> Tally:
        """Law 80 credits for the rubber in play, without credits banked after earlier stages."""
        return points(self.credit_entries)

    @property
    def shown(self) -> Tally:
        """The total of a decided match.

        Before the end, it is the points written and banked, because other credits count only if play stops.
        """
        if self.winner:
            return self.total
        return sum(self.banked, start=self.written)

    @property
    def written(self) -> Tally:
        """Each side's points written so far, without credits."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    def points_of(self, rubber: PlayedRubber) -> Tally:
        """Return each side's points written in a rubber, without credits."""
        lines = self.lines[rubber.first_deal - 1 : rubber.last_deal]
        return sum((line.score for line in lines), start=NOTHING)

    @property
    def deals_left(self) -> int:
        """Number of deals still to play."""
        return self.stage_end - len(self.lines)

    @property
    def standing(self) -> Standing:
        """Standing of the match."""
        if self.winner:
            return Standing.DECIDED
        all_played = len(self.lines) >= self.conditions.deals
        if all_played and self.deals_left == self.conditions.extra_deals:
            return Standing.TIED
        return Standing.IN_PLAY

    @property
    def next_number(self) -> int | None:
        """Number of the next deal, or None once the match is decided."""
        return None if self.winner else len(self.lines) + 1

    @property
    def next_dealer(self) -> Seat | None:
        """Dealer of the next deal, or None once the match is decided."""
        return None if self.winner else self.first_dealer.after(len(self.lines))


def read_sheet(deals: Iterable[DealResult], first_dealer: Seat, conditions: ScoringConditions) -> Sheet:
    """Return the score sheet with its points. Raises Refused at the first deal after the match was decided."""
    pad = _Pad(first_dealer, conditions)
    for deal in deals:
        pad.write(deal)
    return pad.sheet()


def read_to_the_end(deals: Iterable[DealResult], first_dealer: Seat, conditions: ScoringConditions) -> Sheet:
    """Return the score sheet with its points, without deals after the match was decided."""
    pad = _Pad(first_dealer, conditions)
    for deal in deals:
        if pad.winner is None:
            pad.write(deal)
    return pad.sheet()


class _Pad:
    """The state of a match while its deals are scored."""

    def __init__(self, first_dealer: Seat, conditions: ScoringConditions) -> None:
        self.first_dealer = first_dealer
        self.conditions = conditions
        self.dealers = cycle([first_dealer.after(deals) for deals in range(4)])
        self.lines: list[ScoredDeal] = []
        self.cumulative = NOTHING
        self.rubber = Rubber()
        self.rubbers: list[PlayedRubber] = []
        self.banked: list[Tally] = []
        self.stage_end = conditions.deals
        self.winner: Side | None = None

    def write(self, deal: DealResult) -> None:
        number = len(self.lines) + 1
        if self.winner:
            raise Refused(f"Deal {number} is one too many. The match was decided by deal {number - 1}.")
        vulnerable = self.rubber.vulnerable
        worth = price(deal, vulnerable)
        self.rubber, game, bonus = carry_on(self.rubber, worth.below)
        if bonus:
            worth = worth.plus(bonus)
        self.cumulative += worth.score
        won = bonus and game
        line = ScoredDeal(number, next(self.dealers), deal, vulnerable, *worth, self.cumulative, game, won)
        self.lines.append(line)
        if bonus:
            self._end_rubber(points([bonus]))
        if number == self.stage_end:
            self._end_stage()

    def _end_rubber(self, bonus: Tally = NOTHING) -> None:
        """Add the current rubber to the list, unless it has no deals."""
        first_deal = self.rubbers[-1].last_deal + 1 if self.rubbers else 1
        number = len(self.rubbers) + 1
        last_deal = len(self.lines)
        if first_deal <= last_deal:
            played = PlayedRubber(number, first_deal, last_deal, self.rubber.games, bonus != NOTHING, bonus)
            self.rubbers.append(played)
        self.rubber = Rubber()

    def _end_stage(self) -> None:
        """Set the winner, or extend the match by tie-break deals."""
        self.winner = self._total().ahead
        if self.winner:
            return
        self.stage_end += self.conditions.extra_deals
        if self.conditions.tie_break == TieBreak.FRESH:
            self.banked.append(points(self._credits()))
            self._end_rubber()

    def _credits(self) -> tuple[ScoreEntry, ...]:
        return self.rubber.credits(self.conditions.only_partscore)

    def _total(self) -> Tally:
        return sum(self.banked, start=self.cumulative + points(self._credits()))

    def sheet(self) -> Sheet:
        running = self.rubber
        credits = self._credits()
        total = self._total()
        self._end_rubber()
        return Sheet(
            self.conditions,
            self.first_dealer,
            tuple(self.lines),
            tuple(self.rubbers),
            running.games,
            running.part_scores,
            running.vulnerable,
            credits,
            tuple(self.banked),
            total,
            self.stage_end,
            self.winner,
        )
