"""Values for the states of matches and rounds in the published draw."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import NamedTuple

from django.utils import timezone

from competition.audit.rules import not_revoked
from competition.contest.models import Conditions
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Extension, FixedDay, HomePair, Meeting, NotedPenalty, RoundConditions
from competition.draw.queries.sides import MatchSide
from competition.draw.rules.clock import Clock
from competition.draw.rules.layout import SECTION_FINALS, with_article
from competition.draw.rules.result import Pairs, Result, Stage, difference
from competition.draw.rules.sources import Undrawn
from competition.entries.models import Pair
from scoring.models import SummarySheet
from scoring.rules.conditions import ScoringConditions

# Stages of a match that has been played or will not be played.
ENDED = (Stage.SUBMITTED, Stage.DISPUTED, Stage.OFFICIAL)
# The time used for a result if only its day is known. It is on the same day in UTC for all time zones from -8 to +15
# hours.
AFTERNOON = time(15)


def decisions_on_home(meetings: Iterable[Meeting]) -> list[HomePair]:
    """Return the decisions about the home pair in these meetings of two pairs, in order, including undone ones."""
    return [row for meeting in meetings for row in meeting.given("home_pairs")]


def named_home(meetings: Iterable[Meeting]) -> HomePair | None:
    """Return the last decision in these meetings of two pairs that names the home pair, or None."""
    return next(reversed(not_revoked(decisions_on_home(meetings))), None)


def local_date(at: date | datetime) -> date:
    """Return the day of a time in the local time zone, or the date itself."""
    return timezone.localdate(at) if isinstance(at, datetime) else at


def starts(at: date | datetime) -> datetime:
    """Return the time itself, or the start of the date in the local time zone."""
    return at if isinstance(at, datetime) else timezone.make_aware(datetime.combine(at, time()))


class SetDay(NamedTuple):
    """The day that the organiser set for a round or a match. `row` is the later decision, or None as published."""

    day: date
    hour: time | None
    place: str
    row: FixedDay | None = None

    @property
    def is_of_one_match(self) -> bool:
        """True if the day was set for one match. Its place may be a home, so it is never public."""
        return self.row is not None and self.row.match is not None

    @property
    def public_place(self) -> str:
        """The place for the whole round."""
        return "" if self.is_of_one_match else self.place

    @property
    def at(self) -> date | datetime:
        """The time of play, or only the day if no time is set."""
        return timezone.make_aware(datetime.combine(self.day, self.hour)) if self.hour else self.day


class PublishedMatch(NamedTuple):
    """The state of one match.

    `feeds` is the winners' next match, or None if it is not drawn yet or if `is_last` is True, so that there is none.
    `before` are the codes of the matches that decide who plays it. `result` is the official result. `through` is the
    number of the pair that goes through by a result, by a bye or without opponents. It is None while this pair is not
    yet known, and if no pair goes through. `meeting` is the current meeting of the two pairs. A replay or another
    score sheet replaced the `earlier` meetings. `last` is the last result entry, even if it does not decide the match.
    A result by withdrawal has no entry. `conditions` are those for a new score sheet, because an existing one has its
    own. `play_by` includes extensions and is never before `set_day`, the day set by the organiser. `leads_to` is the
    name of the event for which the winners qualify, or "". `home_number` is the number of the pair that plays at home,
    if there is one. `correction` and `extension` are the rows in force, or None. `opening_at` and `opening_place` are
    the time and venue of the competition's opening day. `clock` and `table` are set if its rounds are on one day. If
    `is_repechage`, two closest losers of the round play after its other matches, without a clock, and the name of the
    round is that of the repechage.
    `adopted_at` is the publication time of a draw made elsewhere. Results entered at that time were known before.
    """

    competition: str
    first_offer: str
    opening_at: datetime | None
    opening_place: str
    adopted_at: datetime | None
    conditions: ScoringConditions
    published_conditions: ScoringConditions
    conditions_change: str
    correction: RoundConditions | None
    play_by: date
    published_play_by: date
    extension: Extension | None
    is_brought_forward: bool
    set_day: SetDay | None
    clock: Clock | None
    code: str
    round: int
    round_name: str
    position: int
    feeds: str | None
    is_last: bool
    before: tuple[str, ...]
    is_in_plate: bool
    leads_to: str
    sides: tuple[MatchSide, MatchSide]
    stage: Stage
    overdue: bool
    result: Result | None
    through: int | None
    meeting: Meeting | None
    last: ResultEntry | None
    earlier: tuple[Meeting, ...]
    set_aside: tuple[Result, ...]
    home_number: int | None
    table: int | None
    is_repechage: bool

    @property
    def label(self) -> str:
        """The match in words, for use within a sentence: "match 5 of Round 2", "the repechage"."""
        round = with_article(self.round_name)
        is_only_one = self.is_repechage or (self.is_last and not self.is_section_final)
        return round if is_only_one else f"match {self.position} of {round}"

    @property
    def awaits_draw(self) -> bool:
        """True if the round after this match is not drawn yet."""
        return self.feeds is None and not self.is_last

    @property
    def is_section_final(self) -> bool:
        """True if the winners of this match win their section, and no match follows."""
        return self.round_name == SECTION_FINALS

    @property
    def is_final(self) -> bool:
        """True for the only final of the main draw."""
        return self.is_last and not self.is_in_plate and not self.is_section_final

    @property
    def has_own_date(self) -> bool:
        """True if the play-by date applies only to this match, and not to its round."""
        return self.extension is not None and self.extension.match_id is not None

    @property
    def has_own_conditions(self) -> bool:
        """True if the conditions were corrected only for this match, and not for its round."""
        return self.correction is not None and self.correction.match is not None

    @property
    def home(self) -> Pair | None:
        """The home pair, named for this match or chosen under the conditions.

        None if there is no home pair or if a pair is not yet known.
        """
        return next((pair for pair in self.pairs if pair.number == self.home_number), None)

    @property
    def home_pairs(self) -> list[HomePair]:
        """The decisions about the home pair in this match, in order, including undone ones."""
        return decisions_on_home([*self.earlier, self.meeting] if self.meeting else [])

    @property
    def named_home(self) -> HomePair | None:
        """The decision that names the home pair, or None."""
        return named_home([*self.earlier, self.meeting] if self.meeting else [])

    @property
    def penalty_decisions(self) -> list[NotedPenalty]:
        """The decisions about penalty points noted for these two pairs in this match, including undone ones."""
        meetings = [*self.earlier, self.meeting] if self.meeting else []
        return [row for meeting in meetings for row in meeting.given("noted_penalties")]

    @property
    def noted_penalty(self) -> NotedPenalty | None:
        """The penalty points noted for this match, or None."""
        return next(reversed(not_revoked(self.penalty_decisions)), None)

    @property
    def begins(self) -> Pair | None:
        """The pair that must offer dates first under the conditions. None if either pair may."""
        home = self.home
        if not self.has_two_pairs or self.first_offer == Conditions.FirstOffer.EITHER:
            return None
        if self.first_offer == Conditions.FirstOffer.UPPER:
            return self.pairs[0]
        is_theirs = self.first_offer == Conditions.FirstOffer.HOME
        return next((pair for pair in self.pairs if home and (pair == home) == is_theirs), None)

    @property
    def disputed_deal(self) -> int:
        """The number of the disputed deal. 0 if no deal is named or the result is not disputed."""
        return self.last.disputed_deal if self.last and self.stage is Stage.DISPUTED else 0

    @property
    def opening(self) -> datetime | None:
        """The time of the match on the opening day, if both pairs attend. They may agree another date."""
        if self.round > 1 or self.stage not in (Stage.READY, Stage.IN_PLAY):
            return None
        return self.opening_at if all(pair.attending for pair in self.pairs) else None

    @property
    def plays_at(self) -> date | datetime | None:
        """The time set by the organiser, otherwise the agreed time, otherwise the time on the opening day.

        It is a date if the organiser set the day without a time.
        """
        return self.set_day.at if self.set_day else (self.meeting and self.meeting.plays_at) or self.opening

    def plays_after(self, now: datetime) -> bool:
        """Return True if the match is arranged for a later time, or for today without a time."""
        at = self.plays_at
        return at is not None and (at > now if isinstance(at, datetime) else at >= local_date(now))

    @property
    def place(self) -> str:
        """The venue. It is public for the opening day and for a whole round on a set day, and private otherwise."""
        if self.set_day:
            return self.set_day.place
        if self.meeting and self.meeting.plays_at:
            return self.meeting.venue
        return self.opening_place if self.opening else ""

    @property
    def sheet(self) -> SummarySheet | None:
        """The stored score sheet of the current meeting, or None."""
        return self.meeting.sheet if self.meeting else None

    @property
    def recorded(self) -> int:
        """The number of deals on the score sheet."""
        return self.sheet.recorded if self.sheet else 0

    @property
    def due(self) -> int:
        """The number of deals in the match, including the tie-breaks so far."""
        return self.sheet.due if self.sheet else self.conditions.deals

    @property
    def is_open(self) -> bool:
        """True if two known pairs can still play or report this match."""
        return self.stage in (Stage.READY, Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The known pairs, the upper pair first."""
        return tuple(side.pair for side in self.sides if side.pair)

    @property
    def has_two_pairs(self) -> bool:
        """True if both pairs are known."""
        return len(self.pairs) == 2

    @property
    def pair_names(self) -> tuple[str, str]:
        """The names of both pairs, the upper pair's first. Raises ValueError unless both pairs are known."""
        upper, lower = self.pairs
        return upper.name, lower.name

    @property
    def may_be_arranged(self) -> bool:
        """True if the pairs can still agree a date and a venue, because the organiser has not set a day."""
        return self.is_to_play and self.set_day is None

    @property
    def is_to_play(self) -> bool:
        """True if two known pairs have not reported a result."""
        return self.stage in (Stage.READY, Stage.IN_PLAY)

    @property
    def has_begun(self) -> bool:
        """True if a deal, a report or a decision is stored for these two pairs."""
        return bool(self.recorded or self.result or self.last)

    @property
    def may_be_reopened(self) -> bool:
        """True if the match has a result or a report that can be undone."""
        return bool(self.result or (self.last and self.last.by_id))

    @property
    def is_to_come(self) -> bool:
        """True if the match is still to be played and has no score sheet, even if a pair is not yet known."""
        return self.stage in (Stage.READY, Stage.WAITING)

    @property
    def is_to_be_decided(self) -> bool:
        """True if the match still needs a result, even if a pair is not yet known."""
        return self.is_open or self.stage is Stage.WAITING

    @property
    def numbers(self) -> Pairs:
        """The numbers of both pairs. Raises ValueError unless both pairs are known."""
        upper, lower = self.pairs
        return upper.number, lower.number

    @property
    def to_answer(self) -> Pair:
        """The pair that must reply to the reported result. Raises StopIteration without a report."""
        return next(pair for pair in self.pairs if self.last and pair.pk != self.last.by_id)

    @property
    def beside_deals(self) -> tuple:
        """The values on the pairs' pages that do not depend on deals."""
        meeting, last = self.meeting, self.last
        stage = None if self.stage in (Stage.READY, Stage.IN_PLAY) else self.stage
        answer = last and (last.number, last.answer, last.notified_at)
        pairs = [pair.pk for pair in self.pairs]
        privacy = meeting and (meeting.upper_private, meeting.lower_private)
        facts = meeting and (meeting.seats, meeting.plays_at, meeting.venue, privacy)
        set_day = self.set_day and self.set_day[:3]
        return stage, self.overdue, set_day, self.clock, repr(self.result), pairs, answer, facts

    @property
    def decided_at(self) -> datetime | None:
        """The time when the result became official, or None."""
        return self.result.since if self.result else None

    @property
    def played_on(self) -> date | None:
        """The day of play, if the organiser entered it with the official result, or None."""
        return self.last.played_on if self.result and self.last else None

    @property
    def ended_on(self) -> date | datetime | None:
        """The day of play if the organiser entered it, otherwise the time when the result became official.

        None before the result, and for a result typed in late or from paper without a known day of play.
        """
        is_from_paper = self.last is not None and self.last.source == ResultEntry.Source.PAPER
        return self.played_on or (None if is_from_paper or self.is_typed_in_late else self.decided_at)

    @property
    def is_typed_in_late(self) -> bool:
        """True if the organiser typed in the official result after the play-by date, or with a draw made elsewhere."""
        if self.decided_at is None or self.last is None or not (self.last.source or self.is_adopted):
            return False
        return self.is_adopted or timezone.localdate(self.decided_at) > self.play_by

    @property
    def is_adopted(self) -> bool:
        """True if the official result was typed in with a draw made elsewhere."""
        return self.decided_at is not None and self.decided_at == self.adopted_at

    @property
    def news_at(self) -> datetime | None:
        """The time of the official result in feeds and lists of news.

        A result typed in late is not today's news. It belongs to its day of play, or else to `latest_day`.
        """
        if self.decided_at is None or not self.is_typed_in_late:
            return self.decided_at
        return timezone.make_aware(datetime.combine(self.played_on or self.latest_day(self.decided_at), AFTERNOON))

    def latest_day(self, typed_in: datetime) -> date:
        """Return the last possible day of play for a match with a result typed in at this time."""
        day = timezone.localdate(typed_in)
        return min(self.play_by, day - timedelta(days=1) if typed_in == self.adopted_at else day)

    @property
    def reported(self) -> Result | None:
        """The last result that a pair reported, whatever the reply. None without a report."""
        if self.last is None or not self.last.asks_for_answer:
            return None
        return self.last.result(self.code, self.numbers, deals=self.recorded)

    @property
    def on_the_table(self) -> Result | None:
        """The reported result that awaits a confirmation or the organiser's decision, or None."""
        return self.reported if self.stage in (Stage.SUBMITTED, Stage.DISPUTED) else None

    @property
    def margin(self) -> int | None:
        """The margin in points of the winner or the leading pair.

        None if it is not known, or if the pair with the lower total won, for example after a ruling.
        """
        upper, lower = (side.total for side in self.sides)
        result = self.result or self.on_the_table
        if upper is None or lower is None:
            return result.margin if result else None
        is_against_the_totals = result is not None and result.winner is not None and result.upper_won != (upper > lower)
        return None if is_against_the_totals and upper != lower else difference((upper, lower))

    @property
    def winner(self) -> Pair | None:
        """The pair that won, or None before the result is official."""
        return next((side.pair for side in self.sides if side.wins), None)

    @property
    def is_by_withdrawal(self) -> bool:
        """True if a pair won because its opponents withdrew, without a decision about this match."""
        return self.result is not None and (self.last is None or self.last.kind != self.result.kind)

    @property
    def goes_on(self) -> Pair | None:
        """The pair that goes through by a result: the winner, unless the later rounds are kept."""
        on = self.result and self.result.goes_on
        return next((pair for pair in self.pairs if pair.number == on), None)


@dataclass(frozen=True)
class PublishedRound:
    """A round with its matches, from the top of the draw."""

    number: int
    name: str
    conditions: ScoringConditions
    published_conditions: ScoringConditions
    conditions_change: str
    correction: RoundConditions | None
    # All corrections to the conditions of the round or its matches, including undone ones.
    corrections: tuple[RoundConditions, ...]
    # Single matches may have a later date.
    play_by: date
    published_play_by: date
    extension: Extension | None
    is_brought_forward: bool
    set_day: SetDay | None
    clock: Clock | None
    matches: tuple[PublishedMatch, ...]

    @property
    def is_drawn(self) -> bool:
        """False if the round is drawn by itself, and is not drawn yet."""
        return not isinstance(self.matches[0].sides[0].source, Undrawn)

    @cached_property
    def played(self) -> int:
        """The number of decided matches, excluding byes and vacant matches."""
        return sum(match.stage is Stage.OFFICIAL for match in self.matches)

    @cached_property
    def playable(self) -> int:
        """The number of matches that are or will be played."""
        return sum(match.stage not in (Stage.BYE, Stage.VACANT) for match in self.matches)
