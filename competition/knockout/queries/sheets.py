"""Sheets on which deals are being written, read again."""

from collections.abc import Iterable

from scoring.models import SummarySheet

# In plain SQL: each sheet has a version of its own that is known.
_CHANGED = f"SELECT * FROM {SummarySheet._meta.db_table} WHERE id IN ({{}}) AND (id, version) NOT IN (VALUES {{}})"  # noqa: S608


def read_again(sheets: Iterable[SummarySheet]) -> dict[int, SummarySheet]:
    """These sheets by key as they read now: the very same where nothing was written on one since, or it is gone.

    One query, which finds those that have changed.
    """
    known = {sheet.pk: sheet for sheet in sheets}
    if not known:
        return {}
    asked = _CHANGED.format(", ".join(["%s"] * len(known)), ", ".join(["(%s, %s)"] * len(known)))
    versions = [one for sheet in known.values() for one in (sheet.pk, sheet.version)]
    return known | {sheet.pk: sheet for sheet in SummarySheet.objects.raw(asked, [*known, *versions])}
