"""Files of the demo: a key, a database, static files, and a lock that one running demo holds."""

import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from competition.config.parsing import SettingError, secret_key

KEY, DATABASE, STATIC = ".demo-key", "db.sqlite3", ".static"
# Windows cannot read a byte that another program has locked, so the lock is far behind the address in the file.
_LOCKED_BYTE = 1_000_000


def find_folder() -> Path:
    """Return a folder for the demo's files: the checkout, the user's own data folder, or a temporary folder."""
    for folder in (settings.BASE_DIR, _make_user_folder()):
        if folder and _is_usable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="rubber-knockout-demo-"))


def _make_user_folder() -> Path | None:
    """Return a folder for this checkout in the user's home. Return None if it cannot be created."""
    checkout = sha256(str(settings.BASE_DIR).encode()).hexdigest()[:8]
    try:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        folder = home / "rubber-knockout" / checkout
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder


def _is_usable(folder: Path) -> bool:
    """Return True if this user can create the demo's files here, or change existing files."""
    files = [folder / name for name in (KEY, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")]
    places = [folder, folder / STATIC]
    return (
        all(file.is_file() for file in files if file.exists())
        and all(os.access(file, os.R_OK | os.W_OK) for file in files if file.exists())
        and all(os.access(place, os.R_OK | os.W_OK | os.X_OK) for place in places if place.exists())
    )


def use(folder: Path) -> None:
    """Store the key, the database and the static files in this folder, unless the environment names other paths.

    The server's workers read the same settings from the environment.
    """
    if not os.environ.get("SECRET_KEY", "").strip():
        settings.SECRET_KEY = os.environ["SECRET_KEY"] = _read_or_create_key(folder / KEY)
    if not os.environ.get("DATABASE_URL", "").strip():
        os.environ["DATABASE_URL"] = f"sqlite:///{quote(str(folder / DATABASE))}"
        if folder != settings.BASE_DIR:
            connection.settings_dict["NAME"] = str(folder / DATABASE)
    if not os.environ.get("STATIC_ROOT", "").strip():
        settings.STATIC_ROOT = folder / STATIC
        os.environ["STATIC_ROOT"] = str(settings.STATIC_ROOT)
    os.environ["TIME_ZONE"] = settings.TIME_ZONE
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    os.environ["ALLOWED_HOSTS"] = ",".join(settings.ALLOWED_HOSTS)


def _read_or_create_key(file: Path) -> str:
    """Return the key in this file, so that private links outlive a restart. Replace a missing or damaged key."""
    with suppress(FileNotFoundError, UnicodeDecodeError, SettingError):
        return secret_key(file.read_text(encoding="utf-8").strip())
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    key = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w", encoding="utf-8") as written:
        written.write(key)
    os.replace(name, file)
    return key


def collect_static_files() -> None:
    """Collect the static files.

    If the command is interrupted, delete the new files, because the last file may be incomplete.
    """
    folder = Path(settings.STATIC_ROOT)
    before = set(folder.rglob("*"))
    try:
        call_command("collectstatic", verbosity=0, interactive=False)
    except BaseException:
        for file in set(folder.rglob("*")) - before:
            if file.is_file():
                file.unlink(missing_ok=True)
        raise


@contextmanager
def only_demo(folder: Path, address: str) -> Iterator[None]:
    """Hold the demo's lock. Raises CommandError with the address of the demo that holds it already."""
    with _find_lock_file(folder).open("a+", encoding="utf-8") as file:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            file.seek(0)
            running = file.read().strip() or "another address"
            raise CommandError(
                f"This demo is already running at {running}. Open that address, or stop that demo first with Ctrl+C."
            ) from None
        file.seek(0)
        file.truncate()
        file.write(address)
        file.flush()
        yield


def _find_lock_file(folder: Path) -> Path:
    if connection.vendor == "sqlite":
        return Path(f"{connection.settings_dict['NAME']}.demo-lock")
    return folder / f".demo-lock-{sha256(os.environ['DATABASE_URL'].encode()).hexdigest()[:8]}"


def _lock(file: TextIO) -> None:
    """Lock this file until the demo and its workers have ended, even if they are killed."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(_LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
