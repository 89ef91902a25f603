"""Actions for results that reach the organiser by phone, letter or email."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils import timezone

from competition.contest.models import Competition
from competition.decisions.actions.prospect import Prospect, as_shown, interrupt, interrupt_here, prospect
from competition.decisions.actions.rulings import before
from competition.entries.models.pair import Pair, Player
from competition.knockout.actions.meetings import another_meeting, meeting_of, next_entry, open_at
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.draw import PublishedDraw, draw_to_change
from competition.knockout.queries.results import stays_on
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Result
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from competition.match.models import PointsLine
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.points import PointsSheet, reader_of
from scoring import actions as pad
from scoring.rules import sheet as rules
from scoring.rules.conditions import Conditions
from scoring.rules.deal import Deal, Noted
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Standing
from scoring.rules.sides import NOTHING, Seat, Side, Tally
from scoring.rules.spoken import quantity

Totals = tuple[int, int]
_SOURCE_TEXTS = {
    "": "anew",
    ResultEntry.Source.TELEPHONE.value: "by telephone",
    ResultEntry.Source.LETTER.value: "from a letter",
    ResultEntry.Source.MAIL.value: "from a mail",
}


@dataclass(frozen=True, slots=True)
class Deals:
    """A whole score sheet typed in: the deals, the seats and the first dealer."""

    deals: Mapping[int, Deal]
    seats: Mapping[Seat, Player]
    first_dealer: Seat
    noted: Mapping[int, Noted] = field(default_factory=dict)

    def totals(self, upper: Pair, conditions: Conditions) -> Totals:
        """Return the totals, the upper pair's first. Raise Refused if the score sheet is not decided."""
        sheet = rules.read([self.deals[number] for number in sorted(self.deals)], self.first_dealer, conditions)
        if sheet.standing is not Standing.DECIDED:
            level = " The totals are level: key in the tie-break deals too." if sheet.standing is Standing.TIED else ""
            raise Refused(f"Not all deals are there yet: {sheet.deals_left} to come.{level}")
        return sheet.total.seen_from(Side.NS if self.seats[Seat.N].pair_id == upper.pk else Side.EW)

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Store the score sheet of a match record. Return a description for the log."""
        sheet = open_at(meeting, seats=self.seats, first_dealer=self.first_dealer, conditions=conditions)
        pad.record_all(sheet, self.deals, self.noted)
        return quantity(len(self.deals), "deal")


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each deal and the Law 80 credits. The upper pair is in the place of North-South."""

    lines: Sequence[Tally]
    credits: Tally

    def totals(self, upper: Pair, conditions: Conditions) -> Totals:
        """Return the totals, the upper pair's first. Raise Refused if deals are missing."""
        kept = PointsSheet(tuple(self.lines), self.credits, conditions)
        if kept.deals_left:
            raise Refused(f"Not all deals are there yet: {kept.deals_left} to come.")
        return kept.total.seen_from(Side.NS)

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Store the points of a match record. Return a description for the log."""
        numbered = [*enumerate(self.lines, start=1), *([(None, self.credits)] if self.credits != NOTHING else [])]
        PointsLine.objects.bulk_create(
            PointsLine(meeting=meeting, number=number, upper=points.ns, lower=points.ew) for number, points in numbered
        )
        return f"the points of {quantity(len(self.lines), 'deal')}"


def seen_by_upper(lines: Sequence[Tally], credits: Tally, match: PairMatch) -> Points:
    """Return the points that `match.pair` typed in from its own side, with the upper pair as North-South."""
    side = reader_of(match.pair, match.state.pairs).side
    return Points([Tally(*points.seen_from(side)) for points in lines], Tally(*credits.seen_from(side)))


@dataclass(frozen=True, slots=True)
class Sums:
    """Two totals without deals, the upper pair's first."""

    upper: int
    lower: int

    def totals(self, upper: Pair, conditions: Conditions) -> Totals:
        """Return both totals."""
        return self.upper, self.lower

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Return a description for the log. Two totals need no further record."""
        return "two totals"


@dataclass(frozen=True, slots=True)
class Won:
    """The winner of a match without totals, with the margin if it is known."""

    upper_won: bool
    margin: int | None = None

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Return a description for the log. A winner needs no further record."""
        return "the result"


Content = Deals | Points | Sums | Won
# These kinds need no match record of their own, because nothing is stored besides the result.
_WITHOUT_SHEET = (Sums, Won)


def result_of(content: Content, state: MatchState) -> Result:
    """Return the result of a match by this content. Raise Refused if deals are missing."""
    if isinstance(content, Won):
        return Result.played(state.code, state.numbers, None, upper_won=content.upper_won, margin=content.margin)
    deals = len(content.deals) if isinstance(content, Deals) else 0
    totals = content.totals(state.pairs[0], state.conditions)
    return Result.played(state.code, state.numbers, totals, deals=deals)


@dataclass(frozen=True, slots=True)
class Report:
    """A result that reached the organiser, with its pair and its source, and True if it counts at once.

    An empty `source` means that the organiser corrects the current result. `let_stand` is set if the pair that has gone
    through keeps its later rounds.
    """

    content: Content
    pair: Pair
    source: str
    counts: bool
    grounds: Grounds
    let_stand: str = ""


def look_ahead(draw: PublishedDraw, code: str, report: Report) -> Prospect:
    """Preview the consequences of a report. Raise Refused if the totals are impossible."""
    state = draw.matches[code]
    result = _checked_result(draw, state, report)
    return prospect(draw, state, [(None, result if report.counts else None)])


@transaction.atomic
def key_in(competition: Competition, code: str, report: Report, *, shown: str, by: Actor) -> ResultEntry:
    """Store a typed-in result and keep all earlier results.

    The result counts at once or waits for the reply of the other pair. `shown` is the fingerprint of the preview that
    the organiser saw. Raise Refused if the consequences have changed since.
    """
    lock(competition)
    draw = draw_to_change(competition)
    state = draw.matches[code]
    ahead = as_shown(look_ahead(draw, code, report), shown)
    interrupt_here(state)
    meeting = meeting_of(state, draw.row.pk)
    if not isinstance(report.content, _WITHOUT_SHEET):
        meeting = another_meeting(meeting)
    kept = report.content.keep(meeting, state.conditions)
    result = result_of(report.content, state)
    entry = _store_entry(draw, report, result, meeting, by)
    how = _SOURCE_TEXTS[report.source]
    then = f"it counts: {entry.reason}" if report.counts else "it waits for the other pair’s answer"
    upper, lower = state.pairs
    text = f"Keyed in {kept} of {report.pair} {how}, {result.in_the_log(upper.name, lower.name)}; {then}"
    note(competition, by, Event.RESULT_KEYED_IN, text, match=code, before=before(state))
    interrupt(draw, ahead.consequences, by)
    return entry


def _checked_result(draw: PublishedDraw, state: MatchState, report: Report) -> Result:
    report.grounds.columns()
    if len(state.pairs) != 2 or report.pair not in state.pairs:
        raise Refused("Two pairs must be known before a result can be keyed in.")
    result = result_of(report.content, state)
    return replace(result, let_stand=stays_on(state, result.winner)) if report.let_stand else result


def _store_entry(draw: PublishedDraw, report: Report, result: Result, meeting: Meeting, by: Actor) -> ResultEntry:
    waits = {"by": report.pair, "silence_hours": draw.competition.conditions.hours_of_silence}
    return ResultEntry.objects.create(
        meeting=meeting,
        begins=None if isinstance(report.content, _WITHOUT_SHEET) else meeting,
        number=next_entry(meeting),
        source=report.source,
        let_stand=report.let_stand,
        at=timezone.now(),
        **ResultEntry.columns(result),
        **report.grounds.columns(),
        **({"decided_by": by.organiser} if report.counts else waits),
    )
