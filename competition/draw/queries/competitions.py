"""Queries for competitions as shown to the public, before and after the draw."""

import logging
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.draw import PUBLISHED, Draw
from competition.draw.queries.draw import PublishedDraw, get_draw, is_cached, read_draws
from competition.draw.queries.facts import RoundsFacts
from competition.draw.queries.rows import Rows
from competition.entries.models import Pair
from competition.web.cached_page import Version

T = TypeVar("T")
logger = logging.getLogger(__name__)


def competition(slug: str, version: Version | None = None) -> PublishedDraw | None:
    """Return the draw of the competition with this slug, or None. Before publication, the draw has no rounds."""
    if draw := get_draw(slug, version):
        return draw
    competition = _with_entries().filter(slug=slug).first()
    return _without_rounds(competition) if competition else None


def competitions(keys: Collection[int]) -> list[PublishedDraw]:
    """Return the competitions with these primary keys in nine queries. Before publication, their draws have no rounds.

    Each cached draw takes one more query, or eight more if its facts have changed.
    """
    entered = list(_with_entries().filter(pk__in=keys))
    drawn = {row.pk: cached for row in entered if is_cached(row) and (cached := get_draw(row))}
    rest = {competition.pk: competition for competition in entered if competition.pk not in drawn}
    draws = list(Draw.objects.filter(PUBLISHED, competition__in=rest))
    for draw in draws:
        draw.competition = rest[draw.competition_id]
    drawn |= {draw.competition.pk: draw for draw in read_draws(draws)}
    return [drawn.get(competition.pk) or _without_rounds(competition) for competition in entered]


def all_but_broken(keys: Collection[int], read: Callable[[Collection[int]], Mapping[int, T]]) -> dict[int, T]:
    """Return the values that `read` gives for these keys. Skip and log competitions that raise an exception."""
    try:
        return {**read(keys)}
    except Exception:
        if len(keys) > 1:
            return {key: value for each in keys for key, value in all_but_broken([each], read).items()}
        logger.exception("Competition %s cannot be read, so pages about many leave it out.", *keys)
        return {}


def _with_entries():
    # A subquery keeps the query small. A join would group by every column of the competition.
    pairs = Pair.objects.filter(competition=OuterRef("pk")).order_by().values("competition").annotate(Count("pk"))
    entered = Coalesce(Subquery(pairs.values("pk__count")), 0)
    return Competition.objects.select_related("conditions", "cancellation").annotate(entered=entered)


def _without_rounds(competition) -> PublishedDraw:
    return PublishedDraw(RoundsFacts(Rows.before_the_draw(competition, competition.entered), timezone.now()))
