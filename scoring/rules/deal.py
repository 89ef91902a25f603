"""Deals as played, entries on the score pad, and the value of one deal item by item (Law 81)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

from scoring.rules import tariff
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Seat, Side, Tally


class ScorePart(StrEnum):
    """The two parts of a score pad: trick points below the line, premium points above it (Law 75)."""

    BELOW = "below"
    ABOVE = "above"


BELOW, ABOVE = ScorePart


class PointsReason(StrEnum):
    """The reason for points on the score pad."""

    TRICK_POINTS = "trick points"
    OVERTRICKS = "overtricks"
    SMALL_SLAM = "small slam"
    GRAND_SLAM = "grand slam"
    DOUBLED_MADE = "doubled contract made"
    REDOUBLED_MADE = "redoubled contract made"
    UNDERTRICKS = "undertricks"
    HONOURS = "honours"
    RUBBER = "rubber"
    ONLY_GAME = "only game"
    ONLY_PART_SCORE = "only part-score"


class ScoreEntry(NamedTuple):
    """Points for one side on the score pad, with their reason and their Law."""

    side: Side
    line: ScorePart
    points: int
    reason: PointsReason
    law: int

    @property
    def source(self) -> str:
        """The printed source of the points, such as "Law 81"."""
        return f"Law {self.law}"


class WrittenEntry(Protocol):
    """An entry of any game with two columns."""

    @property
    def side(self) -> Side: ...
    @property
    def line(self) -> ScorePart: ...
    @property
    def points(self) -> int: ...
    @property
    def reason(self) -> str: ...


def points(entries: Iterable[WrittenEntry]) -> Tally:
    """Return each side's sum of these entries, above and below the line."""
    total = NOTHING
    for entry in entries:
        total = total.plus(entry.side, entry.points)
    return total


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours in one hand of either side: 100 or 150 points (Law 81)."""

    side: Side
    points: int

    def __post_init__(self) -> None:
        if self.points not in tariff.HONOURS:
            raise Refused(f"Honours are worth {tariff.HONOURS_WORDS} points, not {self.points}.")


class Noted(NamedTuple):
    """Misdeals before a deal and a note about it. They do not affect the score."""

    misdeals: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal: declarer, contract, tricks won by declarer's side, and honours. All are None if it was passed in."""

    declarer: Seat | None
    contract: Contract | None
    tricks: int | None
    honours: Honours | None = None

    def __post_init__(self) -> None:
        if self.is_passed_in:
            self._check_nothing_else()
        else:
            self._check_play()

    @classmethod
    def passed_in(cls) -> "DealResult":
        """Return a passed-in deal. It uses up a number and scores nothing."""
        return cls(None, None, None)

    @property
    def is_passed_in(self) -> bool:
        """True if all four players passed."""
        return self.contract is None

    @property
    def side(self) -> Side | None:
        """Declarer's side, or None if the deal was passed in."""
        return self.declarer.side if self.declarer else None

    @property
    def over(self) -> int:
        """Tricks above the contract. Negative if declarer is light."""
        if self.contract is None or self.tricks is None:
            return 0
        return self.tricks - self.contract.tricks

    @property
    def slam(self) -> int | None:
        """The level of the slam bid and made, or None."""
        return self.contract.level if self.contract and self.contract.level in tariff.SLAM and self.over >= 0 else None

    def _check_nothing_else(self) -> None:
        if self.declarer is not None:
            raise Refused("A deal with a declarer needs a contract. A passed-in deal has no declarer.")
        if self.tricks is not None:
            raise Refused("A deal with tricks needs a contract. A passed-in deal has no tricks.")
        if self.honours is not None:
            raise Refused("A passed-in deal has no honours. Leave them out.")

    def _check_play(self) -> None:
        if self.declarer is None:
            raise Refused("Choose the declarer.")
        if self.tricks is None:
            raise Refused("Enter the number of tricks that declarer’s side won.")
        if not 0 <= self.tricks <= 13:
            raise Refused(f"A side wins 0 to 13 tricks, not {self.tricks}.")
        if self.honours and self._is_no_trump and self.honours.points not in tariff.NO_TRUMP_HONOURS:
            raise Refused("Honours at no-trump are four aces in one hand, 150 points. 100 is impossible.")

    @property
    def _is_no_trump(self) -> bool:
        return self.contract is not None and self.contract.denomination is Denomination.NT


# Names of the stored values that describe a deal.
COLUMNS = ("declarer", "level", "denomination", "doubling", "tricks", "honours_side", "honours_points")


# Many deals are alike, so this cache saves most of the work.
@lru_cache(maxsize=4096)
def recall(
    declarer: str, level: int | None, denomination: str, doubling: int | None, tricks: int | None, side: str, size: int
) -> DealResult:
    """Return the deal with these stored values. Raises Refused if they do not form a deal."""
    if level is None or doubling is None:
        return DealResult.passed_in()
    try:
        contract = Contract(level, Denomination(denomination), Doubling(doubling))
        seat = Seat(declarer)
        honours = Honours(Side(side), size) if size else None
    except ValueError as fault:
        raise Refused(f"These stored values are not those of a deal: {fault}.") from None
    return DealResult(seat, contract, tricks, honours)


class Price(NamedTuple):
    """Entries on the pad, and their sums for each side in points."""

    entries: tuple[ScoreEntry, ...]
    below: Tally
    above: Tally
    score: Tally

    def plus(self, entry: ScoreEntry) -> "Price":
        """Return the price with one more entry above the line."""
        side, _, points, _, _ = entry
        return Price((*self.entries, entry), self.below, self.above.plus(side, points), self.score.plus(side, points))


NO_SCORE = Price((), NOTHING, NOTHING, NOTHING)


def price(deal: DealResult, vulnerable: tuple[Side, ...]) -> Price:
    """Return the price of a deal with these sides vulnerable, without any rubber bonus."""
    if deal.declarer is None or deal.contract is None or deal.tricks is None:
        return NO_SCORE
    side = deal.declarer.side
    worth = _played(deal.contract, deal.tricks, side, side in vulnerable)
    if honours := deal.honours:
        return worth.plus(_premium(honours.side, honours.points, PointsReason.HONOURS))
    return worth


# There are 5,880 combinations, and the matches in a season repeat a few hundred of them.
@cache
def _played(contract: Contract, tricks: int, side: Side, vulnerable: bool) -> Price:
    over = tricks - contract.tricks
    if over < 0:
        penalty = undertricks(contract.doubling, -over, vulnerable)
        return NO_SCORE.plus(_premium(side.other, penalty, PointsReason.UNDERTRICKS))
    points = trick_points(contract)
    made = ScoreEntry(side, BELOW, points, PointsReason.TRICK_POINTS, tariff.TABLE_LAW)
    premiums = tuple(_premiums(contract, over, side, vulnerable))
    below = NOTHING.plus(side, points)
    above = NOTHING.plus(side, sum(entry.points for entry in premiums))
    return Price((made, *premiums), below, above, below + above)


def _premiums(contract: Contract, over: int, side: Side, vulnerable: bool) -> Iterator[ScoreEntry]:
    if over:
        yield _premium(side, overtricks(contract, over, vulnerable), PointsReason.OVERTRICKS)
    if slam := _SLAMS.get(contract.level):
        yield _premium(side, tariff.SLAM[contract.level][vulnerable], slam)
    if doubled := _DOUBLED.get(contract.doubling):
        yield _premium(side, tariff.MADE[contract.doubling], doubled)


def _premium(side: Side, points: int, reason: PointsReason) -> ScoreEntry:
    return ScoreEntry(side, ABOVE, points, reason, tariff.TABLE_LAW)


_SLAMS = {6: PointsReason.SMALL_SLAM, 7: PointsReason.GRAND_SLAM}
_DOUBLED = {Doubling.DOUBLED: PointsReason.DOUBLED_MADE, Doubling.REDOUBLED: PointsReason.REDOUBLED_MADE}


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
    """Return the defenders' points for `count` undertricks."""
    if doubling is Doubling.UNDOUBLED:
        return count * tariff.UNDERTRICK[vulnerable]
    return tariff.DOUBLED_UNDERTRICKS[vulnerable][count - 1] * doubling // Doubling.DOUBLED
