"""Queries that combine the common data of a draw with the records of each match. They work on loaded rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models import Pair
from competition.knockout.models.draw import Round
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.match_records import MatchRecords
from competition.knockout.queries.states import MatchState, SideState, Terms, absent, totals
from competition.knockout.queries.terms import Deadlines, RoundTerms
from competition.knockout.rules import stages
from competition.knockout.rules.bracket import Bracket, BracketMatch, Entrant
from competition.knockout.rules.overdue import is_overdue
from competition.knockout.rules.result import Result
from competition.knockout.rules.stages import Stage


class DrawData:
    """The common data of all matches in a draw: rounds, conditions, pairs by number and withdrawals."""

    def __init__(
        self,
        rounds: Iterable[Round],
        competition: Competition,
        now: datetime,
        pairs: Mapping[int, Pair],
        names: Mapping[int, str],
        withdrawn: Sequence[int],
        bracket: Bracket,
    ) -> None:
        self.rounds = [(row, Deadlines(row), RoundTerms.of(row, competition.conditions)) for row in rounds]
        self._terms, self._is_cancelled = Terms.of(competition), competition.is_cancelled
        self._now, self._today = now, timezone.localdate(now)
        self._pairs, self._names, self._withdrawn, self._bracket = pairs, names, withdrawn, bracket

    def match(
        self, match: BracketMatch, met: MatchRecords | None, known_since: Iterable[datetime | None]
    ) -> MatchState:
        """Return the state of a match from its records.

        `known_since` are the times at which the two matches before it were decided.
        """
        row, deadlines, terms = self.rounds[match.round - 1]
        deadline = deadlines.of(match.position)
        last, sheet = (met.last, met.meeting.sheet) if met else (None, None)
        answer = last.answer if match.stage is Stage.READY and last and last.asks_for_answer else None
        stage = stages.stage(match.stage, started=sheet is not None, answer=answer)
        stage = stages.when_cancelled(stage) if self._is_cancelled else stage
        upper, lower = (match.result.totals if match.result else met and totals(met.meeting, met.last)) or (None, None)
        return MatchState(
            terms=self._terms,
            round_terms=terms,
            code=match.code,
            round=match.round,
            round_name=row.name,
            position=match.position,
            deadline=deadline,
            feeds=match.feeds,
            sides=(self._side(match, 0, upper), self._side(match, 1, lower)),
            stage=stage,
            overdue=is_overdue(deadline.play_by, self._terms.report_days, self._today, stage),
            result=self._result(match, last, known_since),
            through=match.advances.number if isinstance(match.advances, Entrant) else None,
            meeting=met.meeting if met else None,
            last=last,
            earlier=met.earlier if met else (),
            set_aside=match.set_aside,
        )

    def _result(
        self, match: BracketMatch, last: ResultEntry | None, known_since: Iterable[datetime | None]
    ) -> Result | None:
        """Return the result of a match. A result by withdrawal starts when the withdrawal and both pairs are known."""
        if match.result is None or match.result.since:
            return match.result
        gone = next(self._pairs[number] for number in self._withdrawn if number in match.result.pairs)
        since = max(moment for moment in (gone.withdrawn_at, last and last.at, *known_since) if moment)
        return replace(match.result, since=since)

    def _side(self, match: BracketMatch, place: int, total: int | None) -> SideState:
        if isinstance(occupant := match.sides[place], Entrant):
            number = occupant.number
            return SideState(self._pairs[number], self._names[number], total=total, wins=number == match.winner)
        return absent(occupant, self._bracket, self._names, [row.name for row, _, _ in self.rounds])
