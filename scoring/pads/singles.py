"""Singles: rubbers in which each player partners every other player, with points for each player.

The source is the paper "Singles Scoring System". It does not say who deals. Here the deal passes clockwise as
in a match, also after a passed-in deal and from one rubber to the next.
"""

from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

from scoring.pads import solo
from scoring.pads.line import Next, PadLine
from scoring.pads.papers import Game
from scoring.pads.seating import RUBBERS_OF_A_ROUND, Player, seat_of_player
from scoring.pads.singles_rubber import SinglesRubber
from scoring.pads.solo import Points
from scoring.rules.contract import Contract
from scoring.rules.deal import Deal
from scoring.rules.sides import Seat


@dataclass(frozen=True, slots=True)
class SinglesDeal:
    """A deal of singles: declarer, contract and tricks won by declarer's side. All are None if it was passed in."""

    declarer: Player | None
    contract: Contract | None
    tricks: int | None

    def __post_init__(self) -> None:
        self.seated()

    @classmethod
    def passed_in(cls) -> "SinglesDeal":
        """Return a passed-in deal. It takes a number and scores nothing."""
        return cls(None, None, None)

    def seated(self, rubber: int = 1) -> Deal:
        """Return the deal with declarer in their seat for this rubber. Raises Refused if the deal is impossible."""
        seat = seat_of_player(self.declarer, rubber) if self.declarer else None
        return Deal(seat, self.contract, self.tricks)


class Round(NamedTuple):
    """A round with its rubbers and its points. `total` holds each player's points after it."""

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
    """A score pad of singles. `dealer` deals next."""

    game: ClassVar[Game] = Game.SINGLES

    dealer: Seat = Seat.N
    rubbers: tuple[SinglesRubber, ...] = ()

    @property
    def running(self) -> SinglesRubber:
        """The rubber of the next deal. It may be empty."""
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
    def lines(self) -> tuple[PadLine[Seat, Deal], ...]:
        """All deals, numbered within their rubbers."""
        return tuple(chain.from_iterable(rubber.lines for rubber in self.rubbers))

    @property
    def points(self) -> Points:
        """Solo points of each player, including an incomplete round."""
        return _points(self.rubbers)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that have a deal, in order. The last may be incomplete."""
        firsts = range(0, len(self.rubbers), RUBBERS_OF_A_ROUND)
        return tuple(self._round(number, first) for number, first in enumerate(firsts, start=1))

    @property
    def complete(self) -> bool:
        """True if no round is incomplete."""
        return all(played.complete for played in self.rounds)

    @property
    def unfinished(self) -> str:
        """Sentence that says which round is incomplete and therefore unfair, or ""."""
        if self.complete:
            return ""
        last = self.rounds[-1]
        over = sum(1 for rubber in last.rubbers if rubber.ending)
        return (
            f"Round {last.number} is incomplete, with {over} of its {RUBBERS_OF_A_ROUND} rubbers finished. "
            "Its points are unfair, because not everybody has partnered everybody."
        )

    def _round(self, number: int, first: int) -> Round:
        last = first + RUBBERS_OF_A_ROUND
        rubbers = self.rubbers[first:last]
        return Round(number, rubbers, _points(rubbers), _points(self.rubbers[:last]))


def _points(rubbers: tuple[SinglesRubber, ...]) -> Points:
    return solo.tally([award for rubber in rubbers for award in rubber.awards])
