"""Presenter that exports a competition as one file."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time

from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model

from competition.contest.models import Competition
from competition.transfer.queries.tables import ORGANISER_COLUMNS, ORGANISERS, TABLES, ExportTable, columns, field_of
from competition.transfer.rules.file import packed

Keys = Mapping[str, Mapping[int, int]]


def file_of(competition: Competition, *, private: bool = False) -> bytes:
    """Return the file of a competition. If `private`, include phone numbers, email addresses, venues and notes."""
    keys: dict[str, dict[int, int]] = {}
    organisers = sorted(ORGANISERS.rows(competition), key=lambda row: (row.user_id != competition.owner_id, row.pk))
    keys["User"] = {organiser.user_id: place for place, organiser in enumerate(organisers, start=1)}
    is_drawn = competition.draws.filter(publication__isnull=False).exists()
    tables = {}
    for table in TABLES:
        # Before the draw is published, the locked list and the draw are secret, even from an export.
        rows = [] if table.name in ("LockedList", "Draw", "Swap") and not is_drawn else list(table.rows(competition))
        keys[table.name] = {row.pk: place for place, row in enumerate(rows, start=1)}
        tables[table.name] = (table, rows)
    exported = {name: _export_table(table, rows, keys, private=private) for name, (table, rows) in tables.items()}
    return packed({"private": private, "organisers": [*map(_export_organiser, organisers)], "tables": exported})


def _export_organiser(organiser: Model) -> dict[str, str]:
    user: User = organiser.user  # type: ignore[attr-defined]
    values = {name: getattr(organiser, name) for name in ORGANISER_COLUMNS}
    return {"called": user.get_full_name() or user.get_username(), **values}


def _export_table(table: ExportTable, rows: list, keys: Keys, *, private: bool) -> dict:
    fields = [field_of(table.model, name) for name in columns(table, private=private)]
    exported = [[_export_value(row, field, keys) for field in fields] for row in rows]
    return {"columns": [field.name for field in fields], "rows": exported}


def _export_value(row: Model, field: Field, keys: Keys) -> object:
    value = field.value_from_object(row)
    if isinstance(field, ForeignKey):
        kind = field.related_model.__name__
        # A former organiser is replaced by the owner. A removed pair has no row in the file, so its reference becomes
        # empty.
        return value and keys[kind].get(value, 1 if kind == "User" else None)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, (date, time)) else value
