"""Two sheets of one match, each side having kept its own (Law 75): where they differ and what that does."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from scoring.rules.deal import Deal
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, read
from scoring.rules.sides import Tally


class Difference(NamedTuple):
    """A deal as either sheet has it (None: not at all), and the first sheet's total if it read as the other does.

    The total is None where the match would then have ended before its last deal.
    """

    number: int
    one: Deal | None
    other: Deal | None
    total: Tally | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sheets and every deal on which they differ, first one first."""

    one: Sheet
    other: Sheet
    differences: tuple[Difference, ...]

    @property
    def first(self) -> Difference | None:
        """The first deal on which they differ; None when they agree."""
        return self.differences[0] if self.differences else None

    @property
    def changes_winner(self) -> bool:
        """Whether the match is decided by either sheet, and for the two sides."""
        return self.is_decided and self.one.winner is not self.other.winner

    @property
    def is_decided(self) -> bool:
        """Whether the match is over by either sheet."""
        return None not in (self.one.winner, self.other.winner)

    @property
    def left_out_by_one(self) -> bool:
        """Whether the first sheet lacks the first deal they differ on and runs one deal behind from there on."""
        return self._runs_behind(self.one, self.other)

    @property
    def left_out_by_other(self) -> bool:
        """Whether the other sheet lacks it and runs behind."""
        return self._runs_behind(self.other, self.one)

    def _runs_behind(self, short: Sheet, full: Sheet) -> bool:
        if self.first is None:
            return False
        rest, further = _deals(short)[self.first.number - 1 :], _deals(full)[self.first.number :]
        shared = min(len(rest), len(further))
        return shared > 0 and rest[:shared] == further[:shared]


def compare(one: Sheet, other: Sheet) -> Comparison:
    """The two sheets of a match deal by deal; the first is the one that counts as things stand."""
    pairs = enumerate(zip_longest(_deals(one), _deals(other)), start=1)
    differences = (
        Difference(number, *deals, _total(one, number, deals[1])) for number, deals in pairs if len({*deals}) > 1
    )
    return Comparison(one, other, tuple(differences))


def _deals(sheet: Sheet) -> list[Deal]:
    return [line.deal for line in sheet.lines]


def _total(sheet: Sheet, number: int, deal: Deal | None) -> Tally | None:
    deals: list[Deal | None] = [*_deals(sheet), None][: max(len(sheet.lines), number)]
    if number > len(deals):
        return None
    deals[number - 1] = deal
    try:
        return read([facts for facts in deals if facts], sheet.first_dealer, sheet.conditions).total
    except Refused:
        return None
