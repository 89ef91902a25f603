"""Chicago, or four-deal bridge: chukkers of four deals. The number of a deal sets its vulnerability."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple

from scoring.pads import papers
from scoring.pads.line import Extra, Next, PadEntry, PadLine, by_law
from scoring.pads.papers import PadGame, SourcePaper
from scoring.rules.deal import DealResult, ScorePart, points, price
from scoring.rules.refusal import Refused
from scoring.rules.rubber import Rubber, carry_on
from scoring.rules.sides import NOTHING, Seat, Side, Tally

DEALS = 4


class MiddleVulnerability(StrEnum):
    """The side that is vulnerable on the second and third deals of a chukker. Both versions are in use."""

    DEALER = "dealer"
    OTHERS = "others"

    @property
    def word(self) -> str:
        """The side in words, for use within a sentence."""
        return "dealer’s side" if self is MiddleVulnerability.DEALER else "the other side"


def vulnerable_on(number: int, dealer: Seat, middle: MiddleVulnerability) -> tuple[Side, ...]:
    """Return the vulnerable sides: none on a chukker's first deal, both on its fourth, otherwise by `middle`."""
    in_chukker = (number - 1) % DEALS + 1
    if in_chukker == 1:
        return ()
    if in_chukker == DEALS:
        return tuple(Side)
    return (dealer.side,) if middle is MiddleVulnerability.DEALER else (dealer.side.other,)


def entries(
    deal: DealResult, vulnerable: tuple[Side, ...], *, game: Side | None, is_last: bool
) -> tuple[PadEntry, ...]:
    """Return the entries for a deal. `game` is the side that won a game on it. `is_last` marks the fourth deal."""
    return (*by_law(price(deal, vulnerable).entries), *_bonus(deal, game, vulnerable, is_last))


class Chukker(NamedTuple):
    """A chukker with each side's points. It has four deals, or fewer if it is unfinished."""

    number: int
    first_deal: int
    last_deal: int
    total: Tally


@dataclass(frozen=True, slots=True)
class Chicago:
    """A score pad of Chicago. Part-scores count towards the next game of the chukker."""

    game: ClassVar[PadGame] = PadGame.CHICAGO

    first_dealer: Seat = Seat.N
    middle: MiddleVulnerability = MiddleVulnerability.DEALER
    lines: tuple[PadLine[Seat, DealResult], ...] = ()
    part_scores: Tally = NOTHING

    @property
    def next(self) -> Next[Seat]:
        """The next deal."""
        played = len(self.lines)
        dealer = self.first_dealer.after(played)
        return Next(played + 1, dealer, vulnerable_on(played + 1, dealer, self.middle))

    def after(self, deal: DealResult) -> "Chicago":
        """Return the pad with one more deal. Raises Refused if the deal was passed in."""
        number, dealer, vulnerable = self.next
        if deal.is_passed_in:
            raise Refused(f"In Chicago a passed-in deal has no number. {dealer.word} deals deal {number} again.")
        # Law 73 also decides here when a game is won. Earlier games do not matter in Chicago.
        step = carry_on(Rubber(part_scores=self.part_scores), price(deal, vulnerable).below)
        is_last = number % DEALS == 0
        points_written = entries(deal, vulnerable, game=step.game, is_last=is_last)
        line = PadLine(number, dealer, deal, vulnerable, points_written, self.total + points(points_written), step.game)
        part_scores = NOTHING if is_last else step.rubber.part_scores
        return replace(self, lines=(*self.lines, line), part_scores=part_scores)

    @property
    def total(self) -> Tally:
        """Total points of each side."""
        return self.lines[-1].cumulative if self.lines else NOTHING

    @property
    def chukkers(self) -> tuple[Chukker, ...]:
        """The chukkers with a deal, in order. The last may be unfinished."""
        firsts = range(0, len(self.lines), DEALS)
        by_chukker = enumerate((self.lines[first : first + DEALS] for first in firsts), start=1)
        return tuple(
            Chukker(number, lines[0].number, lines[-1].number, sum((line.score for line in lines), start=NOTHING))
            for number, lines in by_chukker
        )

    @property
    def complete(self) -> bool:
        """True if no chukker is unfinished."""
        return len(self.lines) % DEALS == 0

    @property
    def unfinished(self) -> str:
        """Sentence about an unfinished chukker, or ""."""
        if self.complete:
            return ""
        before, played = divmod(len(self.lines), DEALS)
        return f"Chukker {before + 1} is unfinished, with {played} of its {DEALS} deals played."


def _bonus(deal: DealResult, game: Side | None, vulnerable: tuple[Side, ...], is_last: bool) -> Iterator[PadEntry]:
    """Yield the bonus for a game, or for a part-score on the last deal of a chukker."""
    if game:
        yield PadEntry(game, ScorePart.ABOVE, papers.GAME[game in vulnerable], Extra.GAME, SourcePaper.CHICAGO)
    elif is_last and deal.over >= 0 and deal.side:
        yield PadEntry(deal.side, ScorePart.ABOVE, papers.LAST_PART_SCORE, Extra.LAST_PART_SCORE, SourcePaper.CHICAGO)
