"""Rules for a match: its stages, its result with all texts, and questions about unlikely scores."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from math import sqrt
from typing import NamedTuple, TypeVar

from scoring.rules.refusal import Refused
from scoring.rules.words import quantity


class Stage(StrEnum):
    """The public stage of a match."""

    WAITING = "waiting"
    READY = "ready"
    IN_PLAY = "in play"
    SUBMITTED = "submitted"
    DISPUTED = "disputed"
    OFFICIAL = "official"
    BYE = "bye"
    VACANT = "vacant"
    CANCELLED = "cancelled"


# The stages of matches in which two pairs do not meet and will not meet.
NOT_PLAYED = (Stage.BYE, Stage.VACANT, Stage.CANCELLED)


class Answer(StrEnum):
    """The reply to a reported result. TAKEN_BACK means that the reporting pair has undone the report."""

    NONE = ""
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    TAKEN_BACK = "taken back"


def stage_of(by_the_draw: Stage, *, started: bool, answer: Answer | None) -> Stage:
    """Return the stage of a match.

    `started` is True if its score sheet exists. `answer` is the reply to the latest report, or None without a report.
    """
    if by_the_draw != Stage.READY:
        return by_the_draw
    if answer is Answer.NONE:
        return Stage.SUBMITTED
    if answer is Answer.DISPUTED:
        return Stage.DISPUTED
    return Stage.IN_PLAY if started else Stage.READY


def when_cancelled(stage: Stage) -> Stage:
    """Return the stage of a match in a cancelled competition.

    Byes, decided matches and vacant matches do not change.
    """
    return stage if stage in (Stage.OFFICIAL, *NOT_PLAYED) else Stage.CANCELLED


def is_confirmed_automatically(confirms_at: datetime | None, answer: Answer, now: datetime) -> bool:
    """Return True if a result without a reply is confirmed by `now`. None for `confirms_at` means never."""
    return answer is Answer.NONE and confirms_at is not None and now >= confirms_at


T = TypeVar("T")
Pairs = tuple[int, int]
"""The numbers of the two pairs in a match, the upper pair first."""
Totals = tuple[int, int]
"""Two totals in points, the upper pair's first."""
NOT_RECORDED = "score not recorded"


class ResultKind(StrEnum):
    """A way of deciding a match.

    SUCCESSION means that the losing pair replaces winners who cannot continue, so it counts as the winner.
    """

    PLAYED = "played"
    CONCEDED = "conceded"
    WALKOVER = "walkover"
    DOUBLE_DEFAULT = "double default"
    RULING = "ruling"
    SUCCESSION = "takes place"
    LOTS = "lots"


class KeepProgress(StrEnum):
    """A reason for keeping the later rounds although a corrected score sheet has another winner."""

    RULED = "ruled"
    AGREED = "agreed"


_LABELS = {
    ResultKind.PLAYED: "Played",
    ResultKind.CONCEDED: "Conceded",
    ResultKind.WALKOVER: "Walkover",
    ResultKind.DOUBLE_DEFAULT: "Double default",
    ResultKind.RULING: "By ruling",
    ResultKind.SUCCESSION: "In their place",
    ResultKind.LOTS: "Decided at random",
}


def difference(totals: Totals) -> int:
    """Return the difference between two totals in points."""
    return abs(totals[0] - totals[1])


def each_total(names: tuple[str, str], totals: tuple[int | None, int | None]) -> str:
    """Return two totals in words: "A & B 4,730, C & D 4,280"."""
    return ", ".join(f"{name} {_points(total)}" for name, total in zip(names, totals, strict=True))


def _points(total: int | None) -> str:
    return "" if total is None else f"{total:,}"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: its kind, winner and totals. Raises Refused if they do not fit together.

    `match` is the match code. A played match has both totals, or only the winner's margin (`only_margin`), or neither
    if the score was not recorded. `keep_progress` is the pair that stays in the later rounds although its opponents
    win by a corrected score sheet. `deals` is the number of deals on the score sheet that gave the totals, or 0
    without a score sheet. `since` is the time when the result became official, or None before that.
    """

    match: str
    pairs: Pairs
    kind: ResultKind
    winner: int | None
    totals: Totals | None = None
    keep_progress: int | None = None
    only_margin: int | None = None
    deals: int = field(default=0, compare=False, repr=False)
    since: datetime | None = field(default=None, compare=False, repr=False)

    @classmethod
    def played(
        cls,
        match: str,
        pairs: Pairs,
        totals: Totals | None,
        *,
        upper_won: bool = False,
        margin: int | None = None,
        deals: int = 0,
    ) -> "Result":
        """Return the result of a played match. Without totals, `upper_won` names the winner."""
        is_upper = totals[0] > totals[1] if totals else upper_won
        return cls(match, pairs, ResultKind.PLAYED, pairs[not is_upper], totals, only_margin=margin, deals=deals)

    @property
    def was_played(self) -> bool:
        """True if the score decided the match, even if it is not known."""
        return self.kind == ResultKind.PLAYED

    @property
    def upper_won(self) -> bool:
        """True if the upper pair won."""
        return self.winner == self.pairs[0]

    @property
    def loser(self) -> int | None:
        """The number of the losing pair. None after a double default."""
        return None if self.winner is None else self.pairs[self.upper_won]

    @property
    def goes_on(self) -> int | None:
        """The number of the pair that goes through: the winner, unless the later rounds are kept."""
        return self.keep_progress or self.winner

    @property
    def margin(self) -> int | None:
        """The winner's margin in points. None if it is not known or the match was not played."""
        if not self.was_played:
            return None
        return difference(self.totals) if self.totals else self.only_margin

    def winner_first(self, both: tuple[T, T]) -> tuple[T, T]:
        """Return the values for the two pairs with the winner's first. `both` has the upper pair's first."""
        return both if self.upper_won else (both[1], both[0])

    @property
    def label(self) -> str:
        """A short description of the result, such as "Played", "Walkover" or "By ruling"."""
        if self.keep_progress:
            return "Corrected, later rounds kept"
        if not self.was_played or self.totals:
            return _LABELS[self.kind]
        return "Played, only the margin known" if self.only_margin else f"Played, {NOT_RECORDED}"

    @property
    def by(self) -> str:
        """The words after "won" if the totals are not shown: "by 110" or "(score not recorded)"."""
        return f"by {self.margin:,}" if self.margin else f"({NOT_RECORDED})"

    @property
    def by_after(self) -> str:
        """The words after "won", with the number of deals if there is a score sheet: "by 450 after 32 deals"."""
        return f"{self.by} after {quantity(self.deals, 'deal')}" if self.deals else self.by

    def report(self, upper: str, lower: str) -> str:
        """Return the report of the result: "A & B won by 450 after 32 deals, 4,730 to 4,280"."""
        if not self.was_played or self.keep_progress:
            return self.sentence(upper, lower)
        winner = upper if self.upper_won else lower
        won = f"{winner} won {self.by_after}"
        return f"{won}, {self.score}" if self.totals else won

    def by_pair(self, upper: str, lower: str) -> str:
        """Return "A & B 4,730, C & D 4,280". Without totals, return the report."""
        return each_total((upper, lower), self.totals) if self.totals else self.report(upper, lower)

    def in_the_log(self, upper: str, lower: str) -> str:
        """Return "4,730 to 4,280" with the upper pair's total first. Without totals, return the report."""
        return "{:,} to {:,}".format(*self.totals) if self.totals else self.report(upper, lower)

    def sentence(self, upper: str, lower: str) -> str:
        """Return the result as a sentence with the names of both pairs."""
        if self.winner is None:
            return f"Neither {upper} nor {lower} go through: double default."
        winner, loser = self.winner_first((upper, lower))
        match self.kind:
            case ResultKind.PLAYED if self.keep_progress:
                return f"{winner} won {self._by_correction}, but {loser} keep their place."
            case ResultKind.PLAYED:
                margin = f"by {self.score}" if self.totals else self.by
                return f"{winner} beat {loser} {margin}."
            case ResultKind.WALKOVER:
                return f"{winner} go through by walkover against {loser}."
            case ResultKind.CONCEDED:
                text = f"{loser} conceded to {winner}"
            case ResultKind.SUCCESSION:
                won = "won {:,} to {:,} but ".format(*self.winner_first(self.totals)[::-1]) if self.totals else ""
                return f"{winner} take the place of {loser}, who {won}cannot continue."
            case _:
                how = "by a ruling" if self.kind is ResultKind.RULING else "at random"
                text = f"{winner} go through {how} against {loser}"
        return f"{text}, {self.score}." if self.totals else f"{text}."

    @property
    def score(self) -> str:
        """Both totals with the winner's first, such as "4,730 to 4,280". Empty without totals."""
        return "{:,} to {:,}".format(*self.winner_first(self.totals)) if self.totals else ""

    @property
    def _by_correction(self) -> str:
        return f"by the corrected score sheet, {self.score}" if self.totals else f"{self.by} after a correction"

    def __post_init__(self) -> None:
        if self.pairs[0] == self.pairs[1]:
            raise Refused("A match is between two different pairs.")
        self._check_winner()
        self._check_totals()

    def _check_winner(self) -> None:
        if self.keep_progress and (
            self.kind != ResultKind.PLAYED or {self.keep_progress, self.winner} != set(self.pairs)
        ):
            raise Refused("The later rounds can be kept only if a corrected score sheet has another winner.")
        if self.kind != ResultKind.DOUBLE_DEFAULT:
            if self.winner not in self.pairs:
                raise Refused("The winner must be pair {} or pair {}.".format(*self.pairs))
        elif self.winner is not None:
            raise Refused("A double default has no winner. Leave the winner out.")

    def _check_totals(self) -> None:
        if self.only_margin is not None:
            self._check_margin(self.only_margin)
        if self.totals is None:
            return
        upper, lower = self.totals
        if self.kind in (ResultKind.WALKOVER, ResultKind.DOUBLE_DEFAULT):
            raise Refused(f"A {self.kind} has no totals. Leave them out.")
        if upper < 0 or lower < 0 or upper % 10 or lower % 10:
            raise Refused("A total must be 0 or more and end in 0. Check the sums.")
        if self.was_played and upper == lower:
            raise Refused("The totals are level. Play the tie-break deals, then report the result.")
        if self.was_played and self.winner != self.pairs[upper < lower]:
            raise Refused("The pair with the higher total wins a match that was played. Check the totals.")

    def _check_margin(self, margin: int) -> None:
        if not self.was_played:
            raise Refused("Only a match that was played has a margin. Leave it out.")
        if self.totals is not None:
            raise Refused("The totals give the margin. Enter either the totals or the margin.")
        if margin <= 0 or margin % 10:
            raise Refused("A margin must be more than 0 and end in 0. Check the score sheet.")


# Each bound is a * sqrt(deals) + b * deals, with (a, b) below. The constants come from 10,000 random matches of each
# length, scored by the rules of `scoring`. Each deal was picked at random from the 438 deals of the demo and the
# worked score sheets. If the pairs are equal, half of all matches over 30 deals have a higher total of at most 4,060
# and a margin of at most 1,420. In the matches of this table, one pair declares three deals out of four.
#
#     deals                                  8     16      30      36
#     higher total, all but 1 in 100     3,510  5,600   9,080  10,360
#     higher total, all but 1 in 1,000   4,440  6,960  10,330  12,000
#     bound for a total                  5,600  8,400  12,310  13,800
#     margin, all but 1 in 100           3,240  5,100   7,930   8,940
#     margin, all but 1 in 1,000         4,200  6,540   9,410  10,400
#     bound for a margin                 5,120  7,440  10,510  11,640
_TOTAL = (1700, 100)
_MARGIN = (1700, 40)
# In a very short match, one unusual deal makes up most of the total. Such a match gets the bounds for the usual
# length.
_SHORTEST_MATCH, _USUAL_MATCH = 8, 30
# With this many results, the largest stored margin replaces the computed bound.
ENOUGH = 100
SURE = "The score is right"
_THEN = f"Check the score sheet. If it is right, tick “{SURE}” and send it again."


class MarginRecord(NamedTuple):
    """The largest margin in matches of one length, and the number of these matches."""

    margin: int
    matches: int


def highest_total(deals: int) -> int:
    """Return the highest likely total in points for this many deals."""
    return _bound(_TOTAL, deals)


def highest_margin(deals: int) -> int:
    """Return the highest likely margin in points for this many deals."""
    return _bound(_MARGIN, deals)


def _bound(points: tuple[int, int], deals: int) -> int:
    deals = deals if deals >= _SHORTEST_MATCH else _USUAL_MATCH
    return int(points[0] * sqrt(deals) + points[1] * deals) // 10 * 10


def impossible_total(totals: tuple[int, int]) -> str:
    """Return an error if these totals are impossible without penalty points, otherwise ""."""
    # The lowest score of a side is 20, for one trick in a minor suit. Every other multiple of 10 is possible.
    return "No deals make a total of 10 points. Check the score sheet." if 10 in totals else ""


def doubtful_total(totals: tuple[int, int], deals: int) -> str:
    """Return a question if a total is very unlikely after this many deals, otherwise ""."""
    total = max(totals)
    if total <= highest_total(deals):
        return ""
    return f"{total:,} points in {deals} deals is very unlikely. {_THEN}"


def doubtful_margin(margin: int, deals: int, record: MarginRecord | None = None) -> str:
    """Return a question if the margin is very unlikely, otherwise "".

    The limit is the largest margin of `record` if it covers enough matches, otherwise the computed bound.
    """
    if record and record.matches >= ENOUGH:
        if margin <= record.margin:
            return ""
        others = f"in {record.matches:,} matches it was never more than {record.margin:,}"
        return f"A margin of {margin:,} is very unlikely: {others}. {_THEN}"
    if margin <= highest_margin(deals):
        return ""
    return f"A margin of {margin:,} in {deals} deals is very unlikely. {_THEN}"
