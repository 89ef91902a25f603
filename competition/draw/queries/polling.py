"""Queries for a polling page, which asks for changes of its match (one small query)."""

from django.db import connection

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw, cached_facts, current_facts
from competition.web.cached_page import Version
from scoring.models import SummarySheet
from scoring.rules.refusal import fingerprint

# Plain SQL for speed, as in `contest/queries.py`.
_VERSIONS = (
    "SELECT competition.id, competition.version, competition.facts_version, sheet.id, sheet.version "  # noqa: S608
    f"FROM {Competition._meta.db_table} AS competition "
    f"LEFT JOIN {SummarySheet._meta.db_table} AS sheet ON sheet.id IN (%s, %s) WHERE competition.slug = %s"
)


def polling_value(draw: PublishedDraw, code: str) -> str:
    """Return the polling value of the pages of a match: one hash of all that they show."""
    sheets = (draw.matches[one].sheet for one in draw.matches_with_sheets(code))
    return fingerprint(draw.facts_version(code), {sheet.pk: sheet.version for sheet in sheets if sheet})


def still_holds(slug: str, code: str, held: str) -> bool:
    """Return True if nothing that the pages of this match show has changed since this polling value.

    This takes one query, and reads the draw if this process has not cached it since its last change.
    """
    cached = cached_facts(slug)
    keys = cached.sheets_shown(code) if cached else {}
    with connection.cursor() as cursor:
        # A page shows at most two score sheets. No sheet has the key 0.
        cursor.execute(_VERSIONS, [*[*keys, 0, 0][:2], slug])
        rows = cursor.fetchall()
    current = current_facts(slug, Version(*rows[0][:3])) if rows else None
    if current is None or code not in current.matches:
        return False
    sheets = current.sheets_shown(code)
    if current is cached:
        sheets |= {key: version for *_, key, version in rows if key}
    return held == fingerprint(current.version_of(code), sheets)
