"""Presenter for exporting a competition as one file."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model

from competition.contest.models import Competition
from competition.contest.queries import public_name
from competition.transfer.queries.tables import AUTHOR, AUTHORS, TABLES, ExportTable, columns, field_of
from competition.transfer.rules.file import packed
from competition.web.version import app_version

Keys = Mapping[str, Mapping[int, int]]


def file_of(competition: Competition, *, private: bool = False) -> bytes:
    """Return the export file of a competition.

    If `private` is True, include phone numbers, email addresses, venues and notes.
    """
    keys: dict[str, dict[int, int]] = {}
    is_drawn = competition.draws.filter(publication__isnull=False).exists()
    tables = {}
    for table in TABLES:
        # Before the draw is published, the locked list and the draw are secret, even in an export.
        rows = [] if table.name in ("LockedList", "Draw", "Swap") and not is_drawn else list(table.rows(competition))
        keys[table.name] = {row.pk: place for place, row in enumerate(rows, start=1)}
        tables[table.name] = (table, rows)
    exported = {name: _export_table(table, rows, keys, private=private) for name, (table, rows) in tables.items()}
    site = settings.SITE_ADDRESS.partition("//")[2]
    return packed({"version": app_version(), "private": private, "site": site, "tables": exported})


def _export_table(table: ExportTable, rows: list, keys: Keys, *, private: bool) -> dict:
    fields = [field_of(table.model, name) for name in columns(table, private=private)]
    if AUTHOR in [field.name for field in fields]:
        _name_authors(rows, AUTHORS.get(table.name, "decided_by"))
    exported = [[_export_value(row, field, keys) for field in fields] for row in rows]
    return {"columns": [field.name for field in fields], "rows": exported}


def _name_authors(rows: Iterable[Model], column: str) -> None:
    """Fill in the organiser's name in each row from this site, and "" in pairs' rows (at most one query)."""
    here = [row for row in rows if getattr(row, AUTHOR) is None]
    accounts = User.objects.in_bulk({key for row in here if (key := getattr(row, f"{column}_id"))})
    for row in here:
        user = accounts.get(getattr(row, f"{column}_id"))
        setattr(row, AUTHOR, public_name(user) if user else "")


def _export_value(row: Model, field: Field, keys: Keys) -> object:
    value = field.value_from_object(row)
    if isinstance(field, ForeignKey):
        kind = field.related_model.__name__
        # A removed pair has no row in the file, so its reference becomes empty.
        return value and keys[kind].get(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, (date, time)) else value
