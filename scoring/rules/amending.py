"""A sheet that stands put right: a deal changed, put in or taken out, who must agree to it, and what it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from scoring.rules.deal import Deal
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet, read_to_the_end


class Kind(StrEnum):
    """What is done to a sheet: a deal is changed, a forgotten one inserted, one that is too many deleted."""

    CHANGE = "change"
    INSERT = "insert"
    DELETE = "delete"


class Change(NamedTuple):
    """One deal that is to read otherwise, to be put in before the deal of this number, or to be taken out.

    `deal` is as it is to read; of a deletion, as it reads. The rest is what the sheet notes of it.
    """

    kind: Kind
    number: int
    deal: Deal
    misdeals: int = 0
    note: str = ""

    @property
    def moves_deals(self) -> bool:
        """Whether the deals after it get other numbers, dealers and vulnerability."""
        return self.kind is not Kind.CHANGE

    def applied_to(self, deals: Sequence[Deal]) -> list[Deal]:
        """The deals of a sheet with this change."""
        put = [] if self.kind is Kind.DELETE else [self.deal]
        rest = self.number - 1 if self.kind is Kind.INSERT else self.number
        return [*deals[: self.number - 1], *put, *deals[rest:]]

    def needs_consent(self, deals: Sequence[Deal]) -> bool:
        """Whether the other side must agree (Law 78): to other tricks, or to other deals, before the last deal.

        A slip of the pen, such as a forgotten honour, is put right by either side alone.
        """
        if self.kind is Kind.INSERT:
            return True
        is_last = self.number == len(deals)
        return not is_last and (self.moves_deals or deals[self.number - 1].tricks != self.deal.tricks)


@dataclass(frozen=True, slots=True)
class Effect:
    """A sheet as it stands and as it would stand with a change.

    A slip that made a tie of what was none had the pairs play on: the deals after the true end do not count and go.
    """

    change: Change
    before: Sheet
    after: Sheet

    @property
    def needs_consent(self) -> bool:
        """Whether the other side must agree first (Law 78): always to deals that go."""
        return bool(self.gone) or self.change.needs_consent(_deals(self.before))

    @property
    def gone(self) -> range:
        """The numbers, with the change, of the deals that would come after the end of the match."""
        return range(len(self.after.lines) + 1, len(self.change.applied_to(_deals(self.before))) + 1)

    @property
    def line(self) -> ScoredDeal | None:
        """The line of the deal as it would stand; None when it is taken out."""
        return None if self.change.kind is Kind.DELETE else self.after.lines[self.change.number - 1]

    @property
    def lines(self) -> tuple[tuple[ScoredDeal | None, ScoredDeal | None], ...]:
        """Each deal from the changed one on, as it stands and as it would; None where it does not stand."""
        here = self.change.number - 1
        old: list[ScoredDeal | None] = [*self.before.lines[here:]]
        new: list[ScoredDeal | None] = [*self.after.lines[here:]]
        if self.change.kind is Kind.INSERT:
            old.insert(0, None)
        if self.change.kind is Kind.DELETE:
            new.insert(0, None)
        return tuple(zip_longest(old, new))

    @property
    def rubbers(self) -> tuple[tuple[int, PlayedRubber | None, PlayedRubber | None], ...]:
        """Number of each rubber whose games differ, as it stands and as it would; None where there is no such one."""
        pairs = enumerate(zip_longest(self.before.rubbers, self.after.rubbers), start=1)
        return tuple((number, was, would) for number, (was, would) in pairs if _games(was) != _games(would))

    @property
    def changes_outcome(self) -> bool:
        """Whether another side would have won, or it would be won or open otherwise than it stands."""
        return (self.before.winner, self.before.standing) != (self.after.winner, self.after.standing)

    @property
    def fingerprint(self) -> str:
        """A fingerprint of all that was shown: another change, or the same one of other deals, has another."""
        return fingerprint(self.change, _deals(self.before))


def effect(change: Change, sheet: Sheet) -> Effect:
    """What a change would do to a sheet; Refused when there is no such deal."""
    if not 1 <= change.number <= len(sheet.lines):
        raise Refused(f"There is no deal {change.number} on this sheet.")
    return Effect(
        change, sheet, read_to_the_end(change.applied_to(_deals(sheet)), sheet.first_dealer, sheet.conditions)
    )


def _deals(sheet: Sheet) -> list[Deal]:
    return [line.deal for line in sheet.lines]


def _games(rubber: PlayedRubber | None) -> object:
    return rubber and (rubber.games, rubber.finished)
