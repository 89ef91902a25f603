"""The rows of published draws, in eight queries however many and however large; one more each for what was changed."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import NamedTuple, TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet

from competition.entries.models.pair import Pair, Player
from competition.knockout.models.draw import Extension, Place, Placing, Round, RoundConditions, Withdrawal
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.log.rules import not_revoked
from competition.lots.models import Draw

Owner = TypeVar("Owner", bound=Model)
# The key of a row that is not saved, and a number after those of all result entries of two pairs.
NOT_SAVED, _LAST = 0, 32_767


class Rows(NamedTuple):
    """A draw with its rounds, its places as drawn and as changed since, meetings with their sheets, who withdrew."""

    draw: Draw
    rounds: list[Round]
    places: list[Place]
    meetings: list[Meeting]
    placings: list[Placing]
    withdrawals: list[Withdrawal]

    @property
    def holders(self) -> list[Pair | None]:
        """Who stands at each place now, from the top; None is a bye."""
        changed = {row.place_id: row.pair for row in not_revoked(self.placings)}
        return [changed.get(place.pk, place.pair) for place in self.places]

    @property
    def everybody(self) -> dict[int, Pair]:
        """Every pair that stands in the draw or ever did, by number."""
        stood = [place.pair for place in self.places] + [row.pair for row in self.placings]
        return {pair.number: pair for pair in stood if pair}

    def with_row(self, row: Model) -> "Rows":
        """Return these rows and one more, which is not saved and comes after all others of its kind."""
        row = copy(row)
        row.pk = NOT_SAVED
        match row:
            case Withdrawal():
                return self._replace(withdrawals=[*self.withdrawals, row])
            case Placing():
                return self._replace(placings=[*self.placings, row])
            case ResultEntry():
                row.number, meeting = _LAST, _with(row.meeting, "result_entries", row)
                return self._replace(meetings=[*(met for met in self.meetings if met.pk != meeting.pk), meeting])
            case Extension() | RoundConditions():
                name = "extensions" if isinstance(row, Extension) else "conditions"
                return self._replace(
                    rounds=[_with(one, name, row) if one.pk == row.round_id else one for one in self.rounds]
                )
        return self


def _with(owner: Owner, name: str, row: Model) -> Owner:
    """Return the same owner with one more row of this name."""
    owner, given = copy(owner), vars(owner).get("_prefetched_objects_cache", {})
    vars(owner)["_prefetched_objects_cache"] = {**given, name: [*given.get(name, ()), row]}
    return owner


def of_draws(draws: Sequence[Draw]) -> list[Rows]:
    """The rows of these draws; each brings its competition with the conditions."""
    return _rows(draws, list(_rounds().filter(draw__in=draws))) if draws else []


def at_address(slug: str) -> Rows | None:
    """The rows of the draw published at this address, which its rounds bring along; None while there is none."""
    rounds = _rounds().filter(draw__competition__slug=slug)
    own = list(rounds.select_related("draw__competition__conditions", "draw__competition__cancellation"))
    # A draw that was taken back has no rounds any more.
    return _rows([own[0].draw], own)[0] if own else None


def _rounds() -> QuerySet[Round]:
    return Round.objects.annotate(is_corrected=Exists(RoundConditions.objects.filter(round=OuterRef("pk"))))


def _extensions(draws: Sequence[int]) -> QuerySet:
    return Extension.objects.filter(round__draw__in=draws).select_related("match")


def _conditions(draws: Sequence[int]) -> QuerySet:
    return RoundConditions.objects.filter(round__draw__in=draws)


def _places(draws: Sequence[int]) -> QuerySet:
    changed = Exists(Placing.objects.filter(place=OuterRef("pk")))
    # That a pair looks at its pages raises no count, so that it is nothing to keep.
    places = Place.objects.filter(draw__in=draws).select_related("pair").defer("pair__opened_at")
    return places.annotate(is_changed=changed)


def _placings(draws: Sequence[int]) -> QuerySet:
    return Placing.objects.filter(place__draw__in=draws).select_related("pair")


def _players(competitions: Sequence[int]) -> QuerySet:
    return Player.objects.filter(pair__competition__in=competitions)


def _withdrawals(competitions: Sequence[int]) -> QuerySet:
    return Withdrawal.objects.filter(pair__competition__in=competitions)


def _meetings(draws: Sequence[int]) -> QuerySet:
    return Meeting.objects.filter(match__round__draw__in=draws).select_related("match", "sheet")


def _entries(draws: Sequence[int]) -> QuerySet:
    return ResultEntry.objects.filter(meeting__match__round__draw__in=draws)


def _rows(draws: Sequence[Draw], own: list[Round]) -> list[Rows]:
    keys, competitions = [draw.pk for draw in draws], [draw.competition_id for draw in draws]
    by_key = {row.pk: row for row in own}
    _give(own, "extensions", _extensions(keys), of="round")
    is_corrected = any(vars(row)["is_corrected"] for row in own)
    _give(own, "conditions", _conditions(keys) if is_corrected else (), of="round")
    places = list(_places(keys))
    placings = list(_placings(keys)) if any(place.is_changed for place in places) else []
    pairs = [pair for pair in [place.pair for place in places] + [row.pair for row in placings] if pair]
    _give(pairs, "players", _players(competitions), of="pair")
    withdrawals = list(_withdrawals(competitions))
    _give(pairs, "withdrawals", withdrawals, of="pair")
    meetings = _with_entries(list(_meetings(keys)), _entries(keys), by_key)
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
    _give(meetings, "result_entries", entries, of="meeting")
    for meeting in meetings:
        match = meeting.match
        match._state.fields_cache["round"] = rounds[match.round_id]
    return meetings


def _give(owners: Sequence[Model], name: str, rows: Iterable[Model], *, of: str) -> None:
    """Give each owner those of the rows that are its own, in their order.

    `prefetch_related` does the same with a query set for each owner, which takes far longer than the reading. What
    is given answers to `.all()` and to nothing else.
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
