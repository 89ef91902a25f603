"""A match and a round as the draw shows them."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import cast

from django.utils import timezone

from competition.contest.models import Competition, Conditions
from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.terms import Deadline, RoundTerms
from competition.knockout.rules.bracket import Awaiting, Bracket, Bye, Nobody
from competition.knockout.rules.lot import at_home
from competition.knockout.rules.result import Pairs, Result, difference
from competition.knockout.rules.stages import Answer, Stage
from scoring.models import SummarySheet
from scoring.rules.conditions import Conditions as ConditionsOfPlay


@dataclass(frozen=True, slots=True)
class SideState:
    """One side of a match: a pair, or in words why there is none yet; `is_between` if those who may come are named."""

    pair: Pair | None
    text: str
    awaiting: str | None = None
    bye: bool = False
    nobody: str = ""
    total: int | None = None
    wins: bool = False
    is_between: bool = False


def absent(occupant: Bye | Nobody | Awaiting, bracket: Bracket, names: Mapping[int, str]) -> SideState:
    """A side of this draw where no pair stands, or none yet; with the names of those who may come."""
    match occupant:
        case Bye():
            return SideState(None, "bye", bye=True)
        case Nobody(why):
            return SideState(None, f"nobody ({why})", nobody=why)
        case Awaiting(code):
            pairs = bracket.matches[code].pairs
            either = f" ({' or '.join(names[number] for number in pairs)})" if pairs else ""
            return SideState(None, f"winner of {code}{either}", awaiting=code, is_between=bool(pairs))


def totals(meeting: Meeting, last: ResultEntry | None) -> tuple[int, int] | None:
    """Return what was sent in last, or what the sheet makes so far, the upper pair's first; None without either."""
    if last and last.asks_for_answer and last.answer != Answer.TAKEN_BACK:
        return last.totals
    sheet = meeting.sheet
    return meeting.upper_first(sheet.total) if sheet and sheet.recorded else None


@dataclass(frozen=True, slots=True)
class Terms:
    """What of a competition bears on when and where its matches are played; no opening day without its hour."""

    slug: str
    report_days: int
    home: str
    upper_begins: bool
    opening: datetime | None
    opening_place: str

    @classmethod
    def of(cls, competition: Competition) -> "Terms":
        """Those of this competition."""
        day, hour, conditions = competition.opening_day, competition.opening_hour, competition.conditions
        opening = timezone.make_aware(datetime.combine(day, hour)) if day and hour else None
        begins = conditions.first_offer == Conditions.FirstOffer.UPPER
        late = conditions.report_days
        return cls(competition.slug, late, conditions.home, begins, opening, competition.opening_place)


@dataclass(frozen=True, slots=True)
class MatchState:
    """One match with everything known about it.

    `result` is the official result. `through` is the number of the pair that goes through: by the result, by a bye, or
    because nobody is left to play; None while that is open and where nobody does.
    `meeting` is the meeting of the two pairs that counts, once there is one, after those `earlier` ones that a replay
    or another sheet has replaced; `last` is the last thing they sent in or the organiser decided, whether it decides
    the match or not (none stands behind what follows from a withdrawal).
    """

    terms: Terms
    round_terms: RoundTerms
    code: str
    round: int
    round_name: str
    position: int
    deadline: Deadline
    feeds: str | None
    sides: tuple[SideState, SideState]
    stage: Stage
    overdue: bool
    result: Result | None
    through: int | None
    meeting: Meeting | None
    last: ResultEntry | None
    earlier: tuple[Meeting, ...]
    set_aside: tuple[Result, ...]

    @property
    def play_by(self) -> date:
        """The last day to play it, extensions included."""
        return self.deadline.play_by

    @property
    def conditions(self) -> ConditionsOfPlay:
        """What its sheet is opened under; one that is open has its own."""
        return self.round_terms.conditions

    @property
    def home(self) -> Pair | None:
        """Which of the two is at home by the conditions; None where neither is, or they are not known yet."""
        if not self.has_two_pairs:
            return None
        upper, lower = self.pairs
        if self.terms.home != Conditions.Home.LOT:
            return upper if self.terms.home == Conditions.Home.UPPER else None
        drawn = at_home(self.terms.slug, self.code, self.numbers)
        return upper if upper.number == drawn else lower

    @property
    def begins(self) -> Pair | None:
        """Which of the two is to offer dates first by the conditions; None where either may."""
        return self.pairs[0] if self.has_two_pairs and self.terms.upper_begins else None

    @property
    def opening(self) -> datetime | None:
        """When the two are to meet on the opening day, as both said they would come; they may agree on another date."""
        if self.round > 1 or self.stage not in (Stage.READY, Stage.IN_PLAY):
            return None
        return self.terms.opening if all(pair.attending for pair in self.pairs) else None

    @property
    def plays_at(self) -> datetime | None:
        """When the two have agreed to play, or else meet on the opening day."""
        return (self.meeting and self.meeting.plays_at) or self.opening

    @property
    def place(self) -> str:
        """Where that is: a place that is known to everybody on the opening day, a private one else."""
        if self.meeting and self.meeting.plays_at:
            return self.meeting.venue
        return self.terms.opening_place if self.opening else ""

    @property
    def sheet(self) -> SummarySheet | None:
        """The sheet of that meeting as it is stored, once it is open."""
        return self.meeting.sheet if self.meeting else None

    def with_sheet(self, sheet: SummarySheet) -> "MatchState":
        """Return the same match, in play, with the sheet of its meeting as it reads now."""
        meeting = cast(Meeting, copy(self.meeting))
        meeting.sheet = sheet
        made = totals(meeting, self.last) or (None, None)
        upper, lower = (replace(side, total=total) for side, total in zip(self.sides, made, strict=True))
        return replace(self, meeting=meeting, sides=(upper, lower))

    @property
    def recorded(self) -> int:
        """How many deals are on that sheet."""
        return self.sheet.recorded if self.sheet else 0

    @property
    def due(self) -> int:
        """How many deals it has, as far as is known."""
        return self.sheet.due if self.sheet else self.conditions.deals

    @property
    def is_open(self) -> bool:
        """Whether two known pairs can still play or report this match."""
        return self.stage in (Stage.READY, Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs known so far, upper one first."""
        return tuple(side.pair for side in self.sides if side.pair)

    @property
    def has_two_pairs(self) -> bool:
        """Whether it is known who meets here."""
        return len(self.pairs) == 2

    @property
    def has_begun(self) -> bool:
        """Whether anything was played, sent in or decided between the two."""
        return bool(self.recorded or self.result or self.last)

    @property
    def may_be_reopened(self) -> bool:
        """Whether there is a result, or one that was sent in, which can be taken back."""
        return bool(self.result or (self.last and self.last.by_id))

    @property
    def is_to_be_decided(self) -> bool:
        """Whether a result is still to come here, whoever plays."""
        return self.is_open or self.stage is Stage.WAITING

    @property
    def numbers(self) -> Pairs:
        """The numbers of the two pairs; only while there are two."""
        upper, lower = self.pairs
        return upper.number, lower.number

    @property
    def to_answer(self) -> Pair:
        """The pair that is to answer the result on the table; only while one is there."""
        return next(pair for pair in self.pairs if self.last and pair.pk != self.last.by_id)

    @property
    def beside_deals(self) -> tuple:
        """What the two pairs read of it that no deal changes."""
        meeting, last = self.meeting, self.last
        stage = None if self.stage in (Stage.READY, Stage.IN_PLAY) else self.stage
        said, pairs = last and (last.number, last.answer, last.told_at), [pair.pk for pair in self.pairs]
        met = meeting and (meeting.seats, meeting.plays_at, meeting.venue, meeting.upper_private, meeting.lower_private)
        return stage, self.overdue, repr(self.result), pairs, said, met

    @property
    def decided_at(self) -> datetime | None:
        """Since when the result stands; None before."""
        return self.result.since if self.result else None

    @property
    def reported(self) -> Result | None:
        """The result that a pair sent in last, whatever became of it; None before."""
        if self.last is None or not self.last.asks_for_answer:
            return None
        return self.last.result(self.code, self.numbers, deals=self.recorded)

    @property
    def on_the_table(self) -> Result | None:
        """The result that was sent in and waits for its confirmation, or for the organiser's decision."""
        return self.reported if self.stage in (Stage.SUBMITTED, Stage.DISPUTED) else None

    @property
    def margin(self) -> int | None:
        """By how many points one side has won or is ahead, as far as that is known."""
        upper, lower = (side.total for side in self.sides)
        if upper is not None and lower is not None:
            return difference((upper, lower))
        known = self.result or self.on_the_table
        return known.margin if known else None

    @property
    def winner(self) -> Pair | None:
        """The pair that won, once it is official."""
        return next((side.pair for side in self.sides if side.wins), None)

    @property
    def goes_on(self) -> Pair | None:
        """The pair that goes on by a result: the winner, but where the rounds were let stand."""
        on = self.result and self.result.goes_on
        return next((pair for pair in self.pairs if pair.number == on), None)


@dataclass(frozen=True)
class RoundState:
    """A round and its matches, from the top of the draw down."""

    number: int
    name: str
    deadline: Deadline
    terms: RoundTerms
    matches: tuple[MatchState, ...]

    @property
    def play_by(self) -> date:
        """The last day to play its matches, but for those with an extension of their own."""
        return self.deadline.play_by

    @cached_property
    def played(self) -> int:
        """How many of the matches that are played at all have a result."""
        return sum(match.stage is Stage.OFFICIAL for match in self.matches)

    @cached_property
    def playable(self) -> int:
        """How many matches are or will be played."""
        return sum(match.stage not in (Stage.BYE, Stage.VACANT) for match in self.matches)
