"""Opening a competition from its file: everything in it, or nothing."""

import unicodedata
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import CharField, EmailField, Field, ForeignKey, Model, TextField

from competition.contest.actions import deputies
from competition.contest.models import Competition, Organiser
from competition.contest.rules.people import person_key, split_name
from competition.entries.models.pair import Player
from competition.log.actions import Actor, note
from competition.log.events import Event
from competition.lots.models import Commitment
from competition.lots.queries import committed
from competition.lots.rules.methods import method
from competition.transfer.queries.integrity import differences
from competition.transfer.queries.tables import TABLES, Table, columns, field_of
from competition.transfer.rules.file_format import Facts
from scoring.rules.refusal import Refused
from scoring.rules.text import visible

_MOST_ROWS, _MOST_ORGANISERS, _LONGEST = 400_000, 30, 20_000
# Names, clubs, phone numbers and places are on one line; reasons and notes, which are longer, may have several.
_LONGEST_LINE = 120
_FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_AGAINST_ITSELF = "This file disagrees with itself, so nothing of it was taken"
_NOTHING: dict[str, list] = {"columns": [], "rows": []}
Keys = dict[str, dict[int, int]]


@transaction.atomic
def open_from_file(facts: Facts, *, by: Actor) -> Competition:
    """Put all that a file holds into this site, owned by whoever opens it; every pair gets a new private link.

    Refused where its address is taken, where anything in it is not as this program writes it, and where what is stored
    in it disagrees with the facts: then nothing is kept.
    """
    before = set(differences())
    try:
        competition = _opened(facts, by)
        found = [line for line in [*differences(), *_forged(competition)] if line not in before]
    except (*_FAULTS, DatabaseError, ValidationError) as fault:
        raise Refused(f"{_AGAINST_ITSELF}: {_why(fault)}") from None
    if found:
        raise Refused(f"{_AGAINST_ITSELF}: {found[0]}.")
    note(competition, by, Event.OPENED_FROM_FILE, f"Opened {competition} from its file.")
    # The page says how often the draw has changed where it was played, not here.
    row = facts["tables"]["Competition"]
    kept = {name: row["rows"][0][row["columns"].index(name)] for name in ("version", "structure")}
    Competition.objects.filter(pk=competition.pk).update(**kept)
    return competition


def _opened(facts: Facts, by: Actor) -> Competition:
    tables = facts["tables"]
    known = {table.name for table in TABLES}
    if not {*tables} <= known or sum(len(one["rows"]) for one in tables.values()) > _MOST_ROWS:
        raise ValueError("its tables are not those of a competition")
    keys: Keys = {"User": {}}
    later: list[tuple[Model, str, int]] = []
    competition = _founded(tables["Competition"], by, later)
    keys["Competition"] = {1: competition.pk}
    keys["User"] = dict(enumerate(_organisers(facts["organisers"], competition, by), start=1))
    for table in TABLES[1:]:
        keys[table.name] = {}
        # What came later than the file has no rows and no columns in it.
        rows = _rows(table, tables.get(table.name, _NOTHING), keys)
        for place, row in enumerate(_told_apart(rows), start=1):
            row.save(force_insert=True)
            keys[table.name][place] = row.pk
    for row, name, place in later:
        setattr(row, f"{name}_id", keys["Cancellation"][place])
        row.save(update_fields=[name])
    return competition


def _founded(written: dict, by: Actor, later: list) -> Competition:
    [values] = written["rows"]
    facts = dict(zip(written["columns"], values, strict=True))
    if place := facts.pop("cancellation", None):
        later.append((competition := Competition(owner=by.user), "cancellation", place))
    else:
        competition = Competition(owner=by.user)
    if Competition.objects.filter(slug=str(facts["slug"])).exists():
        raise Refused(f"There is a competition at /{str(facts['slug'])[:60]}/ already: nothing is opened over it.")
    for name in columns(TABLES[0], private=True):
        if name in facts:
            _put(competition, field_of(Competition, name), facts[name])
    competition.save(force_insert=True)
    return competition


def _organisers(written: list, competition: Competition, by: Actor) -> Iterator[int]:
    """Whoever opens the file is the owner; the others get sign-ins that open nothing until they are invited."""
    if not written or len(written) > _MOST_ORGANISERS:
        raise ValueError("its organisers are not those of a competition")
    for place, one in enumerate(written):
        called = " ".join(visible(str(one["called"])).split())[:80] or "Organiser"
        user = by.user if place == 0 else deputies.without_sign_in(called)
        row = Organiser(competition=competition, user=user, invited=place > 0)
        for name in ("name", "phone", "email", "news"):
            _put(row, field_of(Organiser, name), one[name])
        row.save()
        yield user.pk


def _rows(table: Table, written: dict, keys: Keys) -> Iterator[Model]:
    if not {*written["columns"]} <= {*columns(table, private=True)}:
        raise ValueError(f"the columns of {table.name} are not those it has")
    fields = [field_of(table.model, name) for name in written["columns"]]
    for values in written["rows"]:
        row = table.model()
        for field, value in zip(fields, values, strict=True):
            if isinstance(field, ForeignKey):
                setattr(row, field.attname, _meant(field, value, keys))
            else:
                _put(row, field, value)
        yield row


def _told_apart(rows: Iterator[Model]) -> Iterator[Model]:
    """The rows as they are; ValueError if two players of the competition are one by name and word."""
    seen: set[str] = set()
    for row in rows:
        if isinstance(row, Player) and row.left_at is None:
            if row.identity in seen:
                raise ValueError(f"{row} is in two pairs, with no word that tells the two players apart")
            seen.add(row.identity)
        yield row


def _meant(field: ForeignKey, place: Any, keys: Keys) -> int | None:
    """The key of the row that is meant by its place."""
    kind = field.related_model.__name__
    if place is None:
        return None
    if type(place) is not int:
        raise TypeError(f"“{place!r:.40}” is no place of a {kind}")
    return keys[kind][place]


def _put(row: Model, field: Field, raw: object) -> None:
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
    """The value as a form would take it: nothing invisible in a text, and no line break in a name or an address.

    Of a player's name only control characters go: a name that hides other signs is forged, and the file is refused.
    """
    if not isinstance(value, str) or not isinstance(field, CharField | TextField):
        return value
    text = _without_controls(value) if field.model is Player else visible(value)
    is_line = (isinstance(field, CharField) and (field.max_length or _LONGEST) <= _LONGEST_LINE) or field.choices
    return " ".join(text.split()) if is_line or isinstance(field, EmailField) else text


def _without_controls(text: str) -> str:
    return "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) != "Cc")


def _forged(competition: Competition) -> Iterator[str]:
    """What the database cannot know to be untrue, a sentence each."""
    for player in Player.objects.filter(competition=competition):
        if player.key != person_key(player.name):
            yield f"{player.name} is compared under another name"
        if visible(player.display_name) != player.display_name:
            yield "a name holds what nobody sees"
        if player.distinction and split_name(player.display_name) != (player.name, player.distinction):
            yield f"“{player.distinction}” is no word that tells {player.name} from a namesake"
    for row in Commitment.objects.filter(competition=competition):
        made_by = method(row.algorithm)
        if made_by.digest(made_by.text(committed(row))) != row.digest:
            yield f"the fingerprint of list {row.number} is not its own"


def _why(fault: Exception) -> str:
    text = " ".join(fault.messages) if isinstance(fault, ValidationError) else str(fault)
    return f"{text[:200].rstrip('.')}."
