"""The rows of published draws, in eight queries however many and however large; one more each for what was changed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Exists, Model, OuterRef, QuerySet

from competition.entries.models.pair import Pair, Player
from competition.knockout.models.conditions import RoundConditions
from competition.knockout.models.draw import Place, Round
from competition.knockout.models.extension import Extension
from competition.knockout.models.meeting import Meeting, Outcome
from competition.knockout.models.placing import Placing
from competition.knockout.models.withdrawal import Withdrawal
from competition.log.rules import not_revoked
from competition.lots.models import Draw


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


def of_draws(draws: Sequence[Draw]) -> list[Rows]:
    """The rows of these draws; each brings its competition with the conditions."""
    return _rows(draws, _rounds().filter(draw__in=draws))


def at_address(slug: str) -> Rows | None:
    """The rows of the draw published at this address, which its rounds bring along; None while there is none."""
    # A draw that was taken back has no rounds any more.
    rounds = _rounds().filter(draw__competition__slug=slug)
    found = list(rounds.select_related("draw__competition__conditions", "draw__competition__cancellation"))
    return _rows([found[0].draw], found)[0] if found else None


def _rounds() -> QuerySet[Round]:
    return Round.objects.annotate(is_corrected=Exists(RoundConditions.objects.filter(round=OuterRef("pk"))))


def _rows(draws: Sequence[Draw], found: Iterable) -> list[Rows]:
    by_key = {row.pk: row for row in found}
    own, of_rounds = list(by_key.values()), {"round__draw__in": draws}
    _give(own, "extensions", Extension.objects.filter(**of_rounds).select_related("match"), of="round")
    # Few draws have their conditions corrected, or their places changed: the others need no query for that.
    is_corrected = any(vars(row)["is_corrected"] for row in own)
    _give(own, "conditions", RoundConditions.objects.filter(**of_rounds) if is_corrected else (), of="round")
    changed = Exists(Placing.objects.filter(place=OuterRef("pk")))
    places = list(Place.objects.filter(draw__in=draws).select_related("pair").annotate(is_changed=changed))
    is_changed = any(place.is_changed for place in places)
    placings = list(Placing.objects.filter(place__draw__in=draws).select_related("pair")) if is_changed else []
    pairs = [pair for pair in [place.pair for place in places] + [row.pair for row in placings] if pair]
    drawn = {"pair__competition__in": [draw.competition_id for draw in draws]}
    _give(pairs, "players", Player.objects.filter(**drawn), of="pair")
    withdrawals = list(Withdrawal.objects.filter(**drawn))
    _give(pairs, "withdrawals", withdrawals, of="pair")
    meetings = list(Meeting.objects.filter(match__round__draw__in=draws).select_related("match", "sheet"))
    _give(meetings, "outcomes", Outcome.objects.filter(meeting__match__round__draw__in=draws), of="meeting")
    for meeting in meetings:
        meeting.match.round = by_key[meeting.match.round_id]
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


def _give(owners: Sequence[Model], name: str, rows: Iterable[Model], *, of: str) -> None:
    """Give each owner those of the rows that are its own, in their order.

    `prefetch_related` does the same with a query set for each owner, which takes far longer than the reading. What
    is given answers to `.all()` and to nothing else.
    """
    theirs: dict[int, tuple[Model, list[Model]]] = {owner.pk: (owner, []) for owner in owners}
    key = f"{of}_id"
    for row in rows:
        if found := theirs.get(getattr(row, key)):
            owner, given = found
            row._state.fields_cache[of] = owner
            given.append(row)
    for owner in owners:
        vars(owner).setdefault("_prefetched_objects_cache", {})[name] = theirs[owner.pk][1]
