"""Comparison of a database's tables with those of this version of the app."""

import re
from collections.abc import Iterator

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor

from competition.desk.rules.checks import Check, bad, ok
from scoring.rules.words import quantity

_TITLE = "Tables"
MIGRATE = "Restart the site, or run: knockout migrate"
GO_BACK = "Go back to the version that made the database, or restore a backup: see “Go back” in .deploy/README.md."


def check_tables(database: str = DEFAULT_DB_ALIAS) -> Check:
    """Check that a database's tables are those of this version."""
    connection = connections[database]
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if missing and unknown:
        return bad(_TITLE, "Another version of the app made the database, and this version cannot change it.", GO_BACK)
    if missing:
        text = "The database is from an earlier version of the app, or is empty."
        return bad(_TITLE, text, MIGRATE)
    if unknown:
        text = f"The database was changed by a later version of the app ({quantity(len(unknown), 'migration')})."
        return bad(_TITLE, text, "Install that version again: knockout upgrade")
    if differences := list(compare_schema(connection)):
        more = f" and {len(differences) - 3} more" if len(differences) > 3 else ""
        text = f"The database does not fit this version of the app: {', '.join(differences[:3])}{more}."
        return bad(_TITLE, text, GO_BACK)
    return ok(_TITLE, "The database has the tables of this version.")


def compare_schema(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Yield each difference between the database's tables and the models."""
    with connection.cursor() as cursor:
        columns = _read_columns(connection, cursor)
        names = _read_names(connection, cursor)
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        fields = {str(field.column): field.null for field in model._meta.local_concrete_fields}
        existing = {column: may_be_empty for (owner, column), may_be_empty in columns.items() if owner == table}
        if not existing:
            yield f"{table} is missing"
            continue
        yield from (f"{table}.{name} is missing" for name in fields if name not in existing)
        yield from (f"{table}.{name} is unknown" for name in existing if name not in fields)
        for name in fields.keys() & existing.keys():
            if fields[name] != existing[name]:
                verb = "may" if existing[name] else "may not"
                yield f"{table}.{name} {verb} be empty"
        wanted = {rule.name for rule in (*model._meta.constraints, *model._meta.indexes)}
        yield from (f"{table} has no {name}" for name in sorted(wanted - names))


def _read_columns(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> dict[tuple[str, str], bool]:
    """Return a boolean for each column, by table and name: True if the column may be empty."""
    if connection.vendor == "sqlite":
        columns = 'SELECT m.name, c.name, c."notnull" = 0 FROM sqlite_master m, pragma_table_info(m.name) c'
        cursor.execute(f"{columns} WHERE m.type = 'table'")
    else:
        columns = "SELECT table_name, column_name, is_nullable = 'YES' FROM information_schema.columns"
        cursor.execute(f"{columns} WHERE table_schema = current_schema()")
    return {(table, column): bool(may_be_empty) for table, column, may_be_empty in cursor.fetchall()}


def _read_names(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> set[str]:
    """Return the names of all constraints and indexes. For SQLite, include other names in the tables."""
    if connection.vendor == "sqlite":
        cursor.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {*re.findall(r'"(\w+)"', " ".join(sql for (sql,) in cursor.fetchall()))}
    cursor.execute("SELECT conname FROM pg_constraint UNION SELECT indexname FROM pg_indexes")
    return {name for (name,) in cursor.fetchall()}
