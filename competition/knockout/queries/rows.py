"""Queries for the rows of published draws.

Any number of draws takes eight queries, plus one each for corrected rounds and for changed places.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import NamedTuple, TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet

from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.drawing.models import Draw
from competition.entries.models import Pair, Player
from competition.knockout.models.draw import Extension, Place, PlaceChange, Round, RoundConditions, Withdrawal
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.web.compiled import compiled_for_one

Owner = TypeVar("Owner", bound=Model)
# The primary key of an unsaved row, and a number above the numbers of all result entries of two pairs.
NOT_SAVED, _LAST = 0, 32_767
_OF_A_DRAW = ("draw__competition__conditions", "draw__competition__cancellation", "draw__publication__followed_by")


class Rows(NamedTuple):
    """The rows of one draw: rounds, places, changes of places, meetings and withdrawals.

    `entered` is the number of pairs that have entered. It is used only before publication.
    """

    draw: Draw
    rounds: list[Round]
    places: list[Place]
    meetings: list[Meeting]
    placings: list[PlaceChange]
    withdrawals: list[Withdrawal]
    entered: int = 0

    @classmethod
    def before_the_draw(cls, competition: Competition, entered: int) -> "Rows":
        """Return empty rows for a draw that is not yet published."""
        return cls(Draw(competition=competition), [], [], [], [], [], entered)

    @property
    def holders(self) -> list[Pair | None]:
        """The current pair at each place from the top, or None for a bye."""
        changed = {row.place_id: row.pair for row in not_revoked(self.placings)}
        return [changed.get(place.pk, place.pair) for place in self.places]

    @property
    def everybody(self) -> dict[int, Pair]:
        """All current and former pairs of the draw, by number."""
        stood = [place.pair for place in self.places] + [row.pair for row in self.placings]
        return {pair.number: pair for pair in stood if pair}

    def with_row(self, row: Model) -> "Rows":
        """Return these rows and one unsaved row, which comes after all other rows of its kind."""
        row = copy(row)
        row.pk = NOT_SAVED
        match row:
            case Withdrawal():
                return self._replace(withdrawals=[*self.withdrawals, row])
            case PlaceChange():
                return self._replace(placings=[*self.placings, row])
            case ResultEntry():
                row._state.fields_cache |= dict.fromkeys(ResultEntry.FOLLOWING)
                row.number, meeting = _LAST, _with(row.meeting, "result_entries", row)
                return self._replace(meetings=[*(met for met in self.meetings if met.pk != meeting.pk), meeting])
            case Extension() | RoundConditions():
                name = "extensions" if isinstance(row, Extension) else "conditions"
                return self._replace(
                    rounds=[_with(one, name, row) if one.pk == row.round_id else one for one in self.rounds]
                )
        return self


def _with(owner: Owner, name: str, row: Model) -> Owner:
    """Return a copy of the owner with one more prefetched row in this relation."""
    owner, given = copy(owner), vars(owner).get("_prefetched_objects_cache", {})
    vars(owner)["_prefetched_objects_cache"] = {**given, name: [*given.get(name, ()), row]}
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
    return Round.objects.annotate(is_corrected=Exists(RoundConditions.objects.filter(round=OuterRef("pk"))))


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
    return RoundConditions.objects.filter(round__draw__in=draws)


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
    return Player.objects.filter(pair__competition__in=competitions)


@compiled_for_one
def _withdrawals(competitions: Sequence[int]) -> QuerySet[Withdrawal]:
    return Withdrawal.objects.filter(pair__competition__in=competitions)


@compiled_for_one
def _meetings(draws: Sequence[int]) -> QuerySet[Meeting]:
    return Meeting.objects.filter(match__round__draw__in=draws).select_related("match", "sheet")


@compiled_for_one
def _entries(draws: Sequence[int]) -> QuerySet[ResultEntry]:
    entries = ResultEntry.objects.filter(meeting__match__round__draw__in=draws)
    return entries.select_related(*ResultEntry.FOLLOWING)


def _rows(draws: Sequence[Draw], own: list[Round]) -> list[Rows]:
    keys, competitions = [draw.pk for draw in draws], [draw.competition_id for draw in draws]
    by_key = {row.pk: row for row in own}
    _attach(own, "extensions", _extensions(keys), of="round")
    is_corrected = any(vars(row)["is_corrected"] for row in own)
    _attach(own, "conditions", _conditions(keys) if is_corrected else (), of="round")
    places = _places(keys)
    placings = _placings(keys) if any(vars(place)["is_changed"] for place in places) else []
    pairs = [pair for pair in [place.pair for place in places] + [row.pair for row in placings] if pair]
    _attach(pairs, "players", _players(competitions), of="pair")
    withdrawals = _withdrawals(competitions)
    _attach(pairs, "withdrawals", withdrawals, of="pair")
    meetings = _with_entries(_meetings(keys), _entries(keys), by_key)
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


def _with_entries(
    meetings: list[Meeting], entries: Iterable[ResultEntry], rounds: Mapping[int, Round]
) -> list[Meeting]:
    _attach(meetings, "result_entries", entries, of="meeting")
    for meeting in meetings:
        match = meeting.match
        match._state.fields_cache["round"] = rounds[match.round_id]
    return meetings


def _attach(owners: Sequence[Model], name: str, rows: Iterable[Model], *, of: str) -> None:
    """Store the rows of each owner on it, in order, in its prefetch cache.

    `prefetch_related` is far slower because it creates a query set for each owner. The stored list supports only
    `.all()`.
    """
    theirs: dict[int, tuple[Model, list[Model]]] = {owner.__dict__["id"]: (owner, []) for owner in owners}
    key = f"{of}_id"
    for row in rows:
        if found := theirs.get(row.__dict__[key]):
            owner, given = found
            row._state.fields_cache[of] = owner
            given.append(row)
    for owner in owners:
        owner.__dict__.setdefault("_prefetched_objects_cache", {})[name] = theirs[owner.__dict__["id"]][1]
