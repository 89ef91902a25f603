"""Action for importing a competition from its file, in one transaction."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import CharField, EmailField, Field, ForeignKey, Model, TextField

from competition.audit.actions import Actor, note
from competition.audit.events import Event
from competition.contest.actions import deputies
from competition.contest.models import Competition, Organiser
from competition.contest.rules.people import person_key, split_name
from competition.drawing.models import Commitment
from competition.drawing.queries import committed
from competition.drawing.rules.records import check_method, fingerprint
from competition.entries.models.pair import Player
from competition.transfer.queries.integrity import differences_in, sheet_differences
from competition.transfer.queries.tables import REQUIRED, TABLES, Table, columns, field_of
from competition.transfer.rules.file_format import Facts
from scoring.models import Deal, SummarySheet
from scoring.rules.refusal import Refused
from scoring.rules.text import visible

_MOST_ROWS, _MOST_ORGANISERS, _LONGEST = 400_000, 30, 20_000
# Names, clubs, phone numbers and venues are one line. Longer fields, such as reasons and notes, may have several.
_LONGEST_LINE = 120
_FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_AGAINST_ITSELF = "This file contradicts itself, so nothing was imported"
Rows = dict[str, list[Model]]
Keys = dict[str, list[int]]


def open_from_file(facts: Facts, *, by: Actor, tables: Sequence[Table] = TABLES) -> Competition:
    """Import a competition. The importing organiser becomes its owner, and every pair gets a new private link.

    `tables` are the kinds of row in the file. Only the demo has more of them than an export.

    Raises Refused if the address of the competition is taken, a value is not in the format of this app, or a stored
    value contradicts the facts. Nothing is saved then. All checks that need no database come first, because nobody else
    can write while the rows are inserted.
    """
    try:
        rows = _read_rows(facts, tables)
        _require_no_faults(_find_forgeries(rows))
        with transaction.atomic():
            competition = _insert_all(rows, facts["organisers"], by, tables)
            _require_no_faults(differences_in(competition))
    except (*_FAULTS, DatabaseError, ValidationError) as fault:
        raise Refused(f"{_AGAINST_ITSELF}: {_explain(fault)}") from None
    return competition


def _require_no_faults(faults: Iterable[str]) -> None:
    """Raise ValueError with the first fault."""
    if fault := next(iter(faults), None):
        raise ValueError(fault)


def _read_rows(facts: Facts, tables: Sequence[Table]) -> Rows:
    """Return the unsaved rows of the file by table. A reference is the position of its row in the file."""
    written = facts["tables"]
    known = {table.name for table in tables}
    if {*written} != known or sum(len(one["rows"]) for one in written.values()) > _MOST_ROWS:
        raise ValueError("its tables are not those of a competition")
    if not facts["organisers"] or len(facts["organisers"]) > _MOST_ORGANISERS:
        raise ValueError("its organisers are not those of a competition")
    return {table.name: list(_read_table(table, written[table.name], private=facts["private"])) for table in tables}


def _insert_all(rows: Rows, organisers: list, by: Actor, tables: Sequence[Table]) -> Competition:
    [competition] = cast(list[Competition], rows["Competition"])
    if Competition.objects.filter(slug=competition.slug).exists():
        raise Refused(
            f"There is already a competition at /{competition.slug[:60]}/. Delete that one first, or keep it."
        )
    # The draw page shows how often the draw has changed. The count must include changes on the original site.
    as_played = {name: getattr(competition, name) for name in ("version", "facts_version")}
    cancellation, competition.cancellation_id = competition.cancellation_id, None
    competition.owner = by.user
    competition.save(force_insert=True)
    keys: Keys = {"Competition": [competition.pk], "User": list(_create_organisers(organisers, competition, by))}
    for table in tables[1:]:
        _insert(table.model, rows[table.name], keys)
    note(competition, by, Event.OPENED_FROM_FILE, f"Imported {competition} from a file.")
    competition.cancellation_id = _find_key(keys, "Cancellation", cancellation)
    Competition.objects.filter(pk=competition.pk).update(**as_played, cancellation=competition.cancellation_id)
    return competition


def _insert(model: type[Model], rows: list[Model], keys: Keys) -> None:
    """Insert these rows and turn their references into keys. A row may refer to an earlier row of its own table."""
    references = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    refers_to_own = any(field.related_model is model for field in references)
    own = keys[model.__name__] = []
    for row in rows:
        for field in references:
            setattr(row, field.attname, _find_key(keys, field.related_model.__name__, getattr(row, field.attname)))
        if refers_to_own:
            row.save(force_insert=True)
            own.append(row.pk)
    if not refers_to_own:
        own += [row.pk for row in model._base_manager.bulk_create(rows)]


def _find_key(keys: Keys, kind: str, place: int | None) -> int | None:
    """Return the key of the row at this position in the file, counted from 1."""
    if place is None:
        return None
    if not 1 <= place <= len(keys[kind]):
        raise ValueError(f"{kind} {place} is not there")
    return keys[kind][place - 1]


def _create_organisers(written: list, competition: Competition, by: Actor) -> Iterator[int]:
    """Create the organisers and yield their keys. The importing organiser is the owner.

    The others get accounts that open nothing until they are invited.
    """
    for place, one in enumerate(written):
        called = " ".join(visible(str(one["called"])).split())[:80] or "Organiser"
        user = by.user if place == 0 else deputies.without_sign_in(called)
        row = Organiser(competition=competition, user=user, invited=place > 0)
        for name in ("name", "phone", "email", "news"):
            _set_value(row, field_of(Organiser, name), one[name])
        row.save()
        yield user.pk


def _read_table(table: Table, written: dict, *, private: bool) -> Iterator[Model]:
    if written["columns"] != columns(table, private=private):
        raise ValueError(f"the columns of {table.name} are not those it has")
    fields = [field_of(table.model, name) for name in written["columns"]]
    for values in written["rows"]:
        row = table.model()
        for field, value in zip(fields, values, strict=True):
            if value is None and f"{table.name}.{field.name}" in REQUIRED:
                raise ValueError(f"{field.name} is missing")
            if isinstance(field, ForeignKey):
                setattr(row, field.attname, _read_reference(field, value))
            else:
                _set_value(row, field, value)
        yield row


def _read_reference(field: ForeignKey, value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise TypeError(f"“{value!r:.40}” is not the position of a {field.related_model.__name__}")
    return value


def _set_value(row: Model, field: Field, raw: object) -> None:
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

    A player's name loses only control characters. Other invisible characters show that the name is forged, and the file
    is refused.
    """
    if not isinstance(value, str) or not isinstance(field, CharField | TextField):
        return value
    text = _remove_controls(value) if field.model is Player else visible(value)
    is_line = (isinstance(field, CharField) and (field.max_length or _LONGEST) <= _LONGEST_LINE) or field.choices
    return " ".join(text.split()) if is_line or isinstance(field, EmailField) else text


def _remove_controls(text: str) -> str:
    return "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) != "Cc")


def _find_forgeries(rows: Rows) -> Iterator[str]:
    """Yield a sentence for each false value that the database cannot detect."""
    yield from _find_forged_names(cast(list[Player], rows["Player"]))
    for row in cast(list[Commitment], rows["Commitment"]):
        check_method(row.algorithm)
        if fingerprint(committed(row)) != row.digest:
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


def _explain(fault: Exception) -> str:
    text = " ".join(fault.messages) if isinstance(fault, ValidationError) else str(fault)
    return f"{text[:200].rstrip('.')}."
