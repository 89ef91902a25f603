"""Comparison of a match's two score sheets, one kept by each side (Law 75)."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import Tally


class DealDifference(NamedTuple):
    """A deal on which the score sheets differ. A missing deal is None.

    `total` is the total of `one` with the deal from `other`. It is None if the match would then end before its last
    deal.
    """

    number: int
    one: DealResult | None
    other: DealResult | None
    total: Tally | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two score sheets of a match, and the deals on which they differ, in order."""

    one: Sheet
    other: Sheet
    differences: tuple[DealDifference, ...]

    @property
    def first(self) -> DealDifference | None:
        """The first deal on which the score sheets differ, or None if they agree."""
        return self.differences[0] if self.differences else None

    @property
    def changes_winner(self) -> bool:
        """True if both score sheets decide the match and give it to different sides."""
        return self.is_decided and self.one.winner is not self.other.winner

    @property
    def is_decided(self) -> bool:
        """True if both score sheets decide the match."""
        return None not in (self.one.winner, self.other.winner)

    @property
    def left_out_by_one(self) -> bool:
        """True if `one` omits the first differing deal of `other` and the later deals are the same."""
        return self._runs_behind(self.one, self.other)

    @property
    def left_out_by_other(self) -> bool:
        """True if `other` omits the first differing deal of `one` and the later deals are the same."""
        return self._runs_behind(self.other, self.one)

    def _runs_behind(self, short: Sheet, full: Sheet) -> bool:
        if self.first is None:
            return False
        rest = _deals(short)[self.first.number - 1 :]
        further = _deals(full)[self.first.number :]
        shared = min(len(rest), len(further))
        return shared > 0 and rest[:shared] == further[:shared]


def compare(sheet: Sheet, other: Sheet) -> Comparison:
    """Return the differences between two score sheets of a match. `sheet` is the score sheet that counts."""
    pairs = enumerate(zip_longest(_deals(sheet), _deals(other)), start=1)
    differences = (
        DealDifference(number, *deals, _total(sheet, number, deals[1])) for number, deals in pairs if len({*deals}) > 1
    )
    return Comparison(sheet, other, tuple(differences))


def _deals(sheet: Sheet) -> list[DealResult]:
    return [line.deal for line in sheet.lines]


def _total(sheet: Sheet, number: int, deal: DealResult | None) -> Tally | None:
    deals: list[DealResult | None] = [*_deals(sheet), None][: max(len(sheet.lines), number)]
    if number > len(deals):
        return None
    deals[number - 1] = deal
    try:
        return read_sheet([facts for facts in deals if facts], sheet.first_dealer, sheet.conditions).total
    except Refused:
        return None
