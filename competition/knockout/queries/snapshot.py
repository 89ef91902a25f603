"""The published draw as it stands at one moment."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from datetime import datetime
from functools import cached_property
from typing import Any

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.knockout.models.draw import Extension
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.encounters import (
    Encounter,
    encounters,
    result_of,
    stands,
)
from competition.knockout.queries.rows import Rows, read_again
from competition.knockout.queries.setting import Setting
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.bracket import Bracket, Entrant, resolve
from competition.knockout.rules.consequences import Unanswered
from competition.knockout.rules.outcome import Outcome as Result
from competition.knockout.rules.outcome import Pairs
from competition.knockout.rules.stages import Stage
from competition.log.rules import not_revoked
from competition.lots.rules.layout import feeders
from competition.pages.cached_page import day_ends
from scoring.models import SummarySheet

_WRITTEN_ON = (Stage.IN_PLAY, Stage.DISPUTED)


class Snapshot:
    """A draw, what has happened in it, and what follows; once kept it is shared, so nobody changes it (see `as_of`)."""

    def __init__(self, rows: Rows, now: datetime) -> None:
        self.draw, self._rounds, self.places, self.meetings, self.placings, self._withdrawals = rows
        self.holders, self.everybody = rows.holders, rows.everybody
        self._numbers = {pair.pk: number for number, pair in self.everybody.items()}
        self.now, self.version = now, self.competition.version
        # The sheets that have been read since the rows were; None while the rows themselves are new.
        self._sheets: dict[int, SummarySheet] | None = None
        # Shared by every copy: the matches with the sheets last read of all of them, and what pages make of a match.
        self._latest: dict[str, MatchState] = {}
        self.pieces: dict[Hashable, Any] = {}

    def holds(self, structure: int, now: datetime) -> bool:
        """Whether neither time nor anything but deals has changed the draw since it was read."""
        return self.competition.structure == structure and now < self.fresh_until

    def as_of(self, now: datetime, version: int) -> "Snapshot":
        """The same draw at another moment, with the sheets that deals are written on as they read then."""
        # What has been worked out by now is shared by every copy.
        _ = self.as_read, self._codes_of, self.fresh_until
        snapshot = copy(self)
        snapshot.now, snapshot.version, snapshot._sheets = now, version, {}
        snapshot.__dict__.pop("by_code", None)
        snapshot.__dict__.pop("rounds", None)
        return snapshot

    @property
    def competition(self) -> Competition:
        """The competition drawn."""
        return self.draw.competition

    @cached_property
    def pairs(self) -> dict[int, Pair]:
        """The pairs in the draw by number."""
        return {pair.number: pair for pair in self.holders if pair}

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each pair that is in the draw, or was, by its number."""
        return {number: pair.name for number, pair in self.everybody.items()}

    @cached_property
    def outcomes(self) -> list[Result]:
        """The outcome that stands of every meeting that has one."""
        return [outcome for at, met in self._encounters.items() if (outcome := self._outcome(at, met))]

    def without(self, ruling: Outcome) -> tuple[Result | None, Unanswered | None]:
        """The outcome, or the unanswered result, that two pairs would have if their last ruling were taken back."""
        where, pairs = ruling.meeting.match_id, self._met(ruling.meeting)
        same = [met for met in self.meetings if met.match_id == where and self._met(met) == pairs]
        (left,) = encounters(same, without=ruling)
        at = ruling.meeting.match.code, pairs
        return self._outcome(at, left), self._unanswered(at, left)

    @cached_property
    def unanswered(self) -> list[Unanswered]:
        """The results sent in that nobody has answered or agreed to, also of pairs who do not meet at present."""
        return [one for at, met in self._encounters.items() if (one := self._unanswered(at, met))]

    @cached_property
    def bracket(self) -> Bracket:
        """The draw resolved from its places and the outcomes that stand."""
        return self.resolved_with(self.outcomes)

    def resolved_with(
        self, outcomes: Iterable[Result], withdrawn: Sequence[int] | None = None, holders: Sequence[Pair | None] = ()
    ) -> Bracket:
        """The draw as it would stand with these outcomes (and these pairs withdrawn, or standing at its places)."""
        places = [pair.number if pair else None for pair in holders or self.holders]
        return resolve(places, outcomes, self.withdrawn if withdrawn is None else withdrawn)

    @cached_property
    def withdrawn(self) -> list[int]:
        """The pairs that withdrew after the draw, first one first."""
        gone = (self._numbers[row.pair_id] for row in not_revoked(self._withdrawals))
        return [number for number in gone if number in self.pairs]

    @cached_property
    def by_code(self) -> dict[str, MatchState]:
        """Every match by its code, in the order of the draw (one query while deals are written, two where any was)."""
        if self._sheets is None:
            return self.as_read
        last = {code: self._latest.get(code) or self.as_read[code] for code in self._moving}
        self._sheets |= read_again(state.sheet for state in last.values() if state.sheet)
        self._latest |= {code: self.state(code) for code, state in last.items() if self.sheet(code) is not state.sheet}
        return self.as_read | last | self._latest

    def state(self, code: str) -> MatchState:
        """The match of this code alone; KeyError where there is none."""
        if self._sheets is None or (met := self._moving.get(code)) is None:
            return self.as_read[code]
        return self._setting.match(self.bracket.matches[code], met.with_sheet(self.sheet(code)), ())

    def sheet(self, code: str) -> SummarySheet | None:
        """The sheet of this match as it reads now, once it is open (one query while deals are written on it)."""
        sheet = self.as_read[code].sheet
        if sheet is None or self._sheets is None or code not in self._moving:
            return sheet
        if sheet.pk not in self._sheets:
            self._sheets |= SummarySheet.objects.in_bulk([sheet.pk])
        # One put away while an answer is being made is still told of as it was read.
        return self._sheets.get(sheet.pk, sheet)

    @cached_property
    def _setting(self) -> Setting:
        return Setting(self._rounds, self.competition, self.now, self.pairs, self.names, self.withdrawn, self.bracket)

    @cached_property
    def as_read(self) -> dict[str, MatchState]:
        """Every match by its code, with its sheet as it was when the draw was read (no query)."""
        states = dict[str, MatchState]()
        for code, node in self.bracket.matches.items():
            known_since = [states[feeder].decided_at for feeder in feeders(node.round, node.position)]
            met = self._encounters.get((code, pairs)) if (pairs := node.pairs) else None
            states[code] = self._setting.match(node, met, known_since)
        return states

    @cached_property
    def _moving(self) -> dict[str, Encounter]:
        """What is on record in each match on whose sheet deals may be written."""
        known = ((self.as_read[code], met) for (code, _), met in self._encounters.items())
        return {match.code: met for match, met in known if match.meeting is met.meeting and match.stage in _WRITTEN_ON}

    @cached_property
    def rounds(self) -> list[RoundState]:
        """The rounds in order, each with its matches."""
        return [
            RoundState(row.number, row.name, days.of(None), terms, tuple(self.by_code[node.code] for node in nodes))
            for (row, days, terms), nodes in zip(self._setting.rounds, self.bracket.rounds, strict=True)
        ]

    @property
    def extensions(self) -> list[Extension]:
        """Every extension ever given or taken back, in order."""
        return sorted((row for round in self._rounds for row in round.extensions.all()), key=lambda row: row.pk)

    @property
    def champion(self) -> Pair | None:
        """The pair that came through the final, once that is official; nobody where the competition was cancelled."""
        return None if self.competition.is_cancelled else self.pairs.get(self.bracket.champion or 0)

    def matches_of(self, pair: Pair) -> list[MatchState]:
        """The matches this pair is in, first round first."""
        return [self.state(code) for code in self.codes_of(pair)]

    def codes_of(self, pair: Pair) -> Sequence[str]:
        """The codes of the matches this pair is in, first round first; none of a pair that was not drawn."""
        return self._codes_of.get(pair.number, ()) if self.pairs.get(pair.number) == pair else ()

    @cached_property
    def _codes_of(self) -> dict[int, list[str]]:
        found = defaultdict(list)
        for code, node in self.bracket.matches.items():
            for side in (side for side in node.sides if isinstance(side, Entrant)):
                found[side.number].append(code)
        return found

    @cached_property
    def fresh_until(self) -> datetime:
        """When time alone will next change what is shown: silence agreeing, or the day ending."""
        lasts = (met.last for met in self._encounters.values() if met.last and not met.last.answer)
        ends = (last.silence_agrees_at or self.now for last in lasts)
        return min([day_ends(self.now), *(moment for moment in ends if moment > self.now)])

    def _met(self, meeting: Meeting) -> Pairs:
        return self._numbers[meeting.upper_id], self._numbers[meeting.lower_id]

    @cached_property
    def _encounters(self) -> dict[tuple[str, Pairs], Encounter]:
        return {(met.meeting.match.code, self._met(met.meeting)): met for met in encounters(self.meetings)}

    def _outcome(self, at: tuple[str, Pairs], met: Encounter) -> Result | None:
        if met.last is None or not stands(met.last, self.now):
            return None
        return result_of(met.last, at[0], *at[1])

    def _unanswered(self, at: tuple[str, Pairs], met: Encounter) -> Unanswered | None:
        last = met.last
        waits = last and last.asks_for_answer and not last.answer and not stands(last, self.now)
        return Unanswered(*at, last.silence_may_agree) if last and waits else None
