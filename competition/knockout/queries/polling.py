"""Whether what a page shows of a match still holds, for pages that ask every few seconds: one small query."""

import re

from django.db import connection
from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from scoring.models import SummarySheet

# The answer to a page that shows all there is, while something else has changed, says here what the page may ask now.
HEADER = "X-Shown"
_HOLDING = re.compile(r"(\d{1,9}-\d{1,9}-\d{1,9})-(\d{1,12})-", re.ASCII)
# In plain SQL, as in `contest/queries.py`.
_CHANGES = (
    f"SELECT competition.structure, COALESCE(sheet.version, 0) FROM {Competition._meta.db_table} AS competition "  # noqa: S608
    f"LEFT JOIN {SummarySheet._meta.db_table} AS sheet ON sheet.id = %s WHERE competition.slug = %s"
)


def holding(draw: PublishedDraw, state: MatchState, shown: str) -> str:
    """What a page holds that shows this of a match: how often draw and sheet have changed, until when, and what."""
    sheet, until = state.sheet, int(draw.fresh_until.timestamp())
    key, version = (sheet.pk, sheet.version) if sheet else (0, 0)
    return f"{draw.competition.structure}-{key}-{version}-{until}-{shown}"


def shows_the_same(one: str, other: str) -> bool:
    """Whether two pages show the same of a match, whatever else has changed between them."""
    return one.rpartition("-")[2] == other.rpartition("-")[2]


def still_holds(slug: str, held: str) -> bool:
    """Whether nothing has changed in the draw at this address but deals on other sheets, nor time moved on."""
    found = _HOLDING.match(held)
    if found is None or int(found[2]) <= timezone.now().timestamp():
        return False
    structure, sheet, version = map(int, found[1].split("-"))
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [sheet, slug])
        return cursor.fetchone() == (structure, version)
