"""The states of the matches in a draw, derived from their records."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting, Round, Slot
from competition.draw.queries.rows import MatchRecords
from competition.draw.queries.sides import MatchSide, absent
from competition.draw.queries.states import ENDED, PublishedMatch, SetDay, named_home
from competition.draw.queries.terms import (
    RoundDays,
    conditions_and_dates,
    of_repechage,
    own_conditions,
    own_corrections,
    own_dates,
)
from competition.draw.rules.bracket import Bracket, ResolvedMatch
from competition.draw.rules.home import home_pair
from competition.draw.rules.layout import qualifying_round
from competition.draw.rules.overdue import is_overdue
from competition.draw.rules.result import NOT_PLAYED, Answer, Result, Stage, stage_of, when_cancelled
from competition.draw.rules.sources import Entrant
from competition.entries.models import Pair


class DrawData:
    """The data that all matches in a draw share: rounds, conditions, pairs by number and withdrawals."""

    def __init__(
        self,
        rounds: Iterable[Round],
        competition: Competition,
        now: datetime,
        pairs: Mapping[int, Pair],
        names: Mapping[int, str],
        withdrawn: Sequence[int],
        bracket: Bracket,
        adopted_at: datetime | None,
    ) -> None:
        conditions, rows = competition.conditions, list(rounds)
        usual = conditions.rules()
        self._days = [RoundDays(row) for row in rows]
        self.rounds = [
            (row, conditions_and_dates(row, usual, days.of_round)) for row, days in zip(rows, self._days, strict=True)
        ]
        of_competition: dict[str, Any] = {
            "competition": competition.slug,
            "first_offer": conditions.first_offer,
            "opening_at": competition.opening_at,
            "opening_place": competition.opening_place,
            "adopted_at": adopted_at,
        }
        # The fields of the matches in each round, and of single matches with their own play-by date.
        self._of_round = [
            {**of_competition, **fields, "round": row.number, "round_name": row.name} for row, fields in self.rounds
        ]
        self._of_match = {
            (row.number, position): fields | dates
            for (row, _), fields in zip(self.rounds, self._of_round, strict=True)
            for position, dates in own_dates(row, fields["play_by"]).items()
        }
        self._own_corrections = {row.number: own_corrections(row) for row, _ in self.rounds}
        self._of_repechage, self._home_rule, self._now = of_repechage(conditions), conditions.home, now
        self._leads_to = {qualifying_round(len(bracket.rounds), conditions.from_each_section): conditions.next_event}
        self._competition, self._report_days = competition, conditions.report_days
        self._tables = _numbers_of_tables(bracket) if conditions.minutes else {}
        self._round_names, self._today = [row.name for row, _ in self.rounds], timezone.localdate(now)
        self._pairs, self._names, self._withdrawn, self._bracket = pairs, names, withdrawn, bracket

    def match(
        self, match: ResolvedMatch, record: MatchRecords | None, earlier: Mapping[str, PublishedMatch]
    ) -> PublishedMatch:
        """Return the state of a match from its records. `earlier` has at least the matches that lead to it, by code."""
        fields = self._fields(match, record)
        last, sheet = (record.last, record.meeting.sheet) if record else (None, None)
        answer = last.answer if match.stage is Stage.READY and last and last.asks_for_answer else None
        stage = stage_of(match.stage, started=sheet is not None, answer=answer)
        stage = when_cancelled(stage) if self._competition.is_cancelled else stage
        result = self._result(match, last, earlier)
        fields = _on(self._set_day(match, record, result, stage), fields)
        set_day = fields["set_day"]
        points = match.result.totals if match.result else record and _totals(record.meeting, record.last)
        upper, lower = points or (None, None)
        return PublishedMatch(
            **fields,
            code=match.code,
            position=match.position,
            feeds=match.feeds,
            is_last=match.is_last,
            before=match.before,
            is_in_plate=match.round > len(self._bracket.rounds),
            leads_to=self._leads_to.get(match.round, ""),
            sides=(self._side(match, 0, upper), self._side(match, 1, lower)),
            stage=stage,
            overdue=is_overdue(fields["play_by"], self._report_days, self._today, stage),
            result=result,
            through=match.advances.number if isinstance(match.advances, Entrant) else None,
            meeting=record.meeting if record else None,
            last=last,
            earlier=record.earlier if record else (),
            set_aside=match.set_aside,
            table=self._tables.get(match.code),
            is_repechage=match.is_repechage,
            home_number=None if set_day and set_day.place else self._home(match, record, earlier),
        )

    def _fields(self, match: ResolvedMatch, record: MatchRecords | None) -> dict[str, Any]:
        """Return the fields from the conditions and dates. Agreements between two pairs count only while they meet."""
        place = match.round, match.position
        fields = self._of_match.get(place) or self._of_round[match.round - 1]
        fields = fields | self._of_repechage if match.is_repechage else fields
        keys = {None, *(meeting.pk for meeting in (*record.earlier, record.meeting))} if record else {None}
        own = [row for row in self._own_corrections[match.round].get(match.position, ()) if row.meeting_id in keys]
        return fields | own_conditions(own[-1], fields["published_conditions"]) if own else fields

    def _set_day(
        self, match: ResolvedMatch, record: MatchRecords | None, result: Result | None, stage: Stage
    ) -> SetDay | None:
        """Return the day that the organiser set for this match, or None."""
        last = record.last if record else None
        since = result.since if result else None
        until = (last.at if last else since) if stage in ENDED else None
        meetings = [*record.earlier, record.meeting] if record else []
        return self._days[match.round - 1].of_match(match.position, meetings, until)

    def _home(
        self, match: ResolvedMatch, record: MatchRecords | None, earlier: Mapping[str, PublishedMatch]
    ) -> int | None:
        """Return the number of the home pair. None if there is no home pair or if a pair is not yet known."""
        if match.pairs is None:
            return None
        if record and (row := named_home([*record.earlier, record.meeting])):
            return match.pairs[row.home == Slot.LOWER]
        upper, lower = (_travelled(earlier, match.before, number) for number in match.pairs)
        return home_pair(self._home_rule, self._competition.slug, match.code, match.pairs, (upper, lower))

    def _result(
        self, match: ResolvedMatch, last: ResultEntry | None, earlier: Mapping[str, PublishedMatch]
    ) -> Result | None:
        """Return the result of a match.

        A result by withdrawal counts from when the withdrawal and both pairs are known.
        """
        if match.result is None or match.result.since:
            return match.result
        leaver = next(self._pairs[number] for number in self._withdrawn if number in match.result.pairs)
        known_since = [earlier[code].decided_at for code in match.before]
        since = max(moment for moment in (leaver.withdrawn_at, last and last.at, *known_since) if moment)
        return replace(match.result, since=since)

    def _side(self, match: ResolvedMatch, place: int, total: int | None) -> MatchSide:
        if isinstance(occupant := match.sides[place], Entrant):
            number = occupant.number
            return MatchSide(self._pairs[number], self._names[number], total=total, wins=number == match.winner)
        return absent(occupant, self._bracket, self._names, self._round_names)


def _numbers_of_tables(bracket: Bracket) -> dict[str, int]:
    """Return the number of the table of each match to play, by code: its number in its round from the top.

    A repechage is played after all other matches of its round, so it has the first table.
    """
    to_play = [[match for match in matches if match.stage not in NOT_PLAYED] for matches in bracket.rounds]
    numbered = {match.code: number for matches in to_play for number, match in enumerate(matches, start=1)}
    return numbered | {match.code: 1 for matches in to_play for match in matches if match.is_repechage}


def _on(set_day: SetDay | None, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a match that the organiser set on this day. Its play-by date is never before that day."""
    if set_day == fields["set_day"]:
        return fields
    play_by = max(fields["play_by"], set_day.day) if set_day else fields["play_by"]
    return {**fields, "set_day": set_day, "play_by": play_by}


def _travelled(earlier: Mapping[str, PublishedMatch], codes: Sequence[str], number: int) -> bool:
    """Return True if this pair was away from home in the last match that it played, among these or before them."""
    before = next((earlier[code] for code in codes if number in (pair.number for pair in earlier[code].pairs)), None)
    if before is None:
        return False
    if before.home_number and before.result and (before.result.was_played or before.recorded):
        return before.home_number != number
    return _travelled(earlier, before.before, number)


def _totals(meeting: Meeting, last: ResultEntry | None) -> tuple[int, int] | None:
    """Return the reported totals, otherwise the totals on the score sheet, or None. The upper pair is first."""
    if last and last.asks_for_answer and last.answer != Answer.TAKEN_BACK:
        return last.totals
    sheet = meeting.sheet
    return meeting.upper_first(sheet.total) if sheet and sheet.recorded else None
