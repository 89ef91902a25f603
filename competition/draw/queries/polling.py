"""Queries for a polling page, which asks for changes of its match (one small query)."""

import re

from django.db import connection

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw, current_facts
from competition.draw.queries.states import PublishedMatch
from competition.web.cached_page import Version
from scoring.models import SummarySheet

# Response header with a new polling value, so that a page with unchanged content can keep polling.
HEADER = "X-Shown"
_HOLDING = re.compile(r"([0-9a-f]{16})-(\d{1,9})-(\d{1,9})-", re.ASCII)
# Plain SQL for speed, as in `contest/queries.py`.
_VERSIONS = (
    "SELECT competition.id, competition.version, competition.facts_version, COALESCE(sheet.version, 0) "  # noqa: S608
    f"FROM {Competition._meta.db_table} AS competition "
    f"LEFT JOIN {SummarySheet._meta.db_table} AS sheet ON sheet.id = %s WHERE competition.slug = %s"
)


def polling_value(draw: PublishedDraw, state: PublishedMatch, shown: str) -> str:
    """Return the polling value of a page: the versions of the match and of its score sheet, and `shown`.

    A match without a score sheet may show the deals of the matches before it. Then any deal changes the value.
    """
    if state.sheet:
        key, version = state.sheet.pk, state.sheet.version
    else:
        key, version = 0, draw.version if draw.sheets_in_play(state.code) else 0
    return f"{draw.facts_version(state.code)}-{key}-{version}-{shown}"


def shows_the_same(one: str, other: str) -> bool:
    """Return True if two polling values belong to the same content."""
    return one.rpartition("-")[2] == other.rpartition("-")[2]


def still_holds(slug: str, code: str, held: str) -> bool:
    """Return True if nothing that the pages of this match show has changed since this polling value.

    This takes one query, and reads the draw if this process has not cached it since its last change.
    """
    found = _HOLDING.match(held)
    if found is None:
        return False
    facts, sheet, version = found[1], int(found[2]), int(found[3])
    with connection.cursor() as cursor:
        cursor.execute(_VERSIONS, [sheet, slug])
        row = cursor.fetchone()
    if row is None:
        return False
    now, sheet_version = Version(*row[:3]), row[3]
    if (sheet or version) and version != (sheet_version if sheet else now.version):
        return False
    current = current_facts(slug, now)
    return bool(current and code in current.matches and current.version_of(code) == facts)
