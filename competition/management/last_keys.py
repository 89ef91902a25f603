"""The last key that each table has given: no key is given twice, whatever was deleted since."""

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField

Keys = dict[str, int]


def given(connection: BaseDatabaseWrapper) -> Keys:
    """The last key of each table that has ever given one."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            return dict(cursor.fetchall())
        last = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
        return {table: key for table, column in _numbered(connection) if (key := _one(cursor, last, table, column))}


def keep(connection: BaseDatabaseWrapper, keys: Keys) -> None:
    """Let each table go on after these keys, and after those it holds."""
    with connection.cursor() as cursor:
        for table, column in _numbered(connection):
            held = f"SELECT max({column}) FROM {table}"  # noqa: S608 - names of our own
            last = max(keys.get(table, 0), _one(cursor, held) or 0)
            if not last:
                continue
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, last])


def _numbered(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    """The tables that number their rows themselves, each with the column of its keys."""
    # SQLite names every primary key there is, and that of a session is no number.
    keys = {model._meta.db_table: model._meta.pk for model in apps.get_models(include_auto_created=True)}
    sequences = connection.introspection.sequence_list()
    return [(row["table"], row["column"]) for row in sequences if isinstance(keys.get(row["table"]), AutoField)]


def _one(cursor, question: str, *given: str) -> int | None:
    cursor.execute(question, given)
    return cursor.fetchone()[0]
