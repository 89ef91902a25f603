"""Sheets on which deals are being written, read again."""

from collections.abc import Iterable

from django.db import connection

from scoring.models import SummarySheet

# In plain SQL, as in `contest/queries.py`.
_VERSIONS = f"SELECT id, version FROM {SummarySheet._meta.db_table} WHERE id IN ({{}})"  # noqa: S608 (no outside text)


def read_again(sheets: Iterable[SummarySheet]) -> dict[int, SummarySheet]:
    """These sheets by key as they read now: the very same where nothing was written on one since, or it is gone.

    One query, and another for all that have changed.
    """
    known = {sheet.pk: sheet for sheet in sheets}
    if not known:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_VERSIONS.format(", ".join(["%s"] * len(known))), [*known])
        changed = [key for key, version in cursor.fetchall() if known[key].version != version]
    return known | (SummarySheet.objects.in_bulk(changed) if changed else {})
