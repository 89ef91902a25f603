"""The published draw: one value for each moment, cached by each process while nothing but deals changes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from functools import cached_property, reduce

from django.db.models import Model
from django.utils import timezone

from competition.contest import queries as contest_queries
from competition.contest.models import Competition
from competition.contest.queries import Changes
from competition.contest.rules.pair_names import forms
from competition.entries.models.pair import Pair
from competition.knockout.models.draw import Extension
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.encounters import Encounter, encounters, stands
from competition.knockout.queries.rows import NOT_SAVED, Rows, at_address, of_draws
from competition.knockout.queries.setting import Setting
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.bracket import Bracket, Entrant, resolve
from competition.knockout.rules.consequences import Unanswered
from competition.knockout.rules.result import Pairs, Result
from competition.knockout.rules.stages import Stage
from competition.log.rules import not_revoked
from competition.lots.models import Draw
from competition.lots.rules.layout import feeders
from competition.pages.cached_page import day_ends
from scoring.models import SummarySheet
from scoring.rules.refusal import Refused

# How many draws each process caches: those that are played at one time.
_MOST = 16
_cached: dict[int, "PublishedDraw"] = {}
# The stages in which the pairs can write deals.
_IN_PLAY = (Stage.IN_PLAY, Stage.DISPUTED)


class ResolvedDraw:
    """A draw at one moment: its rows, the results that count in it, and who meets whom because of them."""

    def __init__(self, rows: Rows, now: datetime) -> None:
        self.rows, self.now = rows, now
        self.holders, self.meetings = rows.holders, rows.meetings
        # The pairs in the draw, by number.
        self.pairs: dict[int, Pair] = {pair.number: pair for pair in self.holders if pair}
        self._numbers = {pair.pk: number for number, pair in rows.everybody.items()}
        self._encounters = {(met.meeting.match.code, self._met(met.meeting)): met for met in encounters(self.meetings)}

    def with_rows(self, rows: Iterable[Model]) -> "ResolvedDraw":
        """Return the draw at the same moment with more rows, which are not saved."""
        return ResolvedDraw(reduce(Rows.with_row, rows, self.rows), self.now)

    @cached_property
    def results(self) -> list[Result]:
        """The result that stands of every meeting that has one."""
        return [result for at, met in self._encounters.items() if (result := met.result(*at, self.now))]

    @cached_property
    def unanswered(self) -> list[Unanswered]:
        """The results sent in that nobody has answered or agreed to, also of pairs who do not meet at present."""
        return [one for at, met in self._encounters.items() if (one := self._unanswered(at, met))]

    @cached_property
    def bracket(self) -> Bracket:
        """The draw resolved from its places and the results that stand."""
        return resolve([pair.number if pair else None for pair in self.holders], self.results, self.withdrawn)

    @cached_property
    def withdrawn(self) -> list[int]:
        """The pairs that withdrew after the draw, first one first."""
        gone = (self._numbers[row.pair_id] for row in not_revoked(self.rows.withdrawals))
        return [number for number in gone if number in self.pairs]

    def _met(self, meeting: Meeting) -> Pairs:
        return self._numbers[meeting.upper_id], self._numbers[meeting.lower_id]

    def _unanswered(self, at: tuple[str, Pairs], met: Encounter) -> Unanswered | None:
        # A row that is not saved was sent in to nobody.
        last = met.last if met.last and met.last.pk != NOT_SAVED else None
        waits = last and last.asks_for_answer and not last.answer and not stands(last, self.now)
        return Unanswered(*at, last.silence_may_agree) if last and waits else None


class PublishedDraw(ResolvedDraw):
    """A draw at one moment: its rows and everything that follows from them. It never changes."""

    def __init__(self, rows: Rows, now: datetime) -> None:
        super().__init__(rows, now)
        self.row, self._rounds, self.places, self.placings = rows.draw, rows.rounds, rows.places, rows.placings
        self._name(rows.everybody)
        self.version = self.competition.version
        self.fresh_until = self._fresh_until()
        # Every match by its code, in the order of the draw.
        self.matches = self._matches()
        # The matches with a sheet on which deals can be written.
        self._in_play = [code for code, state in self.matches.items() if state.sheet and state.stage in _IN_PLAY]
        self._codes = self._codes_by_pair()

    def _name(self, everybody: dict[int, Pair]) -> None:
        # Every pair that is in the draw or was, by number: the pair, its name, and its names in three lengths, which
        # are different for any two pairs.
        self.everybody = everybody
        self.names = {number: pair.name for number, pair in everybody.items()}
        self.forms = forms({number: _players(pair) for number, pair in everybody.items()})

    def with_pair(self, pair: Pair) -> "PublishedDraw":
        """Return the same draw, in which this pair has a name, although it is not in the draw."""
        draw = copy(self)
        draw._name({**self.everybody, pair.number: pair})
        return draw

    def holds(self, structure: int, now: datetime) -> bool:
        """Return True if only deals have changed since the draw was read."""
        return self.competition.structure == structure and now < self.fresh_until

    def sheets_in_play(self, code: str = "") -> list[int]:
        """Return the keys of the sheets on which deals can be written: of all matches, or of the match of this code."""
        sheets = (self.matches[one].sheet for one in self._in_play if code in ("", one))
        return [sheet.pk for sheet in sheets if sheet]

    def with_sheets(self, sheets: Mapping[int, SummarySheet], now: datetime, version: int) -> "PublishedDraw":
        """Return the draw at a later moment. `sheets` are the sheets in play at that moment, by key.

        A sheet that is missing there was put away. Its match stays as it was read.
        """
        draw = copy(self)
        draw.__dict__.pop("rounds", None)
        draw.now, draw.version, draw.matches = now, version, dict(self.matches)
        draw.row = copy(self.row)
        draw.row.competition = copy(self.competition)
        draw.row.competition.version = version
        for code in self._in_play:
            state = self.matches[code]
            if state.sheet and (sheet := sheets.get(state.sheet.pk)):
                draw.matches[code] = state.with_sheet(sheet)
        return draw

    @property
    def competition(self) -> Competition:
        """The competition drawn."""
        return self.row.competition

    @cached_property
    def _setting(self) -> Setting:
        return Setting(self._rounds, self.competition, self.now, self.pairs, self.names, self.withdrawn, self.bracket)

    def _matches(self) -> dict[str, MatchState]:
        states = dict[str, MatchState]()
        for code, node in self.bracket.matches.items():
            known_since = [states[feeder].decided_at for feeder in feeders(node.round, node.position)]
            met = self._encounters.get((code, pairs)) if (pairs := node.pairs) else None
            states[code] = self._setting.match(node, met, known_since)
        return states

    @cached_property
    def rounds(self) -> list[RoundState]:
        """The rounds in order, each with its matches."""
        return [
            RoundState(row.number, row.name, days.of(None), terms, tuple(self.matches[node.code] for node in nodes))
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
        return [self.matches[code] for code in self.codes_of(pair)]

    def codes_of(self, pair: Pair) -> Sequence[str]:
        """The codes of the matches this pair is in, first round first; none of a pair that was not drawn."""
        return self._codes.get(pair.number, ()) if self.pairs.get(pair.number) == pair else ()

    def _codes_by_pair(self) -> dict[int, list[str]]:
        found = defaultdict(list)
        for code, node in self.bracket.matches.items():
            for side in (side for side in node.sides if isinstance(side, Entrant)):
                found[side.number].append(code)
        return found

    def _fresh_until(self) -> datetime:
        """When time alone will next change what is shown: silence agreeing, or the day ending."""
        lasts = (met.last for met in self._encounters.values() if met.last and not met.last.answer)
        ends = (last.silence_agrees_at or self.now for last in lasts)
        return min([day_ends(self.now), *(moment for moment in ends if moment > self.now)])


def _players(pair: Pair) -> tuple[str, ...]:
    return tuple(player.display_name for player in pair.present)


def get_draw(
    competition: Competition | str, changes: Changes | None = None, *, match: str = ""
) -> PublishedDraw | None:
    """Return the published draw of a competition, or at an address, as it stands; None while there is none.

    Each process caches the draw while nothing but deals changes in it. Then this takes one query for the sheets that
    deals are written on, of `match` alone if its code is given; otherwise eight. For an address it takes one more,
    unless the caller knows the `changes`. Nobody calls it in a transaction that writes.
    """
    changes, slug = changes or _changes(competition), competition if isinstance(competition, str) else competition.slug
    if changes is None:
        return None
    now, draw = timezone.now(), _cached.get(changes.competition)
    if draw and draw.holds(changes.structure, now):
        return with_live_sheets(draw, now, changes.version, match=match)
    rows = at_address(slug)
    return _cache(PublishedDraw(rows, now)) if rows else None


def is_cached(competition: Competition) -> bool:
    """Return True if this process has read the draw before."""
    return competition.pk in _cached


def with_live_sheets(draw: PublishedDraw, now: datetime, version: int, *, match: str = "") -> PublishedDraw:
    """Return a draw whose facts have not changed, with the sheets in play as they read now (at most one query)."""
    keys = draw.sheets_in_play(match)
    return draw.with_sheets(SummarySheet.objects.in_bulk(keys) if keys else {}, now, version)


def _changes(competition: Competition | str) -> Changes | None:
    if isinstance(competition, str):
        return contest_queries.changes(competition)
    return Changes(competition.pk, competition.version, competition.structure)


def _cache(draw: PublishedDraw) -> PublishedDraw:
    """Cache a draw in place of the oldest."""
    _cached.pop(draw.competition.pk, None)
    while len(_cached) >= _MOST:
        del _cached[next(iter(_cached))]
    _cached[draw.competition.pk] = draw
    return draw


def clear_cache() -> None:
    """Delete all cached draws."""
    _cached.clear()


def read_draw(competition: Competition) -> PublishedDraw | None:
    """Return the published draw as it reads now, for those who are about to change it; None while there is none."""
    rows = at_address(competition.slug)
    return PublishedDraw(rows, timezone.now()) if rows else None


def draw_to_change(competition: Competition) -> PublishedDraw:
    """Return the same; Refused before the draw is published, and while the competition is cancelled."""
    if draw := read_draw(competition):
        return must_be_on(draw)
    raise Refused("The draw has not been published yet.")


def must_be_on(draw: PublishedDraw) -> PublishedDraw:
    """Return the draw, for those who are about to change it; Refused while the competition is cancelled."""
    if draw.competition.is_cancelled:
        raise Refused("The competition is cancelled: nothing is played or decided in it unless that is taken back.")
    return draw


def read_draws(draws: Sequence[Draw], now: datetime | None = None) -> list[PublishedDraw]:
    """Return published draws as they stand at one moment, in eight queries however many they are."""
    moment = now or timezone.now()
    return [PublishedDraw(rows, moment) for rows in of_draws(draws)]
