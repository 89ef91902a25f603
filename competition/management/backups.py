"""Backups of the whole database. A backup is one SQLite file, even on a site with PostgreSQL."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import file_digest, sha256
from io import BufferedRandom
from itertools import islice
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import AutoField

from competition.audit.models import UsedFormKey
from competition.config import machine
from competition.contest.models import Competition
from competition.desk.actions import store_settings
from competition.desk.queries.site_checks import current_settings, stored_settings
from competition.desk.queries.tables import compare_schema
from competition.transfer.queries.integrity import differences
from competition.web.models import NightlyTask, Site
from competition.web.version import app_version

_COPY = "copy"
# `migrate` and `serve` fill these tables automatically. A database with nothing else counts as empty.
_FILLED_ANEW = (NightlyTask, Site)
_FILLED_BY_MIGRATE = {"django_migrations", "django_content_type", "auth_permission"}
_FILLED_BY_MIGRATE |= {model._meta.db_table for model in _FILLED_ANEW}
_ROWS_AT_ONCE = 500
# The table in a backup with the version of the app. The database itself has no such table.
_VERSION = "backup_version"


def back_up(file: Path) -> None:
    """Write a consistent backup of the running database. Only the owner of the file can read it.

    The file gets its name only when it is complete, so a killed backup leaves nothing under this name. Raises
    CommandError if the file exists, the database has no tables or the disk is full.
    """
    _require_tables(connection, f"{connection.settings_dict['NAME']} has no tables, so there is nothing to back up.")
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    _reserve(part, file)
    try:
        # The line above has shown that the folder is writable, so the name can be looked up in it.
        if file.exists():
            raise CommandError(f"{file} already exists. Give another name.")
        if not stored_settings().key_fingerprint:
            store_settings()
        _write(part)
        _name(part, file)
    except BaseException as fault:
        part.unlink(missing_ok=True)
        if isinstance(fault, (Error, OSError)):
            raise CommandError(f"{file} could not be written, so there is no backup: {_explain(fault)}.") from None
        raise


def restore(file: Path, *, accept: bool = False) -> str:
    """Restore a backup into the empty database, in one transaction. `accept` another SECRET_KEY or TIME_ZONE.

    Return the version that wrote the backup, or "" if the backup does not state it.

    Raises CommandError if the backup is damaged, inconsistent, without tables, from another version of the app or
    written with other settings. Also raises it if the database has no tables or is not empty, or if the disk is full.
    """
    _require_tables(connection, f"{connection.settings_dict['NAME']} has no tables, so nothing was restored.")
    try:
        with tempfile.TemporaryDirectory(prefix="restore-") as folder:
            _fetch(file, scratch := Path(folder) / "copy.sqlite3")
            return _restore(file, scratch, accept=accept)
    except (Error, OSError) as fault:
        raise CommandError(f"{file} could not be restored, so nothing was: {_explain(fault)}.") from None


def _restore(file: Path, scratch: Path, *, accept: bool) -> str:
    with _open_copy(scratch):
        if not _has_tables(connections[_COPY]):
            raise CommandError(f"{file} is a backup of a database without tables. Use another backup.")
        _refuse_later_version(file)
        _require_empty()
        keys = _read_last_keys(connections[_COPY])
        call_command("migrate", database=_COPY, verbosity=0)
        _refuse_other_tables(file)
        if not accept:
            _refuse_other_settings(file)
        call_command("migrate", verbosity=0)
        with transaction.atomic():
            _copy_rows(_COPY, DEFAULT_DB_ALIAS)
            if accept:
                store_settings(accept=True)
            _set_last_keys(connection, keys)
            if faults := differences():
                raise CommandError("\n".join([f"{file} contradicts itself, so nothing was restored:", *faults]))
        return _read_version()


def _explain(fault: Exception) -> str:
    return str(getattr(fault, "strerror", None) or fault).strip().rstrip(".")


def _name(part: Path, file: Path) -> None:
    """Give the finished file its name, unless another file has taken that name since."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise CommandError(f"{file} already exists. Give another name.") from None
    except OSError:  # The disk does not support links, for example on a USB stick.
        part.rename(file)
    part.unlink(missing_ok=True)


def _reserve(part: Path, file: Path) -> None:
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise CommandError(f"Another backup is being written to {file}.") from None
    except PermissionError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}. {_suggest(file)}") from None
    except OSError as fault:
        raise CommandError(f"{file} cannot be written: {fault.strerror}.") from None


def _suggest(file: Path) -> str:
    folder = Path(settings.BACKUP_FOLDER or "/var/lib/knockout/backups")
    return f"Name a file where {machine.get_user()}, who runs this command, can write: {folder / file.name}"


def _write(part: Path) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(part)])
        _erase_form_keys(part)
    else:
        _write_from_postgres(part)
    _write_version(part)
    write_checksum(part)


def _write_version(part: Path) -> None:
    with _open_copy(part), connections[_COPY].cursor() as cursor:
        # A killed backup must not leave a journal next to the file.
        cursor.execute("PRAGMA journal_mode = OFF")
        # The database may itself be a backup without its checksum.
        cursor.execute(f"DROP TABLE IF EXISTS {_VERSION}")
        cursor.execute(f"CREATE TABLE {_VERSION} AS SELECT %s AS version", [app_version()])


def _read_version() -> str:
    """Return the version that wrote the open backup, or "" if the backup does not state it."""
    with connections[_COPY].cursor() as cursor:
        if _VERSION not in connections[_COPY].introspection.table_names(cursor):
            return ""
        cursor.execute(f"SELECT version FROM {_VERSION}")  # noqa: S608 - a constant
        return cursor.fetchone()[0]


def _erase_form_keys(part: Path) -> None:
    """Overwrite the used form keys in a backup. Their responses contain private links and cookies."""
    with _open_copy(part), connections[_COPY].cursor() as cursor:
        # A journal would be another file with these rows. It is not needed, because a backup that fails is deleted.
        cursor.execute("PRAGMA journal_mode=OFF")
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.execute(f"DELETE FROM {UsedFormKey._meta.db_table}")  # noqa: S608 - a constant


def _write_from_postgres(part: Path) -> None:
    with _open_copy(part):
        call_command("migrate", database=_COPY, verbosity=0)
        with transaction.atomic(), transaction.atomic(_COPY):
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            _copy_rows(DEFAULT_DB_ALIAS, _COPY)
            _set_last_keys(connections[_COPY], _read_last_keys(connection))


@contextmanager
def _open_copy(file: Path) -> Iterator[None]:
    """Open this SQLite file as a second database."""
    opened = connections.configure_settings({DEFAULT_DB_ALIAS: {}, _COPY: {"NAME": str(file)}})[_COPY]
    connections[_COPY] = DatabaseWrapper(opened, _COPY)
    try:
        yield
    finally:
        connections[_COPY].close()
        del connections[_COPY]


def _copy_rows(source: str, target: str) -> None:
    """Copy every row with its key, except used form keys. Replace the rows that `migrate` and `serve` created."""
    ContentType.objects.using(target).all().delete()
    for filled in _FILLED_ANEW:
        filled._base_manager.using(target).all().delete()
    for model in apps.get_models(include_auto_created=True):
        if model is UsedFormKey:
            continue
        rows = model._base_manager.using(source).order_by("pk").iterator(_ROWS_AT_ONCE)
        while some := list(islice(rows, _ROWS_AT_ONCE)):
            model._base_manager.using(target).bulk_create(some)


def _fetch(file: Path, scratch: Path) -> None:
    try:
        copy = file.open("rb")
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from None
    with copy, scratch.open("wb") as target:
        shutil.copyfileobj(copy, target)
    if not take_checksum_off(scratch):
        raise CommandError(f"{file} is damaged. Use another backup.")


def _require_tables(database: BaseDatabaseWrapper, otherwise: str) -> None:
    if not _has_tables(database):
        raise CommandError(
            f"{otherwise} Correct DATABASE_URL, or create the tables first: "
            "“knockout migrate” on a server, “manage.py migrate” elsewhere."
        )


def _has_tables(database: BaseDatabaseWrapper) -> bool:
    """Return True if the database has the tables of this app."""
    with database.cursor() as cursor:
        return Competition._meta.db_table in database.introspection.table_names(cursor)


def _refuse_later_version(file: Path) -> None:
    loader = MigrationLoader(connections[_COPY])
    if set(loader.applied_migrations) - set(loader.disk_migrations):
        raise CommandError(
            f"{_name_writer(file)}, and this is version {app_version()}. Install the newest first: knockout upgrade"
        )


def _refuse_other_tables(file: Path) -> None:
    if found := list(islice(compare_schema(connections[_COPY]), 3)):
        raise CommandError(
            f"{_name_writer(file)}, and its tables do not fit version {app_version()}: {', '.join(found)}. "
            "Install the version that wrote it, and restore it there."
        )


def _name_writer(file: Path) -> str:
    version = _read_version()
    return f"{file} was written by {f'version {version}' if version else 'another version'} of this app"


def _refuse_other_settings(file: Path) -> None:
    before = stored_settings(_COPY)
    now = current_settings()
    faults = []
    if before.has_other_key(now):
        faults.append("SECRET_KEY is another key, so no private link would work. Set the key from before.")
    if before.has_other_zone(now):
        faults.append(f"TIME_ZONE is {now.time_zone}, but was {before.time_zone}. Set TIME_ZONE={before.time_zone}.")
    if faults:
        first = f"{file} was written with other settings, so nothing was restored."
        raise CommandError("\n".join([first, *faults, "If you changed them on purpose, add --accept-settings."]))


def _require_empty() -> None:
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - _FILLED_BY_MIGRATE:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - a quoted name
            if cursor.fetchone():
                raise CommandError("The database is not empty. Name a new one in DATABASE_URL, and restore into that.")


_LENGTH = len("sha256 ") + 64


def write_checksum(file: Path) -> None:
    """Append the checksum of a file to it."""
    with file.open("r+b") as copy:
        checksum = _checksum(copy)
        copy.seek(0, os.SEEK_END)
        copy.write(checksum)
        copy.flush()
        os.fsync(copy.fileno())


def find_fault(file: Path) -> str:
    """Return the reason why a backup cannot be restored into this version, or "". Read all of it and change nothing."""
    try:
        if not _is_whole(file):
            return f"{file} is damaged"
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            if copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return f"{file} is damaged"
            copy.execute(f"SELECT 1 FROM {Competition._meta.db_table} LIMIT 1")  # noqa: S608 - a constant
            applied = {*copy.execute("SELECT app, name FROM django_migrations")}
    except OSError as fault:
        return f"{file} cannot be read: {_explain(fault)}"
    except sqlite3.Error as fault:
        return f"{file} is not a backup of this app: {_explain(fault)}"
    return f"{file} is from a later version of the app" if applied - {*MigrationLoader(None).disk_migrations} else ""


def _is_whole(file: Path) -> bool:
    """Return True if a file ends with the checksum of its other contents."""
    digest = sha256()
    rest = b""
    with file.open("rb") as copy:
        while some := copy.read(1_000_000):
            rest += some
            digest.update(rest[:-_LENGTH])
            rest = rest[-_LENGTH:]
    return rest == b"sha256 " + digest.hexdigest().encode()


def take_checksum_off(file: Path) -> bool:
    """Remove the checksum from the end of a file. Return True if it matches the other contents."""
    with file.open("r+b") as copy:
        start = max(0, copy.seek(0, os.SEEK_END) - _LENGTH)
        copy.seek(start)
        checksum = copy.read()
        copy.truncate(start)
        return checksum == _checksum(copy)


def _checksum(copy: BufferedRandom) -> bytes:
    copy.seek(0)
    return b"sha256 " + file_digest(copy, "sha256").hexdigest().encode()


Keys = dict[str, int]


def _read_last_keys(connection: BaseDatabaseWrapper) -> Keys:
    """Return the last key that each table has ever used."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            return dict(cursor.fetchall())
        last = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
        return {
            table: key
            for table, column in _find_sequences(connection)
            if (key := _query_one(cursor, last, table, column))
        }


def _set_last_keys(connection: BaseDatabaseWrapper, keys: Keys) -> None:
    """Make the next key of each table higher than these keys and than the table's own highest key."""
    with connection.cursor() as cursor:
        for table, column in _find_sequences(connection):
            highest = f"SELECT max({column}) FROM {table}"  # noqa: S608 - the names are constants
            last = max(keys.get(table, 0), _query_one(cursor, highest) or 0)
            if not last:
                continue
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, last])


def _find_sequences(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    """Return the tables with automatic integer keys, each with its key column."""
    # SQLite lists every primary key as a sequence, even a session's text key.
    keys = {model._meta.db_table: model._meta.pk for model in apps.get_models(include_auto_created=True)}
    sequences = connection.introspection.sequence_list()
    return [(row["table"], row["column"]) for row in sequences if isinstance(keys.get(row["table"]), AutoField)]


def _query_one(cursor, question: str, *values: str) -> int | None:
    cursor.execute(question, values)
    return cursor.fetchone()[0]
