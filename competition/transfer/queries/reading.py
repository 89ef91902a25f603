"""Queries that read the rows of a file, without saving them, and look for false values in them."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import cast

from django.db.models import CharField, EmailField, Field, ForeignKey, Model, TextField

from competition.contest.rules.names import person_key, split_name
from competition.drawing.models import LockedList
from competition.drawing.queries import locked_facts
from competition.drawing.rules.records import check_method, fingerprint
from competition.entries.models import Player
from competition.transfer.queries.integrity import sheet_differences
from competition.transfer.queries.tables import REQUIRED, Table, columns, field_of
from competition.transfer.rules import Facts
from scoring.models import Deal, SummarySheet
from scoring.rules.text import visible

_MOST_ROWS, _MOST_ORGANISERS, _LONGEST = 400_000, 30, 20_000
# Names, clubs, phone numbers and venues are one line. Longer fields, such as reasons and notes, may have several.
_LONGEST_LINE = 120
Rows = dict[str, list[Model]]


def read_rows(facts: Facts, tables: Sequence[Table]) -> Rows:
    """Return the unsaved rows of the file by table. A reference is the position of its row in the file."""
    written = facts["tables"]
    known = {table.name for table in tables}
    if {*written} != known or sum(len(one["rows"]) for one in written.values()) > _MOST_ROWS:
        raise ValueError("its tables are not those of a competition")
    if not facts["organisers"] or len(facts["organisers"]) > _MOST_ORGANISERS:
        raise ValueError("its organisers are not those of a competition")
    return {table.name: list(_read_table(table, written[table.name], private=facts["private"])) for table in tables}


def _read_table(table: Table, written: dict, *, private: bool) -> Iterator[Model]:
    if written["columns"] != columns(table, private=private):
        raise ValueError(f"the columns of {table.name} are not those of this version")
    fields = [field_of(table.model, name) for name in written["columns"]]
    for values in written["rows"]:
        row = table.model()
        for field, value in zip(fields, values, strict=True):
            if value is None and f"{table.name}.{field.name}" in REQUIRED:
                raise ValueError(f"{field.name} is missing")
            if isinstance(field, ForeignKey):
                setattr(row, field.attname, _read_reference(field, value))
            else:
                set_value(row, field, value)
        yield row


def _read_reference(field: ForeignKey, value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise TypeError(f"“{value!r:.40}” is not the position of a {field.related_model.__name__}")
    return value


def set_value(row: Model, field: Field, raw: object) -> None:
    """Set a column of an unsaved row. Raises ValueError, TypeError or ValidationError if the value is not valid."""
    value = _clean(field, field.to_python(raw))
    if value is None and not field.null:
        raise ValueError(f"{field.name} is missing")
    if isinstance(value, str) and len(value) > (field.max_length or _LONGEST):
        raise ValueError(f"{field.name} is too long")
    if field.name == "detail" and not isinstance(value, dict):
        raise TypeError("a line of the log has no detail")
    if value not in field.empty_values:
        field.run_validators(value)
        if field.choices and value not in dict(field.flatchoices):
            raise ValueError(f"{field.name} cannot be “{value!s:.40}”")
    setattr(row, field.attname, value)


def _clean(field: Field, value: object) -> object:
    """Return the value as a form would clean it: without invisible characters, and on one line for names and addresses.

    A player's name loses only control characters. Other invisible characters show that the name is forged, so the
    app rejects the file.
    """
    if not isinstance(value, str) or not isinstance(field, CharField | TextField):
        return value
    text = _remove_controls(value) if field.model is Player else visible(value)
    is_line = (isinstance(field, CharField) and (field.max_length or _LONGEST) <= _LONGEST_LINE) or field.choices
    return " ".join(text.split()) if is_line or isinstance(field, EmailField) else text


def _remove_controls(text: str) -> str:
    return "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) != "Cc")


def forgeries(rows: Rows) -> Iterator[str]:
    """Yield a sentence for each false value that the database cannot detect."""
    yield from _find_forged_names(cast(list[Player], rows["Player"]))
    for row in cast(list[LockedList], rows["LockedList"]):
        check_method(row.algorithm)
        if fingerprint(locked_facts(row)) != row.fingerprint:
            yield f"the fingerprint of list {row.number} does not match the list"
    deals = defaultdict(list)
    for deal in sorted(cast(list[Deal], rows["Deal"]), key=lambda deal: deal.number):
        deals[deal.sheet_id].append(deal)
    for place, sheet in enumerate(cast(list[SummarySheet], rows["SummarySheet"]), start=1):
        yield from sheet_differences(sheet, deals[place], name=f"sheet {place}")


def _find_forged_names(players: list[Player]) -> Iterator[str]:
    seen: set[str] = set()
    for player in players:
        if player.key != person_key(player.name):
            yield f"the key of {player.name} does not match the name"
        if visible(player.display_name) != player.display_name:
            yield "a name contains invisible characters"
        if player.distinction and split_name(player.display_name) != (player.name, player.distinction):
            yield f"“{player.distinction}” is not a valid distinction of {player.name}"
        if player.left_at is None and player.identity in seen:
            yield f"{player} is in two pairs, without a word that distinguishes the two players"
        if player.left_at is None:
            seen.add(player.identity)
