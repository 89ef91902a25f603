"""Results that reach the organiser by telephone, letter or mail: keyed in, they count at once or wait for an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Player
from competition.knockout.actions.meetings import another_meeting, meeting_in, meeting_of, next_outcome, open_at
from competition.knockout.models.meeting import Meeting, Slot
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.draw import PublishedDraw, draw_to_change
from competition.knockout.queries.results import stays_on
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.outcome import Kind, Score
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from competition.match.models import PointsLine
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.points import PointsSheet, reader_of
from competition.rulings.actions.preview import as_shown, interrupt, interrupt_here
from competition.rulings.actions.results import before
from competition.rulings.queries import Preview, preview, seen_in
from scoring import actions as pad
from scoring.rules import sheet as rules
from scoring.rules.conditions import Conditions
from scoring.rules.deal import Deal, Noted
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Standing
from scoring.rules.sides import NOTHING, Seat, Side, Tally
from scoring.rules.spoken import quantity

Totals = tuple[int, int]
_HOW = {
    "": "anew",
    Outcome.Source.TELEPHONE.value: "by telephone",
    Outcome.Source.LETTER.value: "from a letter",
    Outcome.Source.MAIL.value: "from a mail",
}


@dataclass(frozen=True, slots=True)
class Deals:
    """A whole sheet: the deals, who sat where, and who dealt first."""

    deals: Mapping[int, Deal]
    seats: Mapping[Seat, Player]
    first_dealer: Seat
    noted: Mapping[int, Noted] = field(default_factory=dict)

    def totals(self, upper: Pair, conditions: Conditions) -> Totals:
        """The totals it makes, the upper pair's first; Refused until it is decided."""
        sheet = rules.read([self.deals[number] for number in sorted(self.deals)], self.first_dealer, conditions)
        if sheet.standing is not Standing.DECIDED:
            level = " The totals are level: key in the tie-break deals too." if sheet.standing is Standing.TIED else ""
            raise Refused(f"Not all deals are there yet: {sheet.deals_left} to come.{level}")
        return sheet.total.seen_from(Side.NS if self.seats[Seat.N].pair_id == upper.pk else Side.EW)

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Write the sheet of a meeting; give what was kept, in words."""
        sheet = open_at(meeting, seats=self.seats, first_dealer=self.first_dealer, conditions=conditions)
        pad.record_all(sheet, self.deals, self.noted)
        return quantity(len(self.deals), "deal")


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each deal and the credits, the upper pair in the place of North-South."""

    lines: Sequence[Tally]
    credits: Tally

    def totals(self, upper: Pair, conditions: Conditions) -> Totals:
        """The totals they make, the upper pair's first; Refused while lines are missing."""
        kept = PointsSheet(tuple(self.lines), self.credits, conditions)
        if kept.deals_left:
            raise Refused(f"Not all deals are there yet: {kept.deals_left} to come.")
        return kept.total.seen_from(Side.NS)

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Keep the lines of a meeting; give what was kept, in words."""
        numbered = [*enumerate(self.lines, start=1), *([(None, self.credits)] if self.credits != NOTHING else [])]
        PointsLine.objects.bulk_create(
            PointsLine(meeting=meeting, number=number, upper=points.ns, lower=points.ew) for number, points in numbered
        )
        return f"the points of {quantity(len(self.lines), 'deal')}"


def seen_by_upper(lines: Sequence[Tally], credits: Tally, match: PairMatch) -> Points:
    """Points with this pair in the place of North-South, as the upper pair of its match sees them."""
    side = reader_of(match.pair, match.state.pairs).side
    return Points([Tally(*points.seen_from(side)) for points in lines], Tally(*credits.seen_from(side)))


@dataclass(frozen=True, slots=True)
class Sums:
    """Two totals and no more, the upper pair's first."""

    upper: int
    lower: int

    def totals(self, upper: Pair, conditions: Conditions) -> Totals:
        """Both totals."""
        return self.upper, self.lower

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Nothing to keep beside the result itself."""
        return "two totals"


@dataclass(frozen=True, slots=True)
class Won:
    """Which pair won and no totals: the upper one or the other, with the margin where it is known."""

    upper_won: bool
    margin: int | None = None

    def keep(self, meeting: Meeting, conditions: Conditions) -> str:
        """Nothing to keep beside the result itself."""
        return "the result"


Content = Deals | Points | Sums | Won
# What needs no meeting of its own, as nothing is kept beside the result.
_ONLY_THE_SCORE = (Sums, Won)


def score_of(content: Content, state: MatchState) -> Score:
    """Return the score of a match by this content. Raises Refused while deals or lines are missing."""
    if isinstance(content, Won):
        return Score(content.upper_won, margin=content.margin)
    return Score.of(content.totals(state.pairs[0], state.conditions))


@dataclass(frozen=True, slots=True)
class Report:
    """A result as it reached the organiser: from which pair, how, and whether it counts at once.

    Without a source the organiser puts right what stands; `let_stand` says by whose will those stay who had gone on.
    """

    content: Content
    pair: Pair
    source: str
    counts: bool
    grounds: Grounds
    let_stand: str = ""


def look_ahead(draw: PublishedDraw, code: str, report: Report) -> Preview:
    """What keying it in would change; Refused for totals no match can end with."""
    state = draw.matches[code]
    _check(state, report)
    return preview(draw, [(None, [_row(draw, state, report)])], seen_in(state))


@transaction.atomic
def key_in(competition: Competition, code: str, report: Report, *, shown: str, by: Actor) -> Outcome:
    """Key a result in beside all that was there before, as the one that counts or waits for the other pair.

    `shown` is the fingerprint of the prospect that was shown: Refused when it would now change something else.
    """
    lock(competition)
    draw = draw_to_change(competition)
    state = draw.matches[code]
    ahead = as_shown(look_ahead(draw, code, report), shown)
    interrupt_here(state)
    meeting = meeting_of(state, draw.row.pk)
    if not isinstance(report.content, _ONLY_THE_SCORE):
        meeting = another_meeting(meeting)
    kept = report.content.keep(meeting, state.conditions)
    outcome = _row(draw, state, report)
    outcome.meeting, outcome.number = meeting, next_outcome(meeting)
    outcome.begins = None if isinstance(report.content, _ONLY_THE_SCORE) else meeting
    outcome.decided_by = by.organiser if report.counts else None
    outcome.save()
    how = _HOW[report.source]
    then = f"it counts: {outcome.reason}" if report.counts else "it waits for the other pair’s answer"
    upper, lower = state.pairs
    text = f"Keyed in {kept} of {report.pair} {how}, {outcome.score.words((upper.name, lower.name))}; {then}"
    note(competition, by, Event.RESULT_KEYED_IN, text, match=code, before=before(state))
    interrupt(draw, ahead.consequences, by)
    return outcome


def _check(state: MatchState, report: Report) -> None:
    report.grounds.columns()
    if len(state.pairs) != 2 or report.pair not in state.pairs:
        raise Refused("Two pairs must be known before a result can be keyed in.")
    if report.let_stand:
        stays_on(state, score_of(report.content, state).winner(state.numbers))


def _row(draw: PublishedDraw, state: MatchState, report: Report) -> Outcome:
    """Return the row of a result that was keyed in, before it is saved."""
    score = score_of(report.content, state)
    upper, lower = score.totals or (None, None)
    waits = {"by": report.pair, "silence_hours": draw.competition.conditions.hours_of_silence}
    return Outcome(
        meeting=meeting_in(draw, state),
        kind=Kind.PLAYED.value,
        winner=Slot.UPPER if score.upper_won else Slot.LOWER,
        total_upper=upper,
        total_lower=lower,
        margin=score.margin,
        from_sheet=isinstance(report.content, Deals),
        source=report.source,
        let_stand=report.let_stand,
        at=timezone.now(),
        **report.grounds.columns(),
        **({} if report.counts else waits),
    )
