"""Corrections to a score sheet: changes, insertions and deletions of deals, and their effect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused, fingerprint
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet, read_to_the_end


class ChangeKind(StrEnum):
    """A kind of correction: change a deal, insert a forgotten deal, or delete a deal that was not played."""

    CHANGE = "change"
    INSERT = "insert"
    DELETE = "delete"


class DealChange(NamedTuple):
    """A correction: replace deal `number`, insert a deal before it, or delete it.

    `deal` is the new deal, or the deal to delete. `misdeals` and `note` belong to it.
    """

    kind: ChangeKind
    number: int
    deal: DealResult
    misdeals: int = 0
    note: str = ""

    @property
    def moves_deals(self) -> bool:
        """True if later deals get other numbers, dealers and vulnerability."""
        return self.kind is not ChangeKind.CHANGE

    def applied_to(self, deals: Sequence[DealResult]) -> list[DealResult]:
        """Return the deals on a score sheet after this change."""
        put = [] if self.kind is ChangeKind.DELETE else [self.deal]
        rest = self.number - 1 if self.kind is ChangeKind.INSERT else self.number
        return [*deals[: self.number - 1], *put, *deals[rest:]]


RubberChange = tuple[int, PlayedRubber | None, PlayedRubber | None]
"""The number of a rubber, and the rubber before and after a change."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A score sheet before and after a change.

    If a scoring error made a tie, the pairs may have played on. Deals after the true end of the match are deleted.
    """

    change: DealChange
    before: Sheet
    after: Sheet

    @property
    def stands(self) -> DealResult | None:
        """The deal on the score sheet that is changed or deleted. None for an inserted deal."""
        number = self.change.number
        return None if self.change.kind is ChangeKind.INSERT else self.before.lines[number - 1].deal

    @property
    def gone(self) -> range:
        """The numbers of the deals after the end of the match, in the numbering after the change."""
        return range(len(self.after.lines) + 1, len(self.change.applied_to(_deals(self.before))) + 1)

    @property
    def deals_gone(self) -> list[DealResult]:
        """The deals after the end of the match, after the change."""
        return self.change.applied_to(_deals(self.before))[len(self.after.lines) :]

    @property
    def line(self) -> ScoredDeal | None:
        """The changed deal after the change, or None if it is deleted."""
        return None if self.change.kind is ChangeKind.DELETE else self.after.lines[self.change.number - 1]

    @property
    def lines(self) -> tuple[tuple[ScoredDeal | None, ScoredDeal | None], ...]:
        """The deals from the changed deal onwards, each as (before, after). None means a missing deal."""
        here = self.change.number - 1
        old: list[ScoredDeal | None] = [*self.before.lines[here:]]
        new: list[ScoredDeal | None] = [*self.after.lines[here:]]
        if self.change.kind is ChangeKind.INSERT:
            old.insert(0, None)
        if self.change.kind is ChangeKind.DELETE:
            new.insert(0, None)
        return tuple(zip_longest(old, new))

    @property
    def rubbers(self) -> tuple[RubberChange, ...]:
        """The rubbers with different games, each as (number, before, after). None means a missing rubber."""
        return changed_rubbers(self.before, self.after)

    @property
    def changes_outcome(self) -> bool:
        """True if the change affects the winner or the standing: in play, tied or decided."""
        return (self.before.winner, self.before.standing) != (self.after.winner, self.after.standing)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the change and of the deals shown with it."""
        return fingerprint(self.change, _deals(self.before))


def effect(change: DealChange, sheet: Sheet) -> Effect:
    """Return the effect of a change. Raises Refused if there is no such deal."""
    if not 1 <= change.number <= len(sheet.lines):
        raise Refused(f"There is no deal {change.number} on this score sheet. Reload the page.")
    return Effect(
        change, sheet, read_to_the_end(change.applied_to(_deals(sheet)), sheet.first_dealer, sheet.conditions)
    )


def with_deals(sheet: Sheet, changes: Mapping[int, DealResult]) -> Sheet:
    """Return the score sheet with different deals, by number. Deals after the true end of the match do not count.

    The changes may add deals after the last one. Raises Refused if a deal is missing or if nothing changes.
    """
    deals = _deals(sheet)
    stands = {**dict(enumerate(deals, start=1)), **changes}
    if missing := [number for number in stands if not 1 <= number <= len(stands)]:
        raise Refused(f"There is no deal {missing[0]} on this score sheet. Check the numbers.")
    corrected = [stands[number] for number in sorted(stands)]
    if corrected == deals:
        raise Refused("Nothing was changed. The score sheet already has these scores.")
    return read_to_the_end(corrected, sheet.first_dealer, sheet.conditions)


def changed_rubbers(before: Sheet, after: Sheet) -> tuple[RubberChange, ...]:
    """Return the rubbers with different games. None means a missing rubber."""
    pairs = enumerate(zip_longest(before.rubbers, after.rubbers), start=1)
    return tuple((number, was, would) for number, (was, would) in pairs if _games(was) != _games(would))


def _deals(sheet: Sheet) -> list[DealResult]:
    return [line.deal for line in sheet.lines]


def _games(rubber: PlayedRubber | None) -> object:
    return rubber and (rubber.games, rubber.finished)
