"""The facts of a draw, and the values derived from them without the deals on score sheets in play."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.utils import timezone

from competition.audit.rules import not_revoked
from competition.contest.rules.names import Forms, forms
from competition.draw.models.rounds import Meeting, Round
from competition.draw.queries import match_versions
from competition.draw.queries.attempts import division_of, open_places
from competition.draw.queries.match_states import DrawData
from competition.draw.queries.rows import NOT_SAVED, MatchRecords, Rows, match_records, stands
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.bracket import EMPTY, Bracket, Occupant, Unanswered, resolve
from competition.draw.rules.result import Pairs, Result, Stage
from competition.draw.rules.sources import Entrant, FirstLoser, Open, Spot, spots_of
from competition.entries.models import Pair
from competition.web.cached_page import day_ends
from scoring.models import SummarySheet

# Stages in which the pairs can record deals.
_IN_PLAY = (Stage.IN_PLAY, Stage.DISPUTED)
NO_SHEETS: Mapping[int, SummarySheet] = MappingProxyType({})


class RoundsFacts:
    """All facts of a draw read at one moment, and all values that no later deal can change. Immutable.

    `matches` have their score sheets as read at that moment.
    """

    def __init__(self, rows: Rows, now: datetime) -> None:
        self.rows, self.now = rows, now
        self.competition = rows.draw.competition
        self.holders = rows.holders
        # Pairs of the main draw, by number.
        self.main_pairs: dict[int, Pair] = {pair.number: pair for pair in self.holders if pair}
        # Pairs that entered the plate directly, by place in the plate. A first loser may have the place instead.
        self._direct = {at: pair for at, pair in rows.direct.items() if pair.number not in self.main_pairs}
        # All current and former pairs of the draw, by number.
        self.everybody = rows.everybody
        self._numbers = {pair.pk: number for number, pair in self.everybody.items()}
        records = match_records(rows.meetings)
        self._records = {(record.meeting.match.code, self._met(record.meeting)): record for record in records}
        # Versions of the matches by code, calculated on demand.
        self._versions: dict[str, str] = {}

    def _met(self, meeting: Meeting) -> Pairs:
        return self._numbers[meeting.upper_id], self._numbers[meeting.lower_id]

    @cached_property
    def pairs(self) -> dict[int, Pair]:
        """The pairs of the draw and those that entered its plate directly, by number."""
        if not self._direct:
            return self.main_pairs
        sides = {side for of_round in self.bracket.plate for match in of_round for side in match.sides}
        in_plate = {pair.number: pair for pair in self._direct.values() if Entrant(pair.number) in sides}
        return self.main_pairs | in_plate

    @cached_property
    def forms(self) -> dict[int, Forms]:
        """The name of each current or former pair in three lengths, by number. No two pairs share a name."""
        return forms({number: _players(pair) for number, pair in self.everybody.items()})

    @cached_property
    def names(self) -> dict[int, str]:
        """The full name of each current or former pair, by number."""
        return {number: form.full for number, form in self.forms.items()}

    @cached_property
    def results(self) -> list[Result]:
        """The current results of all meetings, including meetings of pairs that no longer meet in the draw."""
        return [result for at, record in self._current if (result := record.result(*at, self.now))]

    @cached_property
    def unanswered(self) -> list[Unanswered]:
        """The reported results without a reply or a confirmation, including results of pairs that no longer meet."""
        return [report for at, record in self._current if (report := self._unanswered(at, record))]

    @cached_property
    def _current(self) -> list[tuple[tuple[str, Pairs], MatchRecords]]:
        """The records of the matches in the draw, with the code and the pairs of each.

        A repechage is no longer in the draw if the draw of the next round was undone.
        """
        records = [*self._records.items()]
        if self.competition.conditions.repechage_deals is None:
            return records
        codes = {spot.code for spot in self._spots}
        return [(at, record) for at, record in records if at[0] in codes]

    def _unanswered(self, at: tuple[str, Pairs], record: MatchRecords) -> Unanswered | None:
        # Ignore an unsaved row here, because no pair has been notified of it.
        last = record.last if record.last and record.last.pk != NOT_SAVED else None
        waits = last and last.asks_for_answer and not last.answer and not stands(last, self.now)
        return Unanswered(*at, last.may_be_confirmed_automatically) if last and waits else None

    @cached_property
    def withdrawn(self) -> list[int]:
        """The numbers of the pairs that withdrew after the draw, in order of withdrawal."""
        numbers = (self._numbers[row.pair_id] for row in not_revoked(self.rows.withdrawals))
        drawn = {*self.main_pairs, *(pair.number for pair in self._direct.values())}
        return [number for number in numbers if number in drawn]

    @cached_property
    def bracket(self) -> Bracket:
        """The draw resolved from its places, results and withdrawals."""
        return resolve(self._spots, self.results, self.withdrawn) if self.holders else EMPTY

    @cached_property
    def _spots(self) -> Sequence[Spot]:
        """The matches of the draw and of its plate, with the current pairs."""
        return self.spots([pair.number if pair else None for pair in self.holders])

    def spots(self, places: Sequence[int | None]) -> Sequence[Spot]:
        """Return the matches of the draw and of its plate, with these numbers at the places from the top."""
        direct = {at: pair.number for at, pair in self._direct.items() if pair.number not in places}
        kept = {at: replace(place, pair=places[at]) for at, place in self.open_places.items()}
        division, drawn = division_of(self.rows.draw), self.rows.drawn_rounds
        return spots_of(places, self.competition.conditions.plate_rules, direct, kept, division, drawn)

    @cached_property
    def open_places(self) -> dict[int, Open]:
        """The places kept for pairs that join later, by place from 0, without the pairs that have joined."""
        until = self.competition.conditions.join_until
        is_closed = until is not None and timezone.localdate(self.now) > until
        return open_places(self.rows.drawn, self.competition.conditions, is_closed=is_closed)

    @cached_property
    def plate_places(self) -> list[tuple[str, Occupant]]:
        """The match and the occupant of each place in the plate, in the order of the matches of round 1."""
        return [
            (spot.code, side)
            for _, spot, side in sorted(
                (
                    (self.bracket.matches[source.match].position, spot, side)
                    for spot in self._spots
                    for source, side in zip(spot.sides, self.bracket.matches[spot.code].sides, strict=True)
                    if isinstance(source, FirstLoser)
                ),
                key=lambda place: place[0],
            )
        ]

    @cached_property
    def _data(self) -> DrawData:
        row = self.rows.draw
        adopted_at = row.published_at if row.is_elsewhere else None
        return DrawData(
            self.rows.rounds,
            self.competition,
            self.now,
            self.pairs,
            self.names,
            self.withdrawn,
            self.bracket,
            adopted_at,
        )

    @property
    def rounds(self) -> list[tuple[Round, dict[str, Any]]]:
        """The rounds in order, each with its conditions and dates."""
        return self._data.rounds

    @cached_property
    def matches(self) -> dict[str, PublishedMatch]:
        """The matches by code, in the order of the draw."""
        states = dict[str, PublishedMatch]()
        for code, match in self.bracket.matches.items():
            states[code] = self._data.match(match, self._records_of(code), states)
        return states

    def _records_of(self, code: str) -> MatchRecords | None:
        pairs = self.bracket.matches[code].pairs
        return self._records.get((code, pairs)) if pairs else None

    def matches_with(self, sheets: Mapping[int, SummarySheet]) -> dict[str, PublishedMatch]:
        """Return the matches in play that use one of these score sheets, by code. `sheets` are by primary key."""
        in_play = ((code, sheets.get(key)) for code, key in self._in_play.items()) if sheets else ()
        return {code: self._match_with(code, sheet) for code, sheet in in_play if sheet}

    def _match_with(self, code: str, sheet: SummarySheet) -> PublishedMatch:
        record = self._records_of(code)
        return self._data.match(self.bracket.matches[code], record and record.with_sheet(sheet), self.matches)

    @cached_property
    def _in_play(self) -> dict[str, int]:
        """The primary keys of the score sheets that can still change, by match code."""
        states = self.matches.values()
        return {state.code: state.sheet.pk for state in states if state.sheet and state.stage in _IN_PLAY}

    def sheets_in_play(self, code: str = "") -> list[int]:
        """Return the primary keys of the score sheets in play: all of them, or only those on the page of this match.

        The page of a match that waits for a pair shows the deals of the two matches before it.
        """
        codes = self.matches_with_sheets(code) if code else self._in_play
        return [self._in_play[match_code] for match_code in codes if match_code in self._in_play]

    def matches_with_sheets(self, code: str) -> list[str]:
        """Return the codes of the matches with score sheets on the pages of this match."""
        state = self.matches.get(code)
        if state is None:
            return []
        if state.sheet:
            return [code]
        return [before for before in state.before if before in self._in_play]

    def sheets_shown(self, code: str) -> list[SummarySheet]:
        """Return the score sheets on the pages of this match, as read with the facts."""
        sheets = (self.matches[match_code].sheet for match_code in self.matches_with_sheets(code))
        return [sheet for sheet in sheets if sheet]

    @cached_property
    def codes(self) -> dict[int, list[str]]:
        """The codes of each pair's matches in round order, by pair number."""
        by_number = defaultdict(list)
        for code, match in self.bracket.matches.items():
            for side in (side for side in match.sides if isinstance(side, Entrant)):
                by_number[side.number].append(code)
        return by_number

    @cached_property
    def fresh_until(self) -> datetime:
        """The time when the cached draw expires: at an automatic confirmation, the end of a round or midnight."""
        lasts = (record.last for record in self._records.values() if record.last and not record.last.answer)
        ends = [last.confirms_at or self.now for last in lasts]
        ends += [fields["clock"].ends_at for _, fields in self.rounds if fields["clock"]]
        return min([day_ends(self.now), *(moment for moment in ends if moment > self.now)])

    def holds(self, facts_version: int, now: datetime) -> bool:
        """Return True if at most deals have changed since the draw was read, and the draw has not expired."""
        return self.competition.facts_version == facts_version and now < self.fresh_until

    def version_of(self, code: str) -> str:
        """Return the version of all facts on the pages of this match, except the deals on its score sheet.

        Changes in other matches do not affect the version, unless this match names their pairs. Before a match begins,
        its pages also show the matches that lead to it and the match after it. The version depends on the date,
        because some texts do.
        """
        if code not in self._versions:
            state = self.matches[code]
            placings = self.rows.placings
            shown = [self.forms[pair.number] for pair in state.pairs]
            # Superseded results and changed places may name any pair, so the version depends on all names.
            others = (self.names, placings) if state.set_aside or placings else ()
            plate = [code for pair in state.pairs for code in self.codes[pair.number] if self.matches[code].is_in_plate]
            around = match_versions.around(state, self.matches, self.forms) if state.is_to_come else ()
            today = timezone.localdate(self.now)
            self._versions[code] = match_versions.version(state, self.competition, shown, others, plate, around, today)
        return self._versions[code]


def _players(pair: Pair) -> tuple[str, ...]:
    return tuple(player.display_name for player in pair.present)
