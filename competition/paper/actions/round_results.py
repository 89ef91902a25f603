"""Decision of the organiser to enter the results of a whole round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from competition.audit.events import Event
from competition.knockout.models.result_entry import ResultEntry
from competition.paper.queries import fixture
from competition.paper.rules.round_results import MatchResult
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.matches import put_last
from competition.rulings.decisions.results import RULES, Rule
from competition.rulings.presenters.consequences import RULING
from competition.rulings.queries import seen_in
from competition.rulings.rules import Ruling
from scoring.rules.refusal import Refused

# The public reason of a result, by the channel through which it reached the organiser.
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
    """Decision to enter the results of several matches of one round in one transaction. `content` is the results."""

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
        for one in self.each():
            one.check()

    def stale(self) -> Refused:
        return Refused("Somebody else has changed these matches. Check the rows, then save again.")

    def seen(self) -> Sequence[object]:
        return [[(code, seen_in(self.draw.matches[code])) for code in self.content.results]]

    def rows(self) -> list[ResultEntry]:
        return [self._row(one) for one in self.each()]

    def _row(self, rule: Rule) -> ResultEntry:
        [row] = rule.rows()
        row.source, row.played_on = self.content.source, self.content.results[rule.about].day
        return row

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        put_last(self.draw, rows)
        super().write(rows, why)

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        code = row.meeting.match.code
        return self._rule(code, self.content.results[code]).line(row, reason)

    def sentence(self) -> str:
        return f"Results entered: {', '.join(self.content.results)}."
