"""Copies of the whole database: a copy is one SQLite file, whichever engine the site runs on."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from competition.management.commands.check_integrity import differences

_COPY = "copy"
# What `migrate` fills in by itself: a database that holds nothing else is empty.
_OF_ITS_OWN = {"django_migrations", "django_content_type", "auth_permission"}
_ROWS_AT_ONCE = 500


def back_up(file: Path) -> None:
    """Write a consistent copy of the database while it serves, to be read by its owner alone; refused over a file."""
    part = file.with_name(f"{file.name}.part")
    _reserve(file)
    try:
        _reserve(part)
        _write(part)
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        file.unlink()
        raise


def restore(file: Path) -> None:
    """Put all that a copy holds into the empty database, or nothing of it.

    Refused when the copy is damaged, disagrees with itself or comes from a later version of the app, and when the
    database holds anything already.
    """
    with tempfile.TemporaryDirectory(prefix="restore-") as folder:
        _fetch(file, scratch := Path(folder) / "copy.sqlite3")
        with _opened(scratch):
            _must_be_sound(file)
            _must_be_empty()
            call_command("migrate", database=_COPY, verbosity=0)
            call_command("migrate", verbosity=0)
            with transaction.atomic():
                _copy_rows(_COPY, DEFAULT_DB_ALIAS)
                _must_agree(file)


def _reserve(file: Path) -> None:
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise CommandError(f"{file} is there already, and nothing is overwritten. Give another name.") from None
    except OSError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}.") from None


def _write(part: Path) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(part)])
    else:
        _write_from_postgres(part)
    with part.open("r+b") as written:
        os.fsync(written.fileno())


def _write_from_postgres(part: Path) -> None:
    with _opened(part):
        call_command("migrate", database=_COPY, verbosity=0)
        with transaction.atomic(), transaction.atomic(_COPY):
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            _copy_rows(DEFAULT_DB_ALIAS, _COPY)


@contextmanager
def _opened(file: Path) -> Iterator[None]:
    """A second database beside the site's own: this SQLite file."""
    opened = connections.configure_settings({DEFAULT_DB_ALIAS: {}, _COPY: {"NAME": str(file)}})[_COPY]
    connections[_COPY] = DatabaseWrapper(opened, _COPY)
    try:
        yield
    finally:
        connections[_COPY].close()
        del connections[_COPY]


def _copy_rows(source: str, target: str) -> None:
    """Copy every row, keys and all, in place of what `migrate` filled in; keys to come follow those copied."""
    ContentType.objects.using(target).all().delete()
    tables = apps.get_models(include_auto_created=True)
    for model in tables:
        rows = model._base_manager.using(source).order_by("pk").iterator(_ROWS_AT_ONCE)
        while some := list(islice(rows, _ROWS_AT_ONCE)):
            model._base_manager.using(target).bulk_create(some)
    with connections[target].cursor() as cursor:
        for statement in connections[target].ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)


def _fetch(file: Path, scratch: Path) -> None:
    try:
        shutil.copyfile(file, scratch)
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from None


def _must_be_sound(file: Path) -> None:
    try:
        faults = _asked("PRAGMA integrity_check") + _asked("PRAGMA foreign_key_check")
        known = MigrationExecutor(connections[_COPY]).loader
    except DatabaseError:
        faults = []
    if faults != [("ok",)]:
        raise CommandError(f"{file} is no sound copy: it is damaged or cut short. Take another one.")
    if ("competition", "0001_initial") not in known.applied_migrations:
        raise CommandError(f"{file} is no copy of a competition’s database.")
    if set(known.applied_migrations) - set(known.disk_migrations):
        raise CommandError(f"{file} was written by a later version of this app: install that version first.")


def _asked(question: str) -> list[tuple]:
    with connections[_COPY].cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchall()


def _must_be_empty() -> None:
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - _OF_ITS_OWN:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - its own name
            if cursor.fetchone():
                raise CommandError(
                    "The database holds something already, and nothing is overwritten. "
                    "Name a new one in DATABASE_URL and restore into that."
                )


def _must_agree(file: Path) -> None:
    if found := differences():
        raise CommandError("\n".join([f"{file} disagrees with itself, so nothing was restored:", *found]))
