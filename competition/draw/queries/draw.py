"""Queries for the published draw, and searches in it for pairs, rounds and matches.

Each process caches the draw until a fact other than a deal changes.
"""

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
from competition.contest.models import Competition
from competition.contest.queries import read_version
from competition.contest.rules.names import is_named
from competition.draw.models.draw import Draw
from competition.draw.models.rounds import Extension, FixedDay
from competition.draw.queries.attempts import division_of
from competition.draw.queries.facts import NO_SHEETS, RoundsFacts
from competition.draw.queries.rows import Rows, at_address, of_draws
from competition.draw.queries.sides import MatchSide
from competition.draw.queries.spectators import as_spectators_see, hides_matches
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.bracket import Occupant, Unanswered, first_match
from competition.draw.rules.layout import qualifying_round
from competition.draw.rules.result import Stage
from competition.draw.rules.sections import kept_places
from competition.draw.rules.sources import Entrant, FirstLoser, Open, Spot
from competition.entries.models import Pair
from competition.web.cached_page import Version
from scoring.models import SummarySheet
from scoring.rules.refusal import Refused

# The number of draws that each process caches. It covers the competitions in play at any one time.
_MOST_CACHED = 16
_cached: dict[int, RoundsFacts] = {}


class PublishedDraw:
    """An immutable draw at one moment: its facts, the score sheets in play, and all values derived from them.

    `sheets` are current score sheets by primary key. The other sheets are as read with the facts. A draw without
    rounds is not yet published. It has no pairs and no matches, and `entered` is the number of entries.
    """

    def __init__(
        self,
        facts: RoundsFacts,
        sheets: Mapping[int, SummarySheet] = NO_SHEETS,
        now: datetime | None = None,
        version: int | None = None,
    ) -> None:
        self._facts, self._sheets = facts, sheets
        self.now = now or facts.now
        self.rows = rows = facts.rows
        self.row, self.places, self.placings = rows.draw, rows.places, rows.placings
        self.holders, self.meetings, self.entered = facts.holders, rows.meetings, rows.entered
        self.pairs, self.main_pairs, self.everybody = facts.pairs, facts.main_pairs, facts.everybody
        self.forms, self.names = facts.forms, facts.names
        self.bracket, self.withdrawn = facts.bracket, facts.withdrawn
        self.results, self.fresh_until = facts.results, facts.fresh_until
        self.competition = _at_version(facts.competition, version)
        self.version = self.competition.version

    @cached_property
    def matches(self) -> dict[str, PublishedMatch]:
        """The matches by code, in the order of the draw."""
        return {**self._facts.matches, **self._facts.matches_with(self._sheets)}

    def spots(self, places: Sequence[int | None]) -> Sequence[Spot]:
        """Return the matches of this draw and its plate, with these numbers at the places of round 1 from the top."""
        return self._facts.spots(places)

    @cached_property
    def kept(self) -> dict[int, int]:
        """The sections kept for pairs that join later: the first place of each (from 0) and its size."""
        return kept_places(self.rows.drawn) if self._facts.open_places else {}

    @property
    def plate_places(self) -> list[tuple[str, Occupant]]:
        """The match and the occupant of each place in the plate, in the order of the matches of round 1."""
        return self._facts.plate_places

    @property
    def unanswered(self) -> list[Unanswered]:
        """The reported results without a reply or a confirmation, including results of pairs that no longer meet."""
        return self._facts.unanswered

    def with_rows(self, rows: Iterable[Model]) -> "PublishedDraw":
        """Return the draw at the same moment with these unsaved rows added."""
        return self._of(reduce(Rows.with_row, rows, self.rows))

    def with_pair(self, pair: Pair) -> "PublishedDraw":
        """Return the draw with the names of this pair added, although the pair is not in the draw."""
        return self._of(self.rows._replace(others=[pair]))

    def _of(self, rows: Rows) -> "PublishedDraw":
        return PublishedDraw(RoundsFacts(rows, self.now), self._sheets, version=self.version)

    def for_spectators(self) -> "PublishedDraw":
        """Return the draw as the public may see it, without the totals and deals that the conditions hide."""
        spectators = self.competition.conditions.spectators
        if not hides_matches(spectators):
            return self
        draw = copy(self)
        vars(draw).pop("rounds", None)
        vars(draw)["matches"] = {code: as_spectators_see(state, spectators) for code, state in self.matches.items()}
        return draw

    def sheets_shown(self, code: str) -> list[SummarySheet]:
        """Return the current score sheets on the pages of this match, even if the public cannot see them."""
        return [self._sheets.get(sheet.pk, sheet) for sheet in self._facts.sheets_shown(code)]

    def holds(self, facts_version: int, now: datetime) -> bool:
        """Return True if at most deals have changed since the draw was read, and the draw has not expired."""
        return self._facts.holds(facts_version, now)

    def with_live_sheets(self, now: datetime, version: int, *, match: str = "") -> "PublishedDraw":
        """Return the draw with the current score sheets in play (at most one query). No other fact may have changed."""
        return _with_live_sheets(self._facts, now, version, match)

    def facts_version(self, code: str) -> str:
        """Return the version of all facts on the pages of this match, except the deals on its score sheet."""
        return self._facts.version_of(code)

    def matches_with_sheets(self, code: str) -> list[str]:
        """Return the codes of the matches with score sheets on the pages of this match."""
        return self._facts.matches_with_sheets(code)

    @cached_property
    def rounds(self) -> list[PublishedRound]:
        """The rounds in order, each with its matches. The rounds of the plate follow the final."""
        return [
            PublishedRound(
                number=row.number,
                name=row.name,
                **fields,
                corrections=tuple(row.conditions.all()),
                matches=tuple(self.matches[match.code] for match in matches),
            )
            for (row, fields), matches in zip(
                self._facts.rounds, (*self.bracket.rounds, *self.bracket.plate), strict=True
            )
        ]

    @property
    def main_rounds(self) -> list[PublishedRound]:
        """The rounds without those of the plate."""
        return self.rounds[: len(self.bracket.rounds)]

    @property
    def plate_rounds(self) -> list[PublishedRound]:
        """The rounds of the plate. Empty without a plate."""
        return self.rounds[len(self.bracket.rounds) :]

    @property
    def final(self) -> PublishedMatch:
        """The final, or the first section final. Raises IndexError before publication."""
        return self.main_rounds[-1].matches[0]

    @property
    def extensions(self) -> list[Extension]:
        """All extensions in order, including undone extensions."""
        return sorted((row for round in self.rows.rounds for row in round.extensions.all()), key=lambda row: row.pk)

    @property
    def fixed_days(self) -> list[FixedDay]:
        """All days of play set by the organiser since publication, in order, including undone days."""
        return sorted((row for round in self.rows.rounds for row in round.fixed_days.all()), key=lambda row: row.pk)

    @property
    def champion(self) -> Pair | None:
        """The champion. None before the final is official and in a cancelled competition."""
        return None if self.competition.is_cancelled else self.pairs.get(self.bracket.champion or 0)

    @property
    def apart(self) -> int:
        """The number of sections whose winners never meet, or 1 if there is one final."""
        return division_of(self.row).apart

    @property
    def winners(self) -> list[Pair]:
        """The champions, or the winners of all sections from the top. Empty until the last round is decided."""
        if self.competition.is_cancelled or not (self.bracket.rounds and self.bracket.is_decided):
            return []
        through = (match.advances for match in self.bracket.rounds[-1])
        return [self.pairs[pair.number] for pair in through if isinstance(pair, Entrant)]

    @property
    def plate_winner(self) -> Pair | None:
        """The winner of the plate. None before its final is official and in a cancelled competition."""
        return None if self.competition.is_cancelled else self.pairs.get(self.bracket.plate_winner or 0)

    @property
    def qualified(self) -> list[Pair]:
        """The pairs that have qualified for the next event, from the top of the draw. Empty without a next event."""
        conditions = self.competition.conditions
        if not conditions.next_event or self.competition.is_cancelled or not self.bracket.rounds:
            return []
        number = qualifying_round(len(self.bracket.rounds), conditions.from_each_section)
        if number < 1:
            return [pair for pair in self.main_pairs.values() if pair.number not in self.withdrawn]
        through = (match.advances for match in self.bracket.rounds[number - 1])
        numbers = [pair.number for pair in through if isinstance(pair, Entrant)]
        return [self.pairs[number] for number in numbers if number not in self.withdrawn]

    def matches_of(self, pair: Pair) -> list[PublishedMatch]:
        """Return the matches of this pair in round order."""
        return [self.matches[code] for code in self.codes_of(pair)]

    def plate_match_of(self, pair: Pair) -> PublishedMatch | None:
        """Return this pair's first match in the plate, or None if it is not in the plate."""
        return next((state for state in self.matches_of(pair) if state.is_in_plate), None)

    def codes_of(self, pair: Pair) -> Sequence[str]:
        """Return the codes of this pair's matches, in round order. Empty for a pair outside the draw."""
        return self._facts.codes.get(pair.number, ()) if self.pairs.get(pair.number) == pair else ()


def _at_version(competition: Competition, version: int | None) -> Competition:
    """Return the competition with this version. A deal changes no other column."""
    if version is None or version == competition.version:
        return competition
    competition = copy(competition)
    competition.version = version
    return competition


def get_draw(
    competition: Competition | str, version: Version | None = None, *, match: str = ""
) -> PublishedDraw | None:
    """Return the current published draw of a competition, given as an object or a slug. None before publication.

    Each process caches the facts of the draw until they change. If the draw is cached, this takes one query for the
    score sheets in play, or only for the score sheet of `match` (a code). Otherwise it takes eight queries. A slug
    without `version` takes one more query. Do not call it in a transaction that writes.
    """
    version = version or _version_of(competition)
    if version is None:
        return None
    now = timezone.now()
    if facts := _cached_facts(version, now):
        return _with_live_sheets(facts, now, version.version, match)
    facts = _read(competition if isinstance(competition, str) else competition.slug, now)
    return PublishedDraw(facts) if facts else None


def current_facts(slug: str, version: Version) -> RoundsFacts | None:
    """Return the facts of the current published draw (no query if they are cached). None before publication."""
    now = timezone.now()
    return _cached_facts(version, now) or _read(slug, now)


def cached_facts(slug: str) -> RoundsFacts | None:
    """Return the cached facts of the draw with this slug, even if they are out of date. None if nothing is cached."""
    return next((facts for facts in list(_cached.values()) if facts.competition.slug == slug), None)


def is_cached(competition: Competition) -> bool:
    """Return True if this process has cached the draw."""
    return competition.pk in _cached


def _with_live_sheets(facts: RoundsFacts, now: datetime, version: int, match: str) -> PublishedDraw:
    keys = facts.sheets_in_play(match)
    return PublishedDraw(facts, SummarySheet.objects.in_bulk(keys) if keys else NO_SHEETS, now, version)


def _version_of(competition: Competition | str) -> Version | None:
    if isinstance(competition, str):
        return read_version(competition)
    return Version(competition.pk, competition.version, competition.facts_version)


def _cached_facts(version: Version, now: datetime) -> RoundsFacts | None:
    facts = _cached.get(version.competition)
    return facts if facts and facts.holds(version.facts_version, now) else None


def _derive(rows: Rows, now: datetime) -> RoundsFacts:
    facts = RoundsFacts(rows, now)
    # Derive the matches now, so that an unreadable draw fails here and not in a template.
    facts.sheets_in_play()
    return facts


def _read(slug: str, now: datetime) -> RoundsFacts | None:
    """Read and cache the facts of a published draw, and remove the oldest draws above the limit."""
    rows = at_address(slug)
    if rows is None:
        return None
    facts = _derive(rows, now)
    _cached.pop(facts.competition.pk, None)
    for oldest in [*_cached][: 1 - _MOST_CACHED]:
        # Another thread may have removed it already.
        _cached.pop(oldest, None)
    _cached[facts.competition.pk] = facts
    return facts


def clear_cache() -> None:
    """Delete all cached draws."""
    _cached.clear()


def read_draw(competition: Competition) -> PublishedDraw | None:
    """Return the published draw, read without the cache for use in a transaction. None before publication."""
    rows = at_address(competition.slug)
    return PublishedDraw(_derive(rows, timezone.now())) if rows else None


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
    return [PublishedDraw(_derive(rows, moment)) for rows in of_draws(draws)]


def last_change(draw: PublishedDraw, code: str = "") -> LogEntry | None:
    """Return the latest log entry about the match with this code, or about any match if `code` is empty."""
    noted = LogEntry.objects.filter(competition=draw.competition)
    return (noted.filter(match=code) if code else noted.exclude(match="")).first()


def pairs_named(draw: PublishedDraw, text: str) -> list[Pair]:
    """Return the pairs with names that contain every word of the text, ignoring accents and case."""
    matches = [pair for pair in draw.pairs.values() if is_named(draw.names[pair.number], text)]
    return sorted(matches, key=lambda pair: draw.names[pair.number])


def current_round(draw: PublishedDraw) -> PublishedRound:
    """Return the first round with an undecided match, or else the last round."""
    rounds = draw.main_rounds
    return next((round for round in rounds if round.played < round.playable), rounds[-1])


def coming_round(draw: PublishedDraw) -> PublishedRound:
    """Return the round with the next play-by date, or the current round if all dates have passed."""
    round = current_round(draw)
    today = timezone.localdate(draw.now)
    return next((later for later in draw.main_rounds[round.number - 1 :] if later.play_by >= today), round)


def watched_round(draw: PublishedDraw) -> PublishedRound:
    """Return the latest round with a match in play, or else the first with an open match that is not overdue.

    If there is no such round, return the current round, or the last drawn one before it.
    """
    at_table = [round for round in draw.main_rounds if any(state.stage is Stage.IN_PLAY for state in round.matches)]
    if at_table:
        return at_table[-1]
    in_time = (
        round for round in draw.main_rounds if any(state.is_open and not state.overdue for state in round.matches)
    )
    return next(in_time, [round for round in draw.main_rounds[: current_round(draw).number] if round.is_drawn][-1])


def way_of(draw: PublishedDraw, pair: Pair) -> list[PublishedMatch]:
    """Return a pair's matches in round order, followed by its possible later matches unless it is knocked out."""
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
    feeding = draw.matches[side.awaiting].sides
    return [pair for side in feeding for pair in candidates(draw, side) or may_enter(draw, side)]


def joining_before(draw: PublishedDraw, side: MatchSide) -> int:
    """Return the number of open places for pairs that join later, from which a pair can reach this side."""
    if side.pair:
        return 0
    if isinstance(side.source, Open):
        return 1
    return sum(joining_before(draw, before) for before in draw.matches[side.awaiting].sides) if side.awaiting else 0


def may_enter(draw: PublishedDraw, side: MatchSide) -> list[Pair]:
    """Return the pairs that may still reach this side of the plate by losing their first match."""
    if not isinstance(side.source, FirstLoser):
        return []
    match, unplayed = first_match(side.source, draw.bracket.matches)
    if unplayed is not None:
        return [draw.pairs[unplayed]]
    return [pair for side in draw.matches[match.code].sides for pair in candidates(draw, side)]


class Revision(NamedTuple):
    """The SEQUENCE (RFC 5545) of a match in every calendar, and the time of its last log entry, if there is one."""

    sequence: int
    at: datetime | None


def revisions(draw: PublishedDraw, codes: Iterable[str]) -> dict[str, Revision]:
    """Return the revision of each of these matches by code (one query).

    The revision counts the log entries about the match, the extensions and set days of its round, the withdrawals of
    its pairs and the cancellations of the competition. It also counts the decisions that undo them, so it never
    decreases.
    """
    about = LogEntry.objects.filter(competition=draw.competition)
    lines = about.filter(Q(match__in=[*codes]) | Q(event__in=[Event.CANCELLED, Event.PLAYED_ON]))
    counted = lines.values_list("match").annotate(times=Count("pk"), last=Max("at"))
    logged = {match: Revision(times, last) for match, times, last in counted}
    return {code: _revision(draw, draw.matches[code], logged) for code in codes}


def _revision(draw: PublishedDraw, state: PublishedMatch, logged: Mapping[str, Revision]) -> Revision:
    own, of_all = (logged.get(match, Revision(0, None)) for match in (state.code, ""))
    decided: list[Extension | FixedDay] = [*draw.extensions, *draw.fixed_days]
    moved = sum(row.round.number == state.round and not row.code for row in decided)
    withdrawals = sum(len([*pair.given("withdrawals")]) for pair in state.pairs)
    return Revision(own.sequence + of_all.sequence + moved + withdrawals, own.at)


def identity(draw: PublishedDraw, *names: object) -> UUID:
    """Return a permanent identifier for these names in this draw. It does not depend on the site's address."""
    return uuid5(NAMESPACE_OID, " ".join(map(str, (draw.competition.slug, draw.row.made_at.isoformat(), *names))))
