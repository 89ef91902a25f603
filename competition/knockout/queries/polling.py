"""Queries that tell a polling page whether its match has changed (one small query)."""

import re

from django.db import connection
from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from scoring.models import SummarySheet

# Response header with a new polling value, so that a page with unchanged content can keep polling.
HEADER = "X-Shown"
_HOLDING = re.compile(r"(\d{1,9}-\d{1,9}-\d{1,9})-(\d{1,12})-", re.ASCII)
# Plain SQL for speed, as in `contest/queries.py`.
_CHANGES = (
    f"SELECT competition.structure, COALESCE(sheet.version, 0) FROM {Competition._meta.db_table} AS competition "  # noqa: S608
    f"LEFT JOIN {SummarySheet._meta.db_table} AS sheet ON sheet.id = %s WHERE competition.slug = %s"
)


def holding(draw: PublishedDraw, state: MatchState, shown: str) -> str:
    """Return the polling value of a page: the versions of the draw and the score sheet, an expiry time and `shown`."""
    sheet, until = state.sheet, int(draw.fresh_until.timestamp())
    key, version = (sheet.pk, sheet.version) if sheet else (0, 0)
    return f"{draw.competition.structure}-{key}-{version}-{until}-{shown}"


def shows_the_same(one: str, other: str) -> bool:
    """Return True if two polling values stand for the same content."""
    return one.rpartition("-")[2] == other.rpartition("-")[2]


def still_holds(slug: str, held: str) -> bool:
    """Return True if a polling value has not expired, and the facts and the score sheet have not changed since."""
    found = _HOLDING.match(held)
    if found is None or int(found[2]) <= timezone.now().timestamp():
        return False
    structure, sheet, version = map(int, found[1].split("-"))
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [sheet, slug])
        return cursor.fetchone() == (structure, version)
