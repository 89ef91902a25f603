"""What everybody is shown: a competition before its draw is published, and after."""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.queries import Changes
from competition.entries.models.pair import Pair
from competition.knockout.queries.draw import PublishedDraw, get_draw, is_cached, read_draws
from competition.lots.models import PUBLISHED, Draw
from competition.pages.cached_page import day_ends

T = TypeVar("T")
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entries:
    """A competition whose draw is not published: all that is known is how many pairs are in."""

    competition: Competition
    now: datetime
    pairs: int

    @property
    def fresh_until(self) -> datetime:
        """When time alone will next change what is shown: the day ending."""
        return day_ends(self.now)


def competition(slug: str, changes: Changes | None = None) -> PublishedDraw | Entries | None:
    """The published draw of the competition at this address, or its entries while there is none."""
    if draw := get_draw(slug, changes):
        return draw
    competition = _with_entries().filter(slug=slug).first()
    return _entries(competition) if competition else None


def competitions(keys: Collection[int]) -> list[PublishedDraw | Entries]:
    """The competitions of these keys in nine queries, however many they are.

    A draw that this process has cached takes one more query, or eight if a fact in it has changed.
    """
    found = list(_with_entries().filter(pk__in=keys))
    drawn = {one.pk: kept for one in found if is_cached(one) and (kept := get_draw(one))}
    rest = {competition.pk: competition for competition in found if competition.pk not in drawn}
    draws = list(Draw.objects.filter(PUBLISHED, competition__in=rest))
    for draw in draws:
        draw.competition = rest[draw.competition_id]
    drawn |= {draw.competition.pk: draw for draw in read_draws(draws)}
    return [drawn.get(competition.pk) or _entries(competition) for competition in found]


def all_but_broken(keys: Collection[int], read: Callable[[Collection[int]], Mapping[int, T]]) -> dict[int, T]:
    """What is read of the competitions of these keys; one that cannot be read is left out, and the log says why."""
    try:
        return {**read(keys)}
    except Exception:
        if len(keys) > 1:
            return {key: value for one in keys for key, value in all_but_broken([one], read).items()}
        logger.exception("Competition %s cannot be read, so pages about many leave it out.", *keys)
        return {}


def _with_entries():
    # Joined and grouped, every pair would bring the whole competition along.
    pairs = Pair.objects.filter(competition=OuterRef("pk")).order_by().values("competition").annotate(Count("pk"))
    entered = Coalesce(Subquery(pairs.values("pk__count")), 0)
    return Competition.objects.select_related("conditions", "cancellation").annotate(entered=entered)


def _entries(competition) -> Entries:
    return Entries(competition, timezone.now(), competition.entered)
