"""Queries for the published draw, and searches in it for pairs, rounds and matches.

Each process caches the draw until a fact other than a deal changes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from functools import cached_property, reduce
from typing import NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db.models import Count, Max, Model, Q
from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.contest.queries import read_version
from competition.contest.rules.names import Forms, forms, is_named
from competition.draw.models.draw import Draw
from competition.draw.models.rounds import Extension, Meeting
from competition.draw.queries import match_versions
from competition.draw.queries.rows import (
    NOT_SAVED,
    DrawData,
    MatchRecords,
    Rows,
    at_address,
    match_records,
    of_draws,
    stands,
)
from competition.draw.queries.states import MatchSide, PublishedMatch, PublishedRound
from competition.draw.rules.bracket import EMPTY, Bracket, Entrant, Unanswered, resolve
from competition.draw.rules.layout import feeders
from competition.draw.rules.result import Pairs, Result, Stage
from competition.entries.models import Pair
from competition.web.cached_page import Version, day_ends
from scoring.models import SummarySheet
from scoring.rules.refusal import Refused

# Number of draws that each process caches. It covers the competitions in play at one time.
_MOST = 16
_cached: dict[int, "PublishedDraw"] = {}
# Stages in which the pairs can record deals.
_IN_PLAY = (Stage.IN_PLAY, Stage.DISPUTED)


class PublishedDraw:
    """A draw at one moment: its rows and all values derived from them. It is immutable.

    A draw without rounds is not yet published. It has no pairs and no matches, and `entered` counts the pairs.
    """

    def __init__(self, rows: Rows, now: datetime) -> None:
        self.rows, self.now = rows, now
        self.row, self._rounds, self.places, self.placings = rows.draw, rows.rounds, rows.places, rows.placings
        self.holders, self.meetings, self.entered = rows.holders, rows.meetings, rows.entered
        self.version = self.competition.version
        # Pairs of the draw, by number.
        self.pairs: dict[int, Pair] = {pair.number: pair for pair in self.holders if pair}
        # All current and former pairs of the draw, by number.
        self.everybody = rows.everybody
        self._numbers = {pair.pk: number for number, pair in self.everybody.items()}
        records = match_records(self.meetings)
        self._match_records = {(met.meeting.match.code, self._met(met.meeting)): met for met in records}
        # Versions of the matches by code, calculated when a page asks. Later copies of the draw share them.
        self._versions: dict[str, str] = {}

    @cached_property
    def forms(self) -> dict[int, Forms]:
        """The name of each current or former pair in three lengths, by number. No two pairs share a name."""
        return forms({number: _players(pair) for number, pair in self.everybody.items()})

    @cached_property
    def names(self) -> dict[int, str]:
        """The full name of each current or former pair, by number."""
        return {number: form.full for number, form in self.forms.items()}

    def with_rows(self, rows: Iterable[Model]) -> "PublishedDraw":
        """Return the draw at the same moment with these unsaved rows added."""
        return PublishedDraw(reduce(Rows.with_row, rows, self.rows), self.now)

    @cached_property
    def results(self) -> list[Result]:
        """The current results of all meetings, including meetings of pairs that no longer meet in the draw."""
        return [result for at, met in self._match_records.items() if (result := met.result(*at, self.now))]

    @cached_property
    def unanswered(self) -> list[Unanswered]:
        """The reported results without a reply or a confirmation, including results of pairs that no longer meet."""
        return [one for at, met in self._match_records.items() if (one := self._unanswered(at, met))]

    @cached_property
    def bracket(self) -> Bracket:
        """The draw resolved from its places, results and withdrawals."""
        places = [pair.number if pair else None for pair in self.holders]
        return resolve(places, self.results, self.withdrawn) if places else EMPTY

    @cached_property
    def withdrawn(self) -> list[int]:
        """The numbers of the pairs that withdrew after the draw, in order of withdrawal."""
        gone = (self._numbers[row.pair_id] for row in not_revoked(self.rows.withdrawals))
        return [number for number in gone if number in self.pairs]

    def _met(self, meeting: Meeting) -> Pairs:
        return self._numbers[meeting.upper_id], self._numbers[meeting.lower_id]

    def _unanswered(self, at: tuple[str, Pairs], met: MatchRecords) -> Unanswered | None:
        # Ignore an unsaved row here, because no pair has been notified of it.
        last = met.last if met.last and met.last.pk != NOT_SAVED else None
        waits = last and last.asks_for_answer and not last.answer and not stands(last, self.now)
        return Unanswered(*at, last.may_be_confirmed_automatically) if last and waits else None

    def with_pair(self, pair: Pair) -> "PublishedDraw":
        """Return a copy of the draw that also has the names of this pair, although the pair is not in the draw."""
        draw = copy(self)
        for name in ("forms", "names"):
            draw.__dict__.pop(name, None)
        draw.everybody, draw._versions = {**self.everybody, pair.number: pair}, {}
        return draw

    def holds(self, facts_version: int, now: datetime) -> bool:
        """Return True if at most deals have changed since the draw was read, and the draw has not expired."""
        return self.competition.facts_version == facts_version and now < self.fresh_until

    def facts_version(self, code: str) -> str:
        """Return the version of all facts that the pages of this match show, except the deals of its sheet.

        Changes in other matches do not affect the version, unless this match names their pairs. Before a match begins,
        its pages also show the matches that lead to it and the match after it. The version depends on the date, because
        texts do.
        """
        if code not in self._versions:
            state = self.matches[code]
            shown = [self.forms[pair.number] for pair in state.pairs]
            # Superseded results and changed places may name any pair, so the version depends on all names.
            others = (self.names, self.placings) if state.set_aside or self.placings else ()
            around = match_versions.around(state, self.matches, self.forms) if state.is_to_come else ()
            today = timezone.localdate(self.now)
            self._versions[code] = match_versions.version(state, self.competition, shown, others, around, today)
        return self._versions[code]

    def sheets_in_play(self, code: str = "") -> list[int]:
        """Return the primary keys of the score sheets in play, of all matches or only on the page of this match.

        The page of a match that waits for a pair shows the deals of the two matches before it.
        """
        shown = {code} if code else set(self._in_play)
        if (state := self.matches.get(code)) and not state.has_two_pairs:
            shown.update(feeders(state.round, state.position))
        sheets = (self.matches[one].sheet for one in self._in_play if one in shown)
        return [sheet.pk for sheet in sheets if sheet]

    def with_sheets(self, sheets: Mapping[int, SummarySheet], now: datetime, version: int) -> "PublishedDraw":
        """Return the draw at a later moment. `sheets` are the score sheets in play at that moment, by primary key.

        A match whose score sheet is missing keeps its earlier state.
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
        """The competition of this draw."""
        return self.row.competition

    @cached_property
    def _data(self) -> DrawData:
        adopted_at = self.row.published_at if self.row.is_elsewhere else None
        return DrawData(
            self._rounds,
            self.competition,
            self.now,
            self.pairs,
            self.names,
            self.withdrawn,
            self.bracket,
            adopted_at,
        )

    @cached_property
    def matches(self) -> dict[str, PublishedMatch]:
        """The matches by code, in the order of the draw."""
        states = dict[str, PublishedMatch]()
        for code, match in self.bracket.matches.items():
            known_since = [states[feeder].decided_at for feeder in feeders(match.round, match.position)]
            met = self._match_records.get((code, pairs)) if (pairs := match.pairs) else None
            states[code] = self._data.match(match, met, known_since)
        return states

    @cached_property
    def rounds(self) -> list[PublishedRound]:
        """The rounds in order, each with its matches."""
        return [
            PublishedRound(
                number=row.number,
                name=row.name,
                **fields,
                corrections=tuple(row.conditions.all()),
                matches=tuple(self.matches[one.code] for one in matches),
            )
            for (row, fields), matches in zip(self._data.rounds, self.bracket.rounds, strict=True)
        ]

    @property
    def extensions(self) -> list[Extension]:
        """All extensions in order, including undone extensions."""
        return sorted((row for round in self._rounds for row in round.extensions.all()), key=lambda row: row.pk)

    @property
    def champion(self) -> Pair | None:
        """The champion. None before the final is official and in a cancelled competition."""
        return None if self.competition.is_cancelled else self.pairs.get(self.bracket.champion or 0)

    def matches_of(self, pair: Pair) -> list[PublishedMatch]:
        """Return the matches of this pair, in round order."""
        return [self.matches[code] for code in self.codes_of(pair)]

    def codes_of(self, pair: Pair) -> Sequence[str]:
        """Return the codes of the matches of this pair, in round order. Empty for a pair outside the draw."""
        return self._codes.get(pair.number, ()) if self.pairs.get(pair.number) == pair else ()

    @cached_property
    def _in_play(self) -> list[str]:
        """The codes of the matches with a score sheet that can still change."""
        return [code for code, state in self.matches.items() if state.sheet and state.stage in _IN_PLAY]

    @cached_property
    def _codes(self) -> dict[int, list[str]]:
        found = defaultdict(list)
        for code, match in self.bracket.matches.items():
            for side in (side for side in match.sides if isinstance(side, Entrant)):
                found[side.number].append(code)
        return found

    @cached_property
    def fresh_until(self) -> datetime:
        """The time at which the cached draw expires: at the next automatic confirmation or at midnight."""
        lasts = (met.last for met in self._match_records.values() if met.last and not met.last.answer)
        ends = (last.confirms_at or self.now for last in lasts)
        return min([day_ends(self.now), *(moment for moment in ends if moment > self.now)])


def _players(pair: Pair) -> tuple[str, ...]:
    return tuple(player.display_name for player in pair.present)


def get_draw(
    competition: Competition | str, version: Version | None = None, *, match: str = ""
) -> PublishedDraw | None:
    """Return the current published draw of a competition, given as an object or a slug. None before publication.

    Each process caches the draw until a fact other than a deal changes. With a cached draw this takes one query for the
    score sheets in play, or only for the score sheet of `match` (a code). Otherwise it takes eight queries. A slug
    without `version` takes one more query. Do not call it in a transaction that writes.
    """
    version = version or _version_of(competition)
    if version is None:
        return None
    now = timezone.now()
    if draw := _cached_draw(version, now):
        return with_live_sheets(draw, now, version.version, match=match)
    return _read(competition if isinstance(competition, str) else competition.slug, now)


def draw_without_deals(slug: str, version: Version) -> PublishedDraw | None:
    """Return the current published draw, in which the score sheets in play may be out of date.

    With a cached draw this takes no query. None before publication.
    """
    now = timezone.now()
    return _cached_draw(version, now) or _read(slug, now)


def is_cached(competition: Competition) -> bool:
    """Return True if this process has cached the draw."""
    return competition.pk in _cached


def with_live_sheets(draw: PublishedDraw, now: datetime, version: int, *, match: str = "") -> PublishedDraw:
    """Return the draw with the current score sheets in play (at most one query). No other fact may have changed."""
    keys = draw.sheets_in_play(match)
    return draw.with_sheets(SummarySheet.objects.in_bulk(keys) if keys else {}, now, version)


def _version_of(competition: Competition | str) -> Version | None:
    if isinstance(competition, str):
        return read_version(competition)
    return Version(competition.pk, competition.version, competition.facts_version)


def _cached_draw(version: Version, now: datetime) -> PublishedDraw | None:
    draw = _cached.get(version.competition)
    return draw if draw and draw.holds(version.facts_version, now) else None


def _read(slug: str, now: datetime) -> PublishedDraw | None:
    rows = at_address(slug)
    return _cache(_derive(rows, now)) if rows else None


def _derive(rows: Rows, now: datetime) -> PublishedDraw:
    draw = PublishedDraw(rows, now)
    # Derive the matches now, so that a draw that cannot be read fails here and not in a template.
    draw.sheets_in_play()
    return draw


def _cache(draw: PublishedDraw) -> PublishedDraw:
    """Cache a draw, and remove the oldest draws above the limit."""
    _cached.pop(draw.competition.pk, None)
    while len(_cached) >= _MOST:
        del _cached[next(iter(_cached))]
    _cached[draw.competition.pk] = draw
    return draw


def clear_cache() -> None:
    """Delete all cached draws."""
    _cached.clear()


def read_draw(competition: Competition) -> PublishedDraw | None:
    """Return the published draw read without the cache, for use in a transaction. None before publication."""
    rows = at_address(competition.slug)
    return _derive(rows, timezone.now()) if rows else None


def draw_to_change(competition: Competition) -> PublishedDraw:
    """Return the published draw read without the cache.

    Raises Refused before the draw is published and while the competition is cancelled.
    """
    if draw := read_draw(competition):
        return must_be_on(draw)
    raise Refused("The draw has not been published yet. Reload the page.")


def must_be_on(draw: PublishedDraw) -> PublishedDraw:
    """Return the draw. Raises Refused while the competition is cancelled."""
    if draw.competition.is_cancelled:
        raise Refused("The competition is cancelled, so nothing can be played or decided in it.")
    return draw


def read_draws(draws: Sequence[Draw], now: datetime | None = None) -> list[PublishedDraw]:
    """Return the state of these published draws at one moment (eight queries in total)."""
    moment = now or timezone.now()
    return [_derive(rows, moment) for rows in of_draws(draws)]


def last_change(draw: PublishedDraw, code: str = "") -> LogEntry | None:
    """Return the latest log entry about the match with this code, or about any match if `code` is empty."""
    noted = LogEntry.objects.filter(competition=draw.competition)
    return (noted.filter(match=code) if code else noted.exclude(match="")).first()


def pairs_named(draw: PublishedDraw, text: str) -> list[Pair]:
    """Return the pairs whose names contain every word of the text, ignoring accents and case."""
    found = [pair for pair in draw.pairs.values() if is_named(draw.names[pair.number], text)]
    return sorted(found, key=lambda pair: draw.names[pair.number])


def current_round(draw: PublishedDraw) -> PublishedRound:
    """Return the first round with an undecided match, or else the last round."""
    return next((round for round in draw.rounds if round.played < round.playable), draw.rounds[-1])


def coming_round(draw: PublishedDraw) -> PublishedRound:
    """Return the round with the next play-by date, or the current round if all dates have passed."""
    round, today = current_round(draw), timezone.localdate(draw.now)
    return next((later for later in draw.rounds[round.number - 1 :] if later.play_by >= today), round)


def watched_round(draw: PublishedDraw) -> PublishedRound:
    """Return the latest round with a match in play, or else the first with an open match that is not overdue.

    If there is no such round, return the current round.
    """
    at_table = [round for round in draw.rounds if any(state.stage is Stage.IN_PLAY for state in round.matches)]
    if at_table:
        return at_table[-1]
    in_time = (round for round in draw.rounds if any(state.is_open and not state.overdue for state in round.matches))
    return next(in_time, current_round(draw))


def way_of(draw: PublishedDraw, pair: Pair) -> list[PublishedMatch]:
    """Return the matches of a pair in round order, followed by its possible later matches until it is knocked out."""
    matches = draw.matches_of(pair)
    last = matches[-1]
    while last.result is None and last.feeds:
        last = draw.matches[last.feeds]
        matches.append(last)
    return matches


def candidates(draw: PublishedDraw, side: MatchSide) -> list[Pair]:
    """Return the pairs that can still play on this side of a match, from the top of the draw."""
    if side.pair:
        return [side.pair]
    if not side.awaiting:
        return []
    return [pair for feeding in draw.matches[side.awaiting].sides for pair in candidates(draw, feeding)]


class Revision(NamedTuple):
    """The SEQUENCE of a match in every calendar (RFC 5545), and the time of its last log entry, if it has one."""

    sequence: int
    at: datetime | None


def revisions(draw: PublishedDraw, codes: Iterable[str]) -> dict[str, Revision]:
    """Return the revision of each of these matches by code (one query).

    It counts the log entries about the match, the extensions of its round, the withdrawals of its pairs and the
    cancellations of the competition, with the decisions that undo them. So it never decreases.
    """
    about = LogEntry.objects.filter(competition=draw.competition)
    lines = about.filter(Q(match__in=[*codes]) | Q(event__in=[Event.CANCELLED, Event.PLAYED_ON]))
    counted = lines.values_list("match").annotate(times=Count("pk"), last=Max("at"))
    logged = {match: Revision(times, last) for match, times, last in counted}
    return {code: _revision(draw, draw.matches[code], logged) for code in codes}


def _revision(draw: PublishedDraw, state: PublishedMatch, logged: Mapping[str, Revision]) -> Revision:
    own, of_all = (logged.get(match, Revision(0, None)) for match in (state.code, ""))
    extended = sum(row.round.number == state.round and not row.code for row in draw.extensions)
    withdrawals = sum(len([*pair.given("withdrawals")]) for pair in state.pairs)
    return Revision(own.sequence + of_all.sequence + extended + withdrawals, own.at)


def identity(draw: PublishedDraw, *names: object) -> UUID:
    """Return a permanent identifier for these names in this draw. It does not depend on the site's address."""
    return uuid5(NAMESPACE_OID, " ".join(map(str, (draw.competition.slug, draw.row.made_at.isoformat(), *names))))
