"""Queries for a page that polls for changes to its match (one small query)."""

from collections.abc import Sequence

from django.db import connection

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw, cached_facts, current_facts
from competition.web.cached_page import Version
from scoring.models import SummarySheet
from scoring.rules.refusal import fingerprint

# Plain SQL for speed, as in `contest/queries.py`. The pages of a match show at most two score sheets.
_SHEET = f"(SELECT version FROM {SummarySheet._meta.db_table} WHERE id = %s)"  # noqa: S608
_VERSIONS = f"SELECT id, version, facts_version, {_SHEET}, {_SHEET} FROM {Competition._meta.db_table} WHERE slug = %s"  # noqa: S608


def polling_value(draw: PublishedDraw, code: str) -> str:
    """Return the polling value for the pages of a match: one hash of everything that they show."""
    return _hash(draw.facts_version(code), [sheet.version for sheet in draw.sheets_shown(code)])


def _hash(facts_version: str, sheets: Sequence[int]) -> str:
    return fingerprint(facts_version, *sheets)


def still_holds(slug: str, code: str, value: str) -> bool:
    """Return True if nothing on the pages of this match has changed since this polling value.

    This takes one query, and reads the draw if this process has not cached it since its last change.
    """
    if not value:
        return False
    cached = cached_facts(slug)
    keys = [sheet.pk for sheet in cached.sheets_shown(code)] if cached else []
    with connection.cursor() as cursor:
        # No score sheet has the primary key 0.
        cursor.execute(_VERSIONS, [*[*keys, 0, 0][:2], slug])
        row = cursor.fetchone()
    current = current_facts(slug, Version(*row[:3])) if row else None
    if current is None or code not in current.matches:
        return False
    is_read = current is not cached
    sheets = [sheet.version for sheet in current.sheets_shown(code)] if is_read else row[3 : 3 + len(keys)]
    return value == _hash(current.version_of(code), sheets)
