"""Singles: rubbers in which each player partners every other player, with points for each player.

The source is the paper "Singles Scoring System". A rubber differs from rubber bridge in doubled contracts, penalties
and two "doors". A door ends a rubber early at a limit of points (section "Scoring the Rubbers"). A round has three
rubbers. Solo points reward each rubber and rank the players. The paper does not say who deals. Here the deal passes
clockwise as in a match, even after a passed-in deal and between rubbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import ClassVar, Generic, NamedTuple, TypeVar

from scoring.pads import papers
from scoring.pads.line import Extra, Next, PadEntry, PadLine, by_law
from scoring.pads.papers import PadGame, SourcePaper
from scoring.pads.rubber import NEW
from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, PointsReason, ScorePart, points, price, trick_points
from scoring.rules.rubber import Rubber, RubberStep, carry_on
from scoring.rules.sides import NOTHING, BySide, Seat, Side, Tally


class SinglesPlayer(StrEnum):
    """The scorer (S) and the other three players (Singles Scoring System, "Playing the Game")."""

    S = "S"
    A = "A"
    B = "B"
    C = "C"

    __hash__ = str.__hash__


RUBBERS_OF_A_ROUND = 3

# The paper's table of North, South, East and West in each rubber. The scorer stays and two players change places.
_SEATED = tuple(
    dict(zip((Seat.N, Seat.S, Seat.E, Seat.W), map(SinglesPlayer, players), strict=True))
    for players in ("SABC", "SBAC", "SCAB")
)


def round_of(rubber: int) -> int:
    """Return the number of the round with this rubber."""
    return (rubber - 1) // RUBBERS_OF_A_ROUND + 1


def seats(rubber: int) -> Mapping[Seat, SinglesPlayer]:
    """Return the player in each seat in this rubber."""
    return _SEATED[(rubber - 1) % RUBBERS_OF_A_ROUND]


def seat_of_player(player: SinglesPlayer, rubber: int) -> Seat:
    """Return a player's seat in this rubber."""
    return next(seat for seat, sitting in seats(rubber).items() if sitting is player)


def partners(rubber: int) -> BySide[tuple[SinglesPlayer, ...]]:
    """Return the partners on each side in this rubber, with the scorer's side first."""
    ns, ew = (tuple(player for seat, player in seats(rubber).items() if seat.side is side) for side in Side)
    return BySide(ns, ew)


Who = TypeVar("Who")
Points = Mapping[SinglesPlayer, int]


class WayToWin(StrEnum):
    """Ways to win a rubber."""

    TWO_NIL = "2-0"
    TWO_ONE = "2-1"
    FRONT_DOOR = "front door"
    BACK_DOOR = "back door"


_WON = {
    WayToWin.TWO_NIL: (papers.RUBBER_2_0, "rubber won 2-0"),
    WayToWin.TWO_ONE: (papers.RUBBER_2_1, "rubber won 2-1"),
    WayToWin.FRONT_DOOR: (papers.RUBBER_BY_A_DOOR, "rubber won, out the front door"),
    WayToWin.BACK_DOOR: (papers.RUBBER_BY_A_DOOR, "rubber won, opponents out the back door"),
}
_SLAM = {6: "small slam", 7: "grand slam"}


class RubberEnding(NamedTuple):
    """The side that won a rubber, and the way it won."""

    winner: Side
    how: WayToWin


class Slam(NamedTuple):
    """A slam bid and made, with its deal, its side and its level (6 or 7)."""

    deal: int
    side: Side
    level: int


class SinglesAward(NamedTuple):
    """One player's solo points, with their reason."""

    player: SinglesPlayer
    points: int
    reason: str


class RankingPlace(NamedTuple, Generic[Who]):
    """A player's place in the ranking. Players with equal points share a place."""

    place: int
    player: Who
    points: int


def awards(
    sides: BySide[tuple[SinglesPlayer, ...]], ending: RubberEnding, slams: Iterable[Slam]
) -> tuple[SinglesAward, ...]:
    """Return the awards for a finished rubber: the rubber for its winners, and slams for the pairs that made them."""
    points, reason = _WON[ending.how]
    won = [SinglesAward(player, points, reason) for player in sides[ending.winner]]
    return (*won, *(award for slam in slams for award in _for_slam(sides, ending, slam)))


def _for_slam(sides: BySide[tuple[SinglesPlayer, ...]], ending: RubberEnding, slam: Slam) -> Iterator[SinglesAward]:
    won = slam.side is ending.winner
    outcome = "won" if won else "not won"
    reason = f"{_SLAM[slam.level]} on deal {slam.deal}, rubber {outcome}"
    for player in sides[slam.side]:
        yield SinglesAward(player, papers.SLAM[slam.level][won], reason)


def tally(awards: Sequence[SinglesAward]) -> Points:
    """Return the points of every player, including players without any."""
    return {player: sum(award.points for award in awards if award.player is player) for player in SinglesPlayer}


def places(points: Mapping[Who, int]) -> tuple[RankingPlace[Who], ...]:
    """Return the players in order of points, highest first."""
    ranked = sorted(points, key=lambda player: -points[player])
    return tuple(
        RankingPlace(1 + sum(other > points[player] for other in points.values()), player, points[player])
        for player in ranked
    )


def entries(deal: DealResult, vulnerable: tuple[Side, ...]) -> tuple[PadEntry, ...]:
    """Return the entries for a deal, all for declarer's side. Penalties are negative."""
    for_declarer = [_against_declarer(entry) for entry in by_law(price(deal, vulnerable).entries)]
    return (*for_declarer, *_excess(deal))


def _against_declarer(entry: PadEntry) -> PadEntry:
    if entry.reason is not PointsReason.UNDERTRICKS:
        return entry
    source = f"{SourcePaper.SINGLES}, {entry.source}"
    return entry._replace(side=entry.side.other, points=-entry.points, source=source)


def _excess(deal: DealResult) -> Iterator[PadEntry]:
    """Yield the extra trick points for a doubled contract a second time, above the line."""
    if deal.contract is None or deal.side is None or deal.over < 0:
        return
    undoubled = Contract(deal.contract.level, deal.contract.denomination)
    if excess := trick_points(deal.contract) - trick_points(undoubled):
        yield PadEntry(deal.side, ScorePart.ABOVE, excess, Extra.EXCESS, SourcePaper.SINGLES)


@dataclass(frozen=True, slots=True)
class SinglesRubber:
    """A singles rubber. `ending` is None while it is in play."""

    number: int
    lines: tuple[PadLine[Seat, DealResult], ...] = ()
    so_far: Rubber = NEW
    above: Tally = NOTHING
    ending: RubberEnding | None = None

    def after(self, deal: DealResult, dealer: Seat) -> "SinglesRubber":
        """Return the rubber with one more deal."""
        vulnerable = self.so_far.vulnerable
        deal_entries = entries(deal, vulnerable)
        step = carry_on(self.so_far, price(deal, vulnerable).below)
        line = PadLine(
            len(self.lines) + 1, dealer, deal, vulnerable, deal_entries, self.written + points(deal_entries), step.game
        )
        above = self.above + line.above
        return SinglesRubber(self.number, (*self.lines, line), step.rubber, above, _ending(deal.side, step, above))

    @property
    def round(self) -> int:
        """Number of the round with this rubber."""
        return round_of(self.number)

    @property
    def seats(self) -> Mapping[Seat, SinglesPlayer]:
        """The player in each seat."""
        return seats(self.number)

    @property
    def sides(self) -> BySide[tuple[SinglesPlayer, ...]]:
        """The partners on each side. The scorer's side is North-South."""
        return partners(self.number)

    @property
    def games(self) -> Tally:
        """Games won by each side."""
        return self.so_far.games

    @property
    def written(self) -> Tally:
        """All points written for each side. Only the points above the line can end a rubber."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def slams(self) -> tuple[Slam, ...]:
        """Slams bid and made."""
        return tuple(
            Slam(line.number, line.deal.side, line.deal.slam)
            for line in self.lines
            if line.deal.side and line.deal.slam
        )

    @property
    def awards(self) -> tuple[SinglesAward, ...]:
        """Solo points for this rubber. Empty until it ends."""
        return awards(self.sides, self.ending, self.slams) if self.ending else ()

    @property
    def points(self) -> Points:
        """Each player's solo points."""
        return tally(self.awards)


def _ending(side: Side | None, step: RubberStep, above: Tally) -> RubberEnding | None:
    """Return the ending caused by a deal that `side` declared, if any. A door takes precedence over the second game."""
    if side is None:
        return None
    if above[side] > papers.FRONT_DOOR:
        return RubberEnding(side, WayToWin.FRONT_DOOR)
    if above[side] < papers.BACK_DOOR:
        return RubberEnding(side.other, WayToWin.BACK_DOOR)
    if step.bonus is None:
        return None
    return RubberEnding(side, WayToWin.TWO_ONE if step.rubber.games[side.other] else WayToWin.TWO_NIL)


@dataclass(frozen=True, slots=True)
class SinglesDeal:
    """A deal in singles: declarer, contract and tricks won by declarer's side. All are None if it was passed in."""

    declarer: SinglesPlayer | None
    contract: Contract | None
    tricks: int | None

    def __post_init__(self) -> None:
        self.seated()

    @classmethod
    def passed_in(cls) -> "SinglesDeal":
        """Return a passed-in deal. It uses up a number and scores nothing."""
        return cls(None, None, None)

    def seated(self, rubber: int = 1) -> DealResult:
        """Return the deal with declarer in their seat in this rubber. Raises Refused if the deal is impossible."""
        seat = seat_of_player(self.declarer, rubber) if self.declarer else None
        return DealResult(seat, self.contract, self.tricks)


class SinglesRound(NamedTuple):
    """A round with its rubbers and its points. `total` has each player's points after it."""

    number: int
    rubbers: tuple[SinglesRubber, ...]
    points: Points
    total: Points

    @property
    def complete(self) -> bool:
        """True if every player has partnered every other player."""
        return len(self.rubbers) == RUBBERS_OF_A_ROUND and all(rubber.ending for rubber in self.rubbers)


@dataclass(frozen=True, slots=True)
class Singles:
    """A singles score pad. `dealer` deals next."""

    game: ClassVar[PadGame] = PadGame.SINGLES

    dealer: Seat = Seat.N
    rubbers: tuple[SinglesRubber, ...] = ()

    @property
    def running(self) -> SinglesRubber:
        """The rubber for the next deal. It may be empty."""
        if self.rubbers and self.rubbers[-1].ending is None:
            return self.rubbers[-1]
        return SinglesRubber(len(self.rubbers) + 1)

    @property
    def next(self) -> Next[Seat]:
        """The next deal, numbered within its rubber."""
        running = self.running
        return Next(len(running.lines) + 1, self.dealer, running.so_far.vulnerable)

    def after(self, deal: SinglesDeal) -> "Singles":
        """Return the pad with one more deal."""
        running = self.running
        rubber = running.after(deal.seated(running.number), self.dealer)
        return Singles(self.dealer.after(1), (*self.rubbers[: running.number - 1], rubber))

    @property
    def lines(self) -> tuple[PadLine[Seat, DealResult], ...]:
        """All deals, numbered within their rubbers."""
        return tuple(chain.from_iterable(rubber.lines for rubber in self.rubbers))

    @property
    def points(self) -> Points:
        """Each player's solo points, including an incomplete round."""
        return _points(self.rubbers)

    @property
    def rounds(self) -> tuple[SinglesRound, ...]:
        """The rounds with a deal, in order. The last may be incomplete."""
        firsts = range(0, len(self.rubbers), RUBBERS_OF_A_ROUND)
        return tuple(self._round(number, first) for number, first in enumerate(firsts, start=1))

    @property
    def complete(self) -> bool:
        """True if no round is incomplete."""
        return all(played.complete for played in self.rounds)

    @property
    def unfinished(self) -> str:
        """Sentence about an incomplete round, which is therefore unfair, or ""."""
        if self.complete:
            return ""
        last = self.rounds[-1]
        over = sum(1 for rubber in last.rubbers if rubber.ending)
        return (
            f"Round {last.number} is incomplete, with {over} of its {RUBBERS_OF_A_ROUND} rubbers finished. "
            "Its points are unfair, because not everybody has partnered everybody."
        )

    def _round(self, number: int, first: int) -> SinglesRound:
        last = first + RUBBERS_OF_A_ROUND
        rubbers = self.rubbers[first:last]
        return SinglesRound(number, rubbers, _points(rubbers), _points(self.rubbers[:last]))


def _points(rubbers: tuple[SinglesRubber, ...]) -> Points:
    return tally([award for rubber in rubbers for award in rubber.awards])
