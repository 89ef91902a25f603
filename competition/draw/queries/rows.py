"""Queries for the rows of published draws, and for the records of each match in these rows.

They take eight queries for any number of draws, plus one each for corrected rounds, set days, clocks, drawn later
rounds, changed places and named home pairs.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from itertools import dropwhile
from typing import NamedTuple, TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet

from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.models.draw import Draw
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import (
    Extension,
    FixedDay,
    HomePair,
    Match,
    Meeting,
    NotedPenalty,
    Place,
    PlaceChange,
    Round,
    RoundClock,
    RoundConditions,
    RoundDraw,
    Withdrawal,
)
from competition.draw.rules.later_rounds import places_in
from competition.draw.rules.result import Answer, Pairs, Result, is_confirmed_automatically
from competition.draw.rules.sources import RoundPlaces
from competition.entries.models import Pair, Player
from competition.web.compiled import compiled_for_one
from scoring.models import SummarySheet

Owner = TypeVar("Owner", bound=Model)
# The primary key of an unsaved row, and a number above those of all result entries for two pairs.
NOT_SAVED, _LAST = 0, 32_767
_OF_A_ROUND = {Extension: "extensions", RoundConditions: "conditions", FixedDay: "fixed_days", RoundDraw: "round_draws"}
_RARE = (RoundConditions, FixedDay, RoundClock, RoundDraw)
_OF_A_DRAW = (
    "draw__competition__conditions",
    "draw__competition__cancellation",
    "draw__publication__followed_by",
    "draw__elsewhere",
)


class Rows(NamedTuple):
    """The rows of one draw: rounds, places, changes of places, meetings and withdrawals.

    `entered` is the number of pairs that have entered. It is used only before publication. `others` are further pairs
    that a page names.
    """

    draw: Draw
    rounds: list[Round]
    places: list[Place]
    meetings: list[Meeting]
    placings: list[PlaceChange]
    withdrawals: list[Withdrawal]
    entered: int = 0
    others: Sequence[Pair] = ()

    @classmethod
    def before_the_draw(cls, competition: Competition, entered: int) -> "Rows":
        """Return empty rows for a draw that is not yet published."""
        return cls(Draw(competition=competition), [], [], [], [], [], entered)

    @property
    def holders(self) -> list[Pair | None]:
        """The current pair at each place from the top, or None for a bye."""
        rows = not_revoked(self.placings)
        changed = {row.place_id: row.pair for row in rows if row.kind != PlaceChange.Kind.PLATE}
        return [changed.get(place.pk, place.pair) for place in self.places]

    @property
    def drawn(self) -> list[int | None]:
        """The number of the pair at each place as drawn, or None."""
        return [place.pair.number if place.pair else None for place in self.places]

    @property
    def drawn_rounds(self) -> dict[int, RoundPlaces]:
        """The later rounds that were drawn by themselves, as in `DrawnRounds`."""
        standing = ((row.number, not_revoked(row.round_draws.all())) for row in self.rounds)
        last = ((number, draws[-1]) for number, draws in standing if draws)
        return {number: places_in(number, row.ways or [], row.places or []) for number, row in last}

    @property
    def corners(self) -> list[Place]:
        """The upper place of each match in round 1. Each of these matches has one place in the plate, in this order."""
        both = zip(self.places[::2], self.places[1::2], strict=True)
        return [upper for upper, lower in both if upper.pair_id or lower.pair_id]

    @property
    def direct(self) -> dict[int, Pair]:
        """The pairs that entered the plate directly, by place in the plate. The last row for a pair or place counts."""
        position = {place.pk: at for at, place in enumerate(self.corners, start=1)}
        direct: dict[int, Pair] = {}
        for row in reversed(not_revoked(self.placings)):
            if row.kind == PlaceChange.Kind.PLATE and row.pair and row.pair not in direct.values():
                direct.setdefault(position[row.place_id], row.pair)
        return direct

    @property
    def everybody(self) -> dict[int, Pair]:
        """All current and former pairs of the draw and the other pairs, by number."""
        stood = [place.pair for place in self.places] + [row.pair for row in self.placings]
        return {pair.number: pair for pair in (*stood, *self.others) if pair}

    def with_row(self, row: Model) -> "Rows":
        """Return these rows and one unsaved row, which follows all other rows of its kind."""
        row = copy(row)
        row.pk = NOT_SAVED
        match row:
            case Withdrawal():
                return self._replace(withdrawals=[*self.withdrawals, row])
            case PlaceChange():
                return self._replace(placings=[*self.placings, row])
            case ResultEntry():
                row._state.fields_cache |= dict.fromkeys(ResultEntry.FOLLOWING)
                row.number = _LAST
                return self._with_meeting(_with(row.meeting, "result_entries", row))
            case NotedPenalty():
                return self._with_meeting(_with(row.meeting, "noted_penalties", row))
            case HomePair():
                return self._with_meeting(_with(row.meeting, "home_pairs", row))
            case Extension() | RoundConditions() | FixedDay() | RoundDraw():
                name = _OF_A_ROUND[type(row)]
                return self._replace(
                    rounds=[_with(round, name, row) if round.pk == row.round_id else round for round in self.rounds]
                )
        return self

    def _with_meeting(self, meeting: Meeting) -> "Rows":
        """Return these rows with this meeting, which replaces the meeting with the same key."""
        return self._replace(meetings=[*(other for other in self.meetings if other.pk != meeting.pk), meeting])


def _with(owner: Owner, name: str, row: Model) -> Owner:
    """Return a copy of the owner with one more prefetched row in this relation."""
    owner, cached = copy(owner), vars(owner).get("_prefetched_objects_cache", {})
    vars(owner)["_prefetched_objects_cache"] = {**cached, name: [*cached.get(name, ()), row]}
    return owner


def of_draws(draws: Sequence[Draw]) -> list[Rows]:
    """Return the rows of these draws. Each draw must have its competition and conditions loaded."""
    return _rows(draws, _rounds([draw.pk for draw in draws])) if draws else []


def at_address(slug: str) -> Rows | None:
    """Return the rows of the published draw at this slug, or None if there is none."""
    own = _rounds_at([slug])
    # An unpublished draw has no rounds.
    return _rows([own[0].draw], own)[0] if own else None


def _all_rounds() -> QuerySet[Round]:
    of_round = (model.objects.filter(round=OuterRef("pk")) for model in _RARE)
    corrected, fixed, timed, drawn = map(Exists, of_round)
    return Round.objects.annotate(is_corrected=corrected, is_fixed=fixed, is_timed=timed, is_drawn=drawn)


@compiled_for_one
def _rounds(draws: Sequence[int]) -> QuerySet[Round]:
    return _all_rounds().filter(draw__in=draws)


@compiled_for_one
def _rounds_at(slugs: Sequence[str]) -> QuerySet[Round]:
    return _all_rounds().filter(draw__competition__slug__in=slugs).select_related(*_OF_A_DRAW)


@compiled_for_one
def _extensions(draws: Sequence[int]) -> QuerySet[Extension]:
    return Extension.objects.filter(round__draw__in=draws).select_related("match")


@compiled_for_one
def _conditions(draws: Sequence[int]) -> QuerySet[RoundConditions]:
    return RoundConditions.objects.filter(round__draw__in=draws).select_related("match")


@compiled_for_one
def _fixed_days(draws: Sequence[int]) -> QuerySet[FixedDay]:
    return FixedDay.objects.filter(round__draw__in=draws).select_related("match")


@compiled_for_one
def _clocks(draws: Sequence[int]) -> QuerySet[RoundClock]:
    return RoundClock.objects.filter(round__draw__in=draws)


@compiled_for_one
def _draws(draws: Sequence[int]) -> QuerySet[RoundDraw]:
    return RoundDraw.objects.filter(round__draw__in=draws)


@compiled_for_one
def _places(draws: Sequence[int]) -> QuerySet[Place]:
    changed = Exists(PlaceChange.objects.filter(place=OuterRef("pk")))
    # Page visits do not change the version of a draw, so `opened_at` would become stale in the cache.
    places = Place.objects.filter(draw__in=draws).select_related("pair").defer("pair__opened_at")
    return places.annotate(is_changed=changed)


@compiled_for_one
def _placings(draws: Sequence[int]) -> QuerySet[PlaceChange]:
    return PlaceChange.objects.filter(place__draw__in=draws).select_related("pair")


@compiled_for_one
def _players(competitions: Sequence[int]) -> QuerySet[Player]:
    return Player.objects.filter(competition__in=competitions).order_by("place", "pk")


@compiled_for_one
def _withdrawals(competitions: Sequence[int]) -> QuerySet[Withdrawal]:
    return Withdrawal.objects.filter(pair__competition__in=competitions)


@compiled_for_one
def _meetings(draws: Sequence[int]) -> QuerySet[Meeting]:
    meetings = Meeting.objects.filter(match__round__draw__in=draws).select_related("match", "sheet")
    return meetings.annotate(
        has_home_pair=Exists(HomePair.objects.filter(meeting=OuterRef("pk"))),
        has_penalty=Exists(NotedPenalty.objects.filter(meeting=OuterRef("pk"))),
    )


@compiled_for_one
def _noted_penalties(draws: Sequence[int]) -> QuerySet[NotedPenalty]:
    return NotedPenalty.objects.filter(meeting__match__round__draw__in=draws)


@compiled_for_one
def _home_pairs(draws: Sequence[int]) -> QuerySet[HomePair]:
    return HomePair.objects.filter(meeting__match__round__draw__in=draws)


@compiled_for_one
def _entries(draws: Sequence[int]) -> QuerySet[ResultEntry]:
    entries = ResultEntry.objects.filter(meeting__match__round__draw__in=draws)
    return entries.select_related(*ResultEntry.FOLLOWING)


# The relations that few rounds have, the annotation that says so, and their query.
_RARE_OF_A_ROUND = (
    ("conditions", "is_corrected", _conditions),
    ("fixed_days", "is_fixed", _fixed_days),
    ("clocks", "is_timed", _clocks),
    ("round_draws", "is_drawn", _draws),
)


def _rows(draws: Sequence[Draw], own: list[Round]) -> list[Rows]:
    keys, competitions = [draw.pk for draw in draws], [draw.competition_id for draw in draws]
    by_key = {row.pk: row for row in own}
    _attach(own, "extensions", _extensions(keys), of="round")
    for name, flag, read in _RARE_OF_A_ROUND:
        _attach(own, name, read(keys) if any(vars(row)[flag] for row in own) else (), of="round")
    places = _places(keys)
    placings = _placings(keys) if any(vars(place)["is_changed"] for place in places) else []
    pairs = [pair for pair in [place.pair for place in places] + [row.pair for row in placings] if pair]
    players = _players(competitions)
    _attach(pairs, "players", players, of="pair")
    _attach_matches(players, keys)
    withdrawals = _withdrawals(competitions)
    _attach(pairs, "withdrawals", withdrawals, of="pair")
    meetings = _with_entries(_meetings(keys), _entries(keys), by_key)
    has_home_pair = any(vars(meeting)["has_home_pair"] for meeting in meetings)
    _attach(meetings, "home_pairs", _home_pairs(keys) if has_home_pair else (), of="meeting")
    has_penalty = any(vars(meeting)["has_penalty"] for meeting in meetings)
    _attach(meetings, "noted_penalties", _noted_penalties(keys) if has_penalty else (), of="meeting")
    of_draw = {draw.pk: Rows(draw, [], [], [], [], []) for draw in draws}
    for row in by_key.values():
        of_draw[row.draw_id].rounds.append(row)
    for place in places:
        of_draw[place.draw_id].places.append(place)
    draw_of = {place.pk: place.draw_id for place in places}
    for placing in placings:
        of_draw[draw_of[placing.place_id]].placings.append(placing)
    for meeting in meetings:
        of_draw[meeting.match.round.draw_id].meetings.append(meeting)
    of_competition = {draw.competition_id: of_draw[draw.pk] for draw in draws}
    here = {pair.pk: pair.competition_id for pair in pairs}
    for withdrawal in withdrawals:
        if withdrawal.pair_id in here:
            of_competition[here[withdrawal.pair_id]].withdrawals.append(withdrawal)
    return list(of_draw.values())


def _attach_matches(players: Iterable[Player], draws: Sequence[int]) -> None:
    """Store the match and the replaced player on each substitute for one match (at most one query).

    Substitutes in matches of another draw do not count.
    """
    by_key = {player.pk: player for player in players}
    stand_ins = [player for player in by_key.values() if player.only_in_id]
    of_draws = Match.objects.filter(round__draw__in=draws).select_related("round")
    matches = of_draws.in_bulk([player.only_in_id for player in stand_ins]) if stand_ins else {}
    for player in stand_ins:
        player._state.fields_cache["only_in"] = matches.get(player.only_in_id)
        player._state.fields_cache["stands_in_for"] = by_key.get(player.stands_in_for_id or 0)


def _with_entries(
    meetings: list[Meeting], entries: Iterable[ResultEntry], rounds: Mapping[int, Round]
) -> list[Meeting]:
    _attach(meetings, "result_entries", entries, of="meeting")
    for meeting in meetings:
        match = meeting.match
        match._state.fields_cache["round"] = rounds[match.round_id]
    return meetings


def _attach(owners: Sequence[Model], name: str, rows: Iterable[Model], *, of: str) -> None:
    """Store each owner's rows in its prefetch cache, in order.

    `prefetch_related` is far slower because it creates a query set for each owner. The stored list supports only
    `.all()`.
    """
    theirs: dict[int, tuple[Model, list[Model]]] = {owner.__dict__["id"]: (owner, []) for owner in owners}
    key = f"{of}_id"
    for row in rows:
        if entry := theirs.get(row.__dict__[key]):
            owner, attached = entry
            row._state.fields_cache[of] = owner
            attached.append(row)
    for owner in owners:
        owner.__dict__.setdefault("_prefetched_objects_cache", {})[name] = theirs[owner.__dict__["id"]][1]


class MatchRecords(NamedTuple):
    """The records of two pairs in one match: the current meeting, earlier meetings and the last result entry.

    `last` is the last entry that was not undone, even if it does not decide the match. A replay or another score sheet
    has replaced the `earlier` meetings.
    """

    meeting: Meeting
    last: ResultEntry | None
    earlier: tuple[Meeting, ...]

    def with_sheet(self, sheet: SummarySheet) -> "MatchRecords":
        """Return these records with the current row of the score sheet."""
        meeting = copy(self.meeting)
        meeting.sheet = sheet
        return self._replace(meeting=meeting)

    def result(self, code: str, pairs: Pairs, now: datetime) -> Result | None:
        """Return the result between these two pairs in the match with this code, or None if there is none."""
        last = self.last
        sheet = self.meeting.sheet
        if last is None or not stands(last, now):
            return None
        since = last.answered_at or last.reply_deadline or last.at
        return last.result(code, pairs, deals=sheet.recorded if sheet else 0, since=since)


def match_records(meetings: Iterable[Meeting]) -> list[MatchRecords]:
    """Return one MatchRecords for each match and its two pairs (no query)."""
    return [_records_of(same) for same in _by_match(meetings).values()]


def _by_match(meetings: Iterable[Meeting]) -> dict[tuple[int, int, int], list[Meeting]]:
    by_match = defaultdict(list)
    for meeting in meetings:
        by_match[meeting.match_id, meeting.upper_id, meeting.lower_id].append(meeting)
    return by_match


def _records_of(meetings: list[Meeting]) -> MatchRecords:
    meetings = sorted(meetings, key=lambda meeting: meeting.number)
    rows = sorted((row for meeting in meetings for row in meeting.given("result_entries")), key=lambda row: row.number)
    counting = not_revoked(rows)
    begun = {row.begins_id for row in counting}
    cancelled = {row.begins_id for row in rows} - begun
    *earlier, current = (meeting for meeting in meetings if meeting.pk not in cancelled)
    last = _last_of([row for row in counting if row.meeting_id not in cancelled])
    return MatchRecords(current, last, tuple(earlier))


def _last_of(entries: list[ResultEntry]) -> ResultEntry | None:
    """Return the last of these entries. If a pair withdraws a new report after a dispute, the dispute still counts."""
    standing = list(dropwhile(lambda row: row.answer == Answer.TAKEN_BACK, reversed(entries)))
    is_disputed = bool(standing) and standing[0].answer == Answer.DISPUTED
    return standing[0] if is_disputed else entries[-1] if entries else None


def stands(entry: ResultEntry, now: datetime) -> bool:
    """Return True if this last entry decides the match.

    It does if it is a ruling, a concession, or a result confirmed by the other pair or automatically.
    """
    if entry.kind in (ResultEntry.REOPENED, ResultEntry.REPLAY):
        return False
    if entry.answer == Answer.CONFIRMED or not entry.asks_for_answer:
        return True
    return is_confirmed_automatically(entry.confirms_at, entry.answer, now)
