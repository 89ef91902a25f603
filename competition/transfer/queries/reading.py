"""Queries that read the rows of an export file. Their models must allow all values."""

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import CharField, EmailField, Field, ForeignKey, JSONField, Model, TextField
from django.utils import timezone

from competition.entries.models import Player
from competition.transfer.queries.tables import REQUIRED, ExportTable, columns, field_of
from competition.transfer.rules.file import Facts, InvalidFileError
from competition.web.rules import FIGURES
from scoring.rules.text import visible

# A season of 512 pairs and 15,300 deals has 42,000 rows, or 58,000 if both pairs in each match have a score sheet.
_MOST_ROWS, _LONGEST_TEXT = 65_000, 20_000
# Names, clubs, phone numbers and venues are on one line. Longer fields, such as reasons and notes, may have several.
_LONGEST_LINE = 120
LONGEST_SITE = 120
Rows = dict[str, list[Model]]


def read_rows(facts: Facts, tables: Sequence[ExportTable]) -> Rows:
    """Return the unsaved rows of the file by table. A reference is the position of its row in the file.

    Raises InvalidFileError if the file has another shape, or a value that its model does not allow.
    """
    exported = facts.get("tables")
    private = facts.get("private") is True
    if not isinstance(exported, dict) or {*exported} != {table.name for table in tables}:
        raise InvalidFileError("its tables are not those of a competition")
    if not all(map(_has_rows, exported.values())) or len(exported["Competition"]["rows"]) != 1:
        raise InvalidFileError("its tables are not those of a competition")
    if sum(len(table["rows"]) for table in exported.values()) > _MOST_ROWS:
        raise InvalidFileError("its tables are not those of a competition")
    return {table.name: list(_read_table(table, exported[table.name], private=private)) for table in tables}


def _has_rows(table: object) -> bool:
    """Return True if the value has the shape {"columns": [name, ...], "rows": [[value, ...], ...]}."""
    if not isinstance(table, dict) or not isinstance(table.get("columns"), list):
        return False
    rows = table.get("rows")
    width = len(table["columns"])
    return isinstance(rows, list) and all(isinstance(row, list) and len(row) == width for row in rows)


def read_site(facts: Facts) -> str:
    """Return the name of the site that wrote the file, according to the file.

    Raises InvalidFileError if there is none.
    """
    site = facts.get("site")
    name = " ".join(visible(site).split()) if isinstance(site, str) else ""
    if not 0 < len(name) <= LONGEST_SITE:
        raise InvalidFileError("it does not name its site")
    return name


def _read_table(table: ExportTable, exported: dict, *, private: bool) -> Iterator[Model]:
    if exported["columns"] != columns(table, private=private):
        raise InvalidFileError(f"the columns of {table.name} are not those of this version")
    fields = [field_of(table.model, name) for name in exported["columns"]]
    # Most values of a column occur many times, and checking a value is slow.
    checked: list[dict[tuple[type, object], object]] = [{} for _ in fields]
    for values in exported["rows"]:
        row = table.model()
        for field, value, values_checked in zip(fields, values, checked, strict=True):
            if value is None and f"{table.name}.{field.name}" in REQUIRED:
                raise InvalidFileError(f"{field.name} is missing")
            if isinstance(field, ForeignKey):
                setattr(row, field.attname, _read_reference(field, value))
            elif isinstance(value, dict | list):
                set_value(row, field, value)
            else:
                key = type(value), value
                if key not in values_checked:
                    set_value(row, field, value)
                    values_checked[key] = getattr(row, field.attname)
                setattr(row, field.attname, values_checked[key])
        yield row


def _read_reference(field: ForeignKey, value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise InvalidFileError(f"“{value!r:.40}” is not the position of a {field.related_model.__name__}")
    return value


def set_value(row: Model, field: Field, raw: object) -> None:
    """Set a column of an unsaved row. Raises InvalidFileError if its model does not allow the value."""
    try:
        value = _clean(field, field.to_python(raw))
        if value not in field.empty_values or not _may_be(field, value):
            field.clean(value, row)
    except ValidationError as fault:
        raise InvalidFileError(f"{field.model.__name__}, {field.name}: {' '.join(fault.messages)}") from None
    except (ArithmeticError, TypeError, ValueError) as fault:
        raise InvalidFileError(f"{field.model.__name__}, {field.name}: {fault}") from None
    if isinstance(value, int) and abs(value) >= 10**FIGURES:
        raise InvalidFileError(f"{field.name} is too large")
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        raise InvalidFileError(f"{field.name} is too long")
    if isinstance(field, JSONField) and any(_remove_controls(text) != text for text in _texts(value)):
        raise InvalidFileError(f"{field.name} contains characters that cannot be shown")
    setattr(row, field.attname, value)


def _may_be(field: Field, empty: object) -> bool:
    """Return True if the model allows this empty value."""
    return field.null if empty is None else field.blank or (field.has_default() and empty == field.get_default())


def _clean(field: Field, value: object) -> object:
    """Return the value as a form would clean it, without invisible characters.

    Names and addresses become one line. Only control characters are removed from a player's name. Other invisible
    characters show that the name is forged, so the app rejects the file.
    """
    if isinstance(value, datetime) and timezone.is_naive(value):
        raise InvalidFileError("the time zone is missing")
    if not isinstance(value, str) or not isinstance(field, CharField | TextField):
        return value
    text = _remove_controls(value) if field.model is Player else visible(value)
    is_line = (isinstance(field, CharField) and (field.max_length or _LONGEST_TEXT) <= _LONGEST_LINE) or field.choices
    return " ".join(text.split()) if is_line or isinstance(field, EmailField) else text


def _remove_controls(text: str) -> str:
    return "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cs"))


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a JSON value, and the names in its dictionaries."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _texts(part)
