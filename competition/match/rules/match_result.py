"""Rules for the result of one match, as entered by the organiser."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from competition.draw.rules.result import Result, ResultKind

Names = tuple[str, str]


class WayToEnd(StrEnum):
    """A way in which a match can end. The value is its name in the URL of a ruling."""

    PLAYED = "played"
    NOT_RECORDED = "winner"
    WALKOVER = "walkover"
    CONCEDED = "conceded"
    DOUBLE_DEFAULT = "double default"


_KINDS = {
    WayToEnd.PLAYED: ResultKind.PLAYED,
    WayToEnd.NOT_RECORDED: ResultKind.PLAYED,
    WayToEnd.WALKOVER: ResultKind.WALKOVER,
    WayToEnd.CONCEDED: ResultKind.CONCEDED,
    WayToEnd.DOUBLE_DEFAULT: ResultKind.DOUBLE_DEFAULT,
}
WITH_TOTALS = (WayToEnd.PLAYED, WayToEnd.CONCEDED)


@dataclass(frozen=True, slots=True)
class RoundFixture:
    """A match of the round with two known pairs, the upper pair first.

    `players` are the names of each pair's players, and `names` are the names shown on the page. `seen` changes with
    each new result or reply in the match. `note` is a sentence about the match, such as a report that awaits a reply.
    `entered` is the result already stored, if it can be changed on the same page. `deals` is set if the match has its
    own number of deals. The page of a round does not ask for a disputed result. `name` is the name of the match in its
    round, or "" for the usual one, such as "Match 8".
    """

    code: str
    numbers: tuple[int, int]
    names: Names
    players: tuple[Names, Names]
    seen: str = ""
    note: str = ""
    entered: "MatchResult | None" = None
    deals: int | None = None
    is_disputed: bool = False
    name: str = ""

    @property
    def title(self) -> tuple[str, str]:
        """The name of the match in two parts, such as "Match" and "8"."""
        words, _, number = (self.name or f"Match {self.code.rpartition('-M')[2]}").rpartition(" ")
        return words, number

    def name_of(self, number: int | None) -> str:
        """Return the name of the pair with this number."""
        return self.names[number != self.numbers[0]]

    def other(self, number: int) -> int:
        """Return the number of this pair's opponents."""
        return self.numbers[number == self.numbers[0]]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of one match. `winner` is the number of a pair, and `totals` has the winners' total first.

    `winner` is None after a double default. `day` is the day of play, if it is known. `margin` is the margin in
    points, if it is known and the totals are not.
    """

    how: WayToEnd
    winner: int | None
    totals: tuple[int, int] | None = None
    day: date | None = None
    margin: int | None = None

    @classmethod
    def of(cls, result: Result, day: date | None = None) -> "MatchResult":
        """Return this Result as the organiser would enter it. An awarded or random result counts as a played match."""
        was_played = result.kind in (ResultKind.PLAYED, ResultKind.RULING, ResultKind.SUCCESSION, ResultKind.LOTS)
        how = next(how for how, kind in _KINDS.items() if kind is (ResultKind.PLAYED if was_played else result.kind))
        if was_played and result.totals is None:
            how = WayToEnd.NOT_RECORDED
        is_upper = result.totals is None or result.winner == result.pairs[0]
        totals = result.totals if is_upper or result.totals is None else (result.totals[1], result.totals[0])
        return cls(how, result.winner, totals, day, result.only_margin)

    def totals_in(self, fixture: RoundFixture) -> tuple[int, int] | None:
        """Return the totals with the upper pair's first."""
        if self.totals is None or self.winner == fixture.numbers[0]:
            return self.totals
        return self.totals[1], self.totals[0]

    def result(self, fixture: RoundFixture) -> Result:
        """Return the Result of this match. Raises Refused if the winner and the totals do not fit together."""
        totals = self.totals_in(fixture)
        return Result(fixture.code, fixture.numbers, _KINDS[self.how], self.winner, totals, only_margin=self.margin)

    def sentence(self, fixture: RoundFixture) -> str:
        """Return the result as a sentence."""
        return self.result(fixture).sentence(*fixture.names)
