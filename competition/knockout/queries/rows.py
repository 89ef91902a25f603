"""The rows of published draws, in seven queries however many draws and however large."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Model, Prefetch, QuerySet

from competition.entries.models.pair import Player
from competition.knockout.models.draw import Place, Round
from competition.knockout.models.extension import Extension
from competition.knockout.models.meeting import Meeting, Outcome
from competition.knockout.models.withdrawal import Withdrawal
from competition.lots.models import Draw


class Rows(NamedTuple):
    """A draw with its rounds, its places and all meetings in it, with their sheets as they read now."""

    draw: Draw
    rounds: list[Round]
    places: list[Place]
    meetings: list[Meeting]


def of_draws(draws: Sequence[Draw]) -> list[Rows]:
    """The rows of these draws; each brings its competition with the conditions."""
    return _rows(draws, _rounds().filter(draw__in=draws))


def at_address(slug: str) -> Rows | None:
    """The rows of the draw published at this address, which its rounds bring along; None while there is none."""
    # A draw that was taken back has no rounds any more.
    rounds = _rounds().filter(draw__competition__slug=slug)
    found = list(rounds.select_related("draw__competition__conditions"))
    return _rows([found[0].draw], found)[0] if found else None


def _rounds() -> QuerySet[Round]:
    return Round.objects.prefetch_related(Prefetch("extensions", Extension.objects.select_related("match")))


def _rows(draws: Sequence[Draw], found: Iterable[Round]) -> list[Rows]:
    by_key = {row.pk: row for row in found}
    places = list(Place.objects.filter(draw__in=draws).select_related("pair"))
    pairs = [place.pair for place in places if place.pair]
    drawn = {"pair__competition__in": [draw.competition_id for draw in draws]}
    _give(pairs, "players", Player.objects.filter(**drawn), of="pair")
    _give(pairs, "withdrawals", Withdrawal.objects.filter(**drawn), of="pair")
    meetings = list(Meeting.objects.filter(match__round__draw__in=draws).select_related("match", "sheet"))
    _give(meetings, "outcomes", Outcome.objects.filter(meeting__match__round__draw__in=draws), of="meeting")
    for meeting in meetings:
        meeting.match.round = by_key[meeting.match.round_id]
    of_draw = {draw.pk: Rows(draw, [], [], []) for draw in draws}
    for row in by_key.values():
        of_draw[row.draw_id].rounds.append(row)
    for place in places:
        of_draw[place.draw_id].places.append(place)
    for meeting in meetings:
        of_draw[meeting.match.round.draw_id].meetings.append(meeting)
    return list(of_draw.values())


def _give(owners: Sequence[Model], name: str, rows: Iterable[Model], *, of: str) -> None:
    """Give each owner those of the rows that are its own, in their order.

    `prefetch_related` does the same with a query set for each owner, which takes far longer than the reading. What
    is given answers to `.all()` and to nothing else.
    """
    theirs: dict[int, list[Model]] = {owner.pk: [] for owner in owners}
    by_key = {owner.pk: owner for owner in owners}
    for row in rows:
        if (key := getattr(row, f"{of}_id")) in theirs:
            setattr(row, of, by_key[key])
            theirs[key].append(row)
    for owner in owners:
        vars(owner).setdefault("_prefetched_objects_cache", {})[name] = theirs[owner.pk]
