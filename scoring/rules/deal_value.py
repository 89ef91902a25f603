"""Value of one deal, item by item (Law 81)."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from scoring.rules import tariff
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import ABOVE, BELOW, Deal, Entry, Reason
from scoring.rules.sides import NOTHING, Side, Tally


class Price(NamedTuple):
    """Entries on the pad, and their sums for each side in points."""

    entries: tuple[Entry, ...]
    below: Tally
    above: Tally
    score: Tally

    def plus(self, entry: Entry) -> "Price":
        """Return the price with one more entry above the line."""
        side, _, points, _, _ = entry
        return Price((*self.entries, entry), self.below, self.above.plus(side, points), self.score.plus(side, points))


NO_SCORE = Price((), NOTHING, NOTHING, NOTHING)


def price(deal: Deal, vulnerable: tuple[Side, ...]) -> Price:
    """Return the price of a deal with these sides vulnerable. It excludes the bonus for a rubber."""
    if deal.declarer is None or deal.contract is None or deal.tricks is None:
        return NO_SCORE
    side = deal.declarer.side
    worth = _played(deal.contract, deal.tricks, side, side in vulnerable)
    if held := deal.honours:
        return worth.plus(_premium(held.side, held.points, Reason.HONOURS))
    return worth


# There are 5,880 combinations. The matches of a season repeat a few hundred of them.
@cache
def _played(contract: Contract, tricks: int, side: Side, vulnerable: bool) -> Price:
    over = tricks - contract.tricks
    if over < 0:
        penalty = undertricks(contract.doubling, -over, vulnerable)
        return NO_SCORE.plus(_premium(side.other, penalty, Reason.UNDERTRICKS))
    points = trick_points(contract)
    made = Entry(side, BELOW, points, Reason.TRICK_POINTS, tariff.TABLE_LAW)
    premiums = tuple(_premiums(contract, over, side, vulnerable))
    below = NOTHING.plus(side, points)
    above = NOTHING.plus(side, sum(entry.points for entry in premiums))
    return Price((made, *premiums), below, above, below + above)


def _premiums(contract: Contract, over: int, side: Side, vulnerable: bool) -> Iterator[Entry]:
    if over:
        yield _premium(side, overtricks(contract, over, vulnerable), Reason.OVERTRICKS)
    if slam := _SLAMS.get(contract.level):
        yield _premium(side, tariff.SLAM[contract.level][vulnerable], slam)
    if doubled := _DOUBLED.get(contract.doubling):
        yield _premium(side, tariff.MADE[contract.doubling], doubled)


def _premium(side: Side, points: int, reason: Reason) -> Entry:
    return Entry(side, ABOVE, points, reason, tariff.TABLE_LAW)


_SLAMS = {6: Reason.SMALL_SLAM, 7: Reason.GRAND_SLAM}
_DOUBLED = {Doubling.DOUBLED: Reason.DOUBLED_MADE, Doubling.REDOUBLED: Reason.REDOUBLED_MADE}


def trick_points(contract: Contract) -> int:
    """Return the trick points for making the contract."""
    odd = contract.level * tariff.TRICK[contract.denomination]
    if contract.denomination is Denomination.NT:
        odd += tariff.FIRST_NO_TRUMP_TRICK_EXTRA
    return odd * contract.doubling


def overtricks(contract: Contract, count: int, vulnerable: bool) -> int:
    """Return the points for `count` overtricks."""
    if contract.doubling is Doubling.UNDOUBLED:
        return count * tariff.TRICK[contract.denomination]
    return count * tariff.OVERTRICK[contract.doubling][vulnerable]


def undertricks(doubling: Doubling, count: int, vulnerable: bool) -> int:
    """Return the points of the defenders for `count` undertricks."""
    if doubling is Doubling.UNDOUBLED:
        return count * tariff.UNDERTRICK[vulnerable]
    return tariff.DOUBLED_UNDERTRICKS[vulnerable][count - 1] * doubling // Doubling.DOUBLED
