"""Actions for results that reach the organiser by phone, letter or email: one result, or a whole round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils import timezone

import scoring.actions
from competition.audit.events import Event
from competition.draw.actions.meetings import another_meeting, open_at
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.queries.results import has_gone_on, meeting_in, stays_on
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Result
from competition.entries.models import Pair, Player
from competition.match.models import PointsLine
from competition.match.queries.paper import fixture
from competition.match.queries.play import PairView, PointsSheet, reader_of
from competition.match.rules.match_result import MatchResult
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.matches import OfMatch, line, put_last
from competition.rulings.decisions.results import RULES, Rule
from competition.rulings.forms.decisions import PublicReasonForm, keep_progress
from competition.rulings.presenters.consequences import REPORT, RULING, KeptProgress
from competition.rulings.queries import seen_in
from competition.rulings.rules import Ruling
from scoring.rules.conditions import ScoringConditions
from scoring.rules.deal import DealResult, Noted
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Standing, read_sheet
from scoring.rules.sides import NOTHING, Seat, Side, Tally
from scoring.rules.words import quantity

Totals = tuple[int, int]
_SOURCE_TEXTS = {
    "": "as a correction",
    ResultEntry.Source.TELEPHONE.value: "by phone",
    ResultEntry.Source.LETTER.value: "by letter",
    ResultEntry.Source.EMAIL.value: "by email",
}


@dataclass(frozen=True, slots=True)
class Deals:
    """A whole score sheet typed in: the deals, the seats and the first dealer."""

    deals: Mapping[int, DealResult]
    seats: Mapping[Seat, Player]
    first_dealer: Seat
    noted: Mapping[int, Noted] = field(default_factory=dict)

    def totals(self, upper: Pair, conditions: ScoringConditions) -> Totals:
        """Return the totals, with the upper pair's first. Raises Refused if the score sheet is not decided."""
        sheet = read_sheet([self.deals[number] for number in sorted(self.deals)], self.first_dealer, conditions)
        if sheet.standing is not Standing.DECIDED:
            level = " The totals are level. Type in the tie-break deals too." if sheet.standing is Standing.TIED else ""
            raise Refused(f"Some deals are missing. Deals still to type in: {sheet.deals_left}.{level}")
        return sheet.total.seen_from(Side.NS if self.seats[Seat.N].pair_id == upper.pk else Side.EW)

    def store(self, meeting: Meeting, conditions: ScoringConditions) -> str:
        """Store the score sheet for a meeting, and return a description for the log."""
        sheet = open_at(meeting, seats=self.seats, first_dealer=self.first_dealer, conditions=conditions)
        scoring.actions.record_all(sheet, self.deals, self.noted)
        return quantity(len(self.deals), "deal")


@dataclass(frozen=True, slots=True)
class TypedPointsSheet:
    """The points of each deal and the Law 80 credits. The upper pair is North-South."""

    lines: Sequence[Tally]
    credits: Tally

    @classmethod
    def seen_by(cls, match: PairView, lines: Sequence[Tally], credits: Tally) -> "TypedPointsSheet":
        """Return the points that the pair in `match` typed in from its own side."""
        side = reader_of(match.pair, match.state.pairs).side
        return cls([Tally(*points.seen_from(side)) for points in lines], Tally(*credits.seen_from(side)))

    def totals(self, upper: Pair, conditions: ScoringConditions) -> Totals:
        """Return the totals, with the upper pair's first. Raises Refused if deals are missing."""
        points = PointsSheet(tuple(self.lines), self.credits, conditions)
        if points.deals_left:
            raise Refused(f"Some deals are missing. Deals still to type in: {points.deals_left}.")
        return points.total.seen_from(Side.NS)

    def store(self, meeting: Meeting, conditions: ScoringConditions) -> str:
        """Store the points for a meeting, and return a description for the log."""
        numbered = [*enumerate(self.lines, start=1), *([(None, self.credits)] if self.credits != NOTHING else [])]
        PointsLine.objects.bulk_create(
            PointsLine(meeting=meeting, number=number, upper=points.ns, lower=points.ew) for number, points in numbered
        )
        return f"the points of {quantity(len(self.lines), 'deal')}"


@dataclass(frozen=True, slots=True)
class Sums:
    """Two totals without deals, with the upper pair's first."""

    upper: int
    lower: int

    def totals(self, upper: Pair, conditions: ScoringConditions) -> Totals:
        """Return both totals."""
        return self.upper, self.lower

    def store(self, meeting: Meeting, conditions: ScoringConditions) -> str:
        """Return a description for the log. Two totals need no further record."""
        return "two totals"


@dataclass(frozen=True, slots=True)
class Won:
    """The winner of a match without totals, and the margin if it is known."""

    upper_won: bool
    margin: int | None = None

    def store(self, meeting: Meeting, conditions: ScoringConditions) -> str:
        """Return a description for the log. A winner needs no further record."""
        return "the result"


Content = Deals | TypedPointsSheet | Sums | Won
# Kinds of result that need no further record.
_WITHOUT_SHEET = (Sums, Won)


def _result_of(content: Content, state: PublishedMatch) -> Result:
    """Return the result of a match from this content. Raises Refused if deals are missing."""
    if isinstance(content, Won):
        return Result.played(state.code, state.numbers, None, upper_won=content.upper_won, margin=content.margin)
    deals = len(content.deals) if isinstance(content, Deals) else 0
    totals = content.totals(state.pairs[0], state.conditions)
    return Result.played(state.code, state.numbers, totals, deals=deals)


@dataclass(frozen=True, slots=True)
class Report:
    """A result that reached the organiser, with its pair and source. `counts` is True if it counts at once.

    An empty `source` means that the organiser corrects the current result. `keep_progress` is set if the pair that has
    gone through stays in the later rounds.
    """

    content: Content
    pair: Pair
    source: str
    counts: bool
    keep_progress: str = ""


class KeyIn(OfMatch):
    """The organiser's decision to type in a result. `content` is the report, which counts or waits for a reply."""

    event = Event.RESULT_TYPED_IN
    content: Report
    # Description of the deals, points or totals stored with the result.
    kept = ""

    @property
    def undone_by(self) -> str:  # type: ignore[override]
        """The sentence about how to change the result later."""
        return RULING if self.content.counts else REPORT

    @property
    def result(self) -> Result:
        """The result of the report. Raises Refused while deals or lines are missing."""
        return _result_of(self.content.content, self.state)

    def check(self) -> None:
        super().check()
        state, report = self.state, self.content
        if len(state.pairs) != 2 or report.pair not in state.pairs:
            raise Refused(
                "You cannot type in a result yet. One of the pairs is not known. Decide the earlier match first."
            )
        winner = self.result.winner
        if report.keep_progress:
            stays_on(state, winner)

    def rows(self) -> list[ResultEntry]:
        report = self.content
        row = ResultEntry(
            meeting=meeting_in(self.draw, self.state),
            source=report.source,
            keep_progress=report.keep_progress,
            played_on=self.state.played_on,
            **ResultEntry.columns(self.result),
        )
        if not report.counts:
            # The preview uses the time to check if such a result already counts.
            row.at = timezone.now()
            row.by = report.pair
            row.reply_hours = self.competition.conditions.hours_to_confirm
        return [row]

    def write(self, rows: Sequence[ResultEntry], why: Mapping[str, object]) -> None:
        """Save the result as the latest entry of the match. Store any deals or points in a new meeting."""
        put_last(self.draw, rows)
        (row,) = rows
        if not isinstance(self.content.content, _WITHOUT_SHEET):
            row.meeting = row.begins = another_meeting(row.meeting)
        self.kept = self.content.content.store(row.meeting, self.state.conditions)
        super().write(rows, why if self.content.counts else {**why, "decided_by": None})

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        upper, lower = self.state.pairs
        then = f"it counts: {reason}" if self.content.counts else "it waits for the other pair’s reply"
        origin = f"{self.content.pair} {_SOURCE_TEXTS[self.content.source]}"
        score = self.result.in_the_log(upper.name, lower.name)
        return line(self.state, f"Typed in {self.kept} from {origin}, {score}; {then}")

    def sentence(self) -> str:
        then = "it counts at once" if self.content.counts else "the other pair is asked to confirm it"
        score = self.result.by_pair(*(side.text for side in self.state.sides))
        return f"Result reported by {self.content.pair}: {score}; {then}."

    def text(self, form: PublicReasonForm) -> str:
        return f"{self.sentence()} Reason: {form.grounds.reason}"

    def confirm(self, data: QueryDict) -> None:
        self.content = replace(self.content, keep_progress=keep_progress(data))

    def standing(self) -> KeptProgress | None:
        winner = self.result.winner
        return self.if_progress_kept(winner) if self.content.counts and has_gone_on(self.state, winner) else None


# The public reason for a result, by the channel through which it reached the organiser.
REASONS = {
    ResultEntry.Source.PAPER.value: "As recorded on paper.",
    ResultEntry.Source.TELEPHONE.value: "As reported by phone.",
    ResultEntry.Source.LETTER.value: "As reported by letter.",
    ResultEntry.Source.EMAIL.value: "As reported by email.",
}


@dataclass(frozen=True, slots=True)
class Entered:
    """The results of several matches, by match code, and the channel through which they reached the organiser."""

    results: Mapping[str, MatchResult]
    source: str


class EnterResults(Decision):
    """Decision to enter the results of several matches in one round in one transaction. `content` has the results."""

    event = Event.RULED
    undone_by = RULING
    content: Entered

    def each(self) -> list[Rule]:
        """Return the ruling for each match."""
        return [self._rule(code, result) for code, result in self.content.results.items()]

    def _rule(self, code: str, result: MatchResult) -> Rule:
        totals = result.totals_in(fixture(self.draw, self.draw.matches[code]))
        return RULES[result.how](self.competition, self.draw, code, Ruling(result.winner, totals, margin=result.margin))

    def check(self) -> None:
        super().check()
        for code in self.content.results:
            if not self.draw.matches[code].is_open:
                raise self.stale()
        for rule in self.each():
            rule.check()

    def stale(self) -> Refused:
        return Refused("Somebody else has changed these matches. Check the rows, then save again.")

    def seen(self) -> Sequence[object]:
        return [[(code, seen_in(self.draw.matches[code])) for code in self.content.results]]

    def rows(self) -> list[ResultEntry]:
        return [self._row(rule) for rule in self.each()]

    def _row(self, rule: Rule) -> ResultEntry:
        [row] = rule.rows()
        row.source = self.content.source
        row.played_on = self.content.results[rule.about].day
        return row

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        put_last(self.draw, rows)
        super().write(rows, why)

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        code = row.meeting.match.code
        return self._rule(code, self.content.results[code]).line(row, reason)

    def sentence(self) -> str:
        return f"{quantity(len(self.content.results), 'result is', 'results are')} entered."
