"""Append-only tables, protected by database triggers against updates and deletions.

A row in the table PAUSE suspends the triggers. It is deleted in the same transaction that inserted it, so no other
transaction ever sees it.

SQLite drops a table's triggers whenever a migration rebuilds the table. So the triggers are removed before each
migration and created again after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps as all_apps
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

# Columns with a person's own text. Only in these columns may the mark below replace part of the text.
Words = tuple[str, ...]
# Mark that replaces removed text. The triggers allow only this change.
REDACTED = "[redacted"
REFUSAL = "rows of this table cannot be changed or deleted"
PAUSE = "competition_appendonlypause"

_POSTGRES_FUNCTION = f"""
CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF EXISTS (SELECT 1 FROM {PAUSE}) THEN
  RETURN CASE TG_OP WHEN 'UPDATE' THEN NEW ELSE OLD END;
END IF;
RAISE EXCEPTION '%: {REFUSAL}', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""  # noqa: S608 - the names are constants


def guard(using: str = DEFAULT_DB_ALIAS, apps=all_apps, **signal: object) -> None:
    """Create the triggers. Django calls this after a migration."""
    registered = apps.all_models["competition"]
    _run(using, lifting(connections[using]) + guarding(connections[using], registered))


def lift(using: str = DEFAULT_DB_ALIAS, plan: object = (), **signal: object) -> None:
    """Remove the triggers before a migration if there is anything to migrate."""
    if plan:
        _run(using, lifting(connections[using]))


@contextmanager
def lifted(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Let this transaction change and delete rows in append-only tables. Other transactions still cannot."""
    pauses = all_apps.get_model("competition", "AppendOnlyPause")._default_manager.using(using)
    with transaction.atomic(using):
        pause = pauses.create()
        yield
        pause.delete()


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Return the names of the missing triggers."""
    catalogue = {"sqlite": "SELECT name FROM sqlite_master", "postgresql": "SELECT tgname FROM pg_trigger"}
    with connections[using].cursor() as cursor:
        cursor.execute(catalogue[connections[using].vendor])
        there = {name for (name,) in cursor.fetchall()}
    return [name for name, _ in _list_triggers(connections[using]) if name not in there]


def lifting(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the SQL statements that remove all triggers."""
    on = {"sqlite": "", "postgresql": " ON {table}"}[connection.vendor]
    return [f"DROP TRIGGER IF EXISTS {name}{on.format(table=table)}" for name, table in _list_triggers(connection)]


def guarding(connection: BaseDatabaseWrapper, registered: dict[str, type[models.Model]]) -> list[str]:
    """Return the SQL statements that create the triggers for the models that have a table."""
    there = [(registered[name.lower()], words) for name, words in _find_models().items() if name.lower() in registered]
    if connection.vendor == "postgresql":
        return [_POSTGRES_FUNCTION] + [line for guarded in there for line in _write_postgresql_triggers(*guarded)]
    return [line for guarded in there for line in _write_sqlite_triggers(*guarded)]


def _find_models() -> dict[str, Words]:
    """Return the append-only models by name, each with its `words` columns.

    A model is append-only if it has the attribute `words`, even if that names no column.
    """
    models_here = all_apps.get_app_config("competition").get_models()
    return {model.__name__: model.words for model in models_here if hasattr(model, "words")}


def _run(using: str, statements: list[str]) -> None:
    with transaction.atomic(using), connections[using].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _list_triggers(connection: BaseDatabaseWrapper) -> Iterator[tuple[str, str]]:
    events = {"sqlite": ("update", "delete", "insert"), "postgresql": ("update", "delete", "truncate")}
    for name in _find_models():
        table = f"competition_{name.lower()}"
        yield from ((f"{table}_{event}", table) for event in events[connection.vendor])


def _write_postgresql_triggers(model: type[models.Model], words: Words) -> Iterator[str]:
    table = model._meta.db_table
    refuse = "EXECUTE FUNCTION append_only()"
    changed = _forbid_changes(model, words, "IS DISTINCT FROM")
    yield f"CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} FOR EACH ROW WHEN ({changed}) {refuse}"
    yield f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} FOR EACH ROW {refuse}"
    yield f"CREATE TRIGGER {table}_truncate BEFORE TRUNCATE ON {table} {refuse}"


def _write_sqlite_triggers(model: type[models.Model], words: Words) -> Iterator[str]:
    table = model._meta.db_table
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table}: {REFUSAL}'); END"
    # INSERT OR REPLACE would delete the existing row without firing a deletion trigger.
    same = " OR ".join(_compare_columns(columns) for columns in _find_unique_columns(model))
    exists = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - the names are constants
    changed = _forbid_changes(model, words, "IS NOT")
    guarded = f"NOT EXISTS (SELECT 1 FROM {PAUSE})"  # noqa: S608 - the names are constants
    yield f"CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} WHEN {guarded} AND ({changed}) {refuse}"
    yield f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} WHEN {guarded} {refuse}"
    yield f"CREATE TRIGGER {table}_insert BEFORE INSERT ON {table} WHEN {exists} {refuse}"


def _forbid_changes(model: type[models.Model], words: Words, differs: str) -> str:
    """Return the SQL condition for a forbidden update. Only the mark REDACTED in `words` columns is allowed."""
    return " OR ".join(_is_changed(field.attname, words, differs) for field in model._meta.concrete_fields)


def _is_changed(column: str, words: Words, differs: str) -> str:
    """Return the SQL condition for a changed column. In a `words` column, the mark REDACTED is allowed."""
    other = f"OLD.{column} {differs} NEW.{column}"
    return f"({other} AND CAST(NEW.{column} AS text) NOT LIKE '%{REDACTED} %')" if column in words else other


def _find_unique_columns(model: type[models.Model]) -> Iterator[tuple[str, ...]]:
    yield (model._meta.pk.attname,)
    for constraint in model._meta.total_unique_constraints:
        yield tuple(field.attname for field in model._meta.concrete_fields if field.name in constraint.fields)
    yield from ((field.attname,) for field in model._meta.concrete_fields if field.unique and not field.primary_key)


def _compare_columns(columns: tuple[str, ...]) -> str:
    return "(" + " AND ".join(f"{column} = NEW.{column}" for column in columns) + ")"
