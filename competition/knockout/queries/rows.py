"""The rows of published draws, in seven queries however many draws and however large."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from competition.knockout.models.draw import Place, Round
from competition.knockout.models.extension import Extension
from competition.knockout.models.meeting import Meeting
from competition.lots.models import Draw

_OF_PAIRS = ("pair__players", "pair__withdrawals")


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
    rounds = _rounds().filter(draw__competition__slug=slug, draw__published_at__isnull=False)
    found = list(rounds.select_related("draw__competition__conditions"))
    return _rows([found[0].draw], found)[0] if found else None


def _rounds() -> QuerySet[Round]:
    return Round.objects.prefetch_related(Prefetch("extensions", Extension.objects.select_related("match")))


def _rows(draws: Sequence[Draw], found: Iterable[Round]) -> list[Rows]:
    rounds, places, meetings = defaultdict(list), defaultdict(list), defaultdict(list)
    for row in found:
        rounds[row.draw_id].append(row)
    for place in Place.objects.filter(draw__in=draws).select_related("pair").prefetch_related(*_OF_PAIRS):
        places[place.draw_id].append(place)
    met = Meeting.objects.filter(match__round__draw__in=draws).select_related("match__round", "sheet")
    for meeting in met.prefetch_related("outcomes"):
        meetings[meeting.match.round.draw_id].append(meeting)
    return [Rows(draw, rounds[draw.pk], places[draw.pk], meetings[draw.pk]) for draw in draws]
