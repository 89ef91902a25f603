"""Singles: rubbers in which each of four players partners each other, and points for every player.

The paper is the Singles Scoring System. It says nothing of who deals: here the deal passes clockwise from seat to seat,
through passed-in deals and from rubber to rubber, as in a match.
"""

from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

from scoring.pads import solo
from scoring.pads.game import Game
from scoring.pads.line import Next, PadLine
from scoring.pads.seating import RUBBERS_OF_A_ROUND, Player, seat_of
from scoring.pads.singles_rubber import SinglesRubber
from scoring.pads.solo import Points
from scoring.rules import deal as rules
from scoring.rules.contract import Contract
from scoring.rules.sides import Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Declarer, contract and tricks won by declarer's side; nothing at all when passed in."""

    declarer: Player | None
    contract: Contract | None
    tricks: int | None

    def __post_init__(self) -> None:
        self.seated()

    @classmethod
    def passed_in(cls) -> "Deal":
        """A deal on which all four players passed: it counts as a deal and scores nothing."""
        return cls(None, None, None)

    def seated(self, rubber: int = 1) -> rules.Deal:
        """The deal with declarer in the seat of the rubber of this number; Refused when there can be no such deal."""
        seat = seat_of(self.declarer, rubber) if self.declarer else None
        return rules.Deal(seat, self.contract, self.tricks)


class Round(NamedTuple):
    """A round as far as it has been played: its rubbers, its points, and every player's points after it."""

    number: int
    rubbers: tuple[SinglesRubber, ...]
    points: Points
    total: Points

    @property
    def complete(self) -> bool:
        """Whether everybody has partnered everybody."""
        return len(self.rubbers) == RUBBERS_OF_A_ROUND and all(rubber.ending for rubber in self.rubbers)


@dataclass(frozen=True, slots=True)
class Singles:
    """An evening of singles as far as it has been played: who deals next, and the rubbers that have a deal."""

    game: ClassVar[Game] = Game.SINGLES

    dealer: Seat = Seat.N
    rubbers: tuple[SinglesRubber, ...] = ()

    @property
    def running(self) -> SinglesRubber:
        """The rubber to which the next deal belongs, be it blank."""
        if self.rubbers and self.rubbers[-1].ending is None:
            return self.rubbers[-1]
        return SinglesRubber(len(self.rubbers) + 1)

    @property
    def next(self) -> Next[Seat]:
        """The deal to be played next, by its number within the rubber that is running."""
        running = self.running
        return Next(len(running.lines) + 1, self.dealer, running.so_far.vulnerable)

    def after(self, deal: Deal) -> "Singles":
        """The evening with one more deal."""
        running = self.running
        rubber = running.after(deal.seated(running.number), self.dealer)
        return Singles(self.dealer.after(1), (*self.rubbers[: running.number - 1], rubber))

    @property
    def lines(self) -> tuple[PadLine[Seat, rules.Deal], ...]:
        """Every deal of the evening, numbered within its rubber."""
        return tuple(chain.from_iterable(rubber.lines for rubber in self.rubbers))

    @property
    def points(self) -> Points:
        """Every player's solo points, those of an incomplete round included."""
        return _points(self.rubbers)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round that has a deal, first one first; the last may be incomplete."""
        firsts = range(0, len(self.rubbers), RUBBERS_OF_A_ROUND)
        return tuple(self._round(number, first) for number, first in enumerate(firsts, start=1))

    @property
    def complete(self) -> bool:
        """Whether only whole rounds have been played."""
        return all(played.complete for played in self.rounds)

    @property
    def unfinished(self) -> str:
        """What is left half played, and that it is unfair; empty when nothing is."""
        if self.complete:
            return ""
        last = self.rounds[-1]
        over = sum(1 for rubber in last.rubbers if rubber.ending)
        return (
            f"Round {last.number} is incomplete, with {over} of its {RUBBERS_OF_A_ROUND} rubbers over: "
            "its points are unfair, as not everybody has partnered everybody."
        )

    def _round(self, number: int, first: int) -> Round:
        last = first + RUBBERS_OF_A_ROUND
        rubbers = self.rubbers[first:last]
        return Round(number, rubbers, _points(rubbers), _points(self.rubbers[:last]))


def _points(rubbers: tuple[SinglesRubber, ...]) -> Points:
    return solo.tally([award for rubber in rubbers for award in rubber.awards])
