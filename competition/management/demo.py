"""The demo competition: invented players, imported from `fixtures/demo/` with all dates moved to around today.

`competition.json` is an uncompressed export. So is `last_season.json`, a finished season with some of the same
players. `left_behind.json` has facts that an export leaves out and the demo shows: days away, offered dates, and
records of messages that the organiser gave by hand. A running demo stores its key, its database and its static files
in one folder, and holds a lock on it.
"""

import json
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Q, Value
from django.db.models.functions import Concat
from django.utils import timezone

from competition.accounts.queries import creating_permission
from competition.audit.actions import Actor
from competition.config.parsing import SettingError, secret_key
from competition.contest.actions import hide
from competition.contest.models import Competition, Organiser
from competition.draw.models.result_entry import ResultEntry
from competition.entries.models import Away
from competition.match.models import Offer, OfferedDate
from competition.notifications.kinds.told_places import OF_A_PLACE
from competition.notifications.models import Told, Topic
from competition.rulings import actions
from competition.transfer.actions.importing import load_demo
from competition.transfer.queries.tables import TABLES, ExportTable
from scoring.templatetags.bridge import day

FOLDER = settings.BASE_DIR / "fixtures" / "demo"
FILES = ("competition.json", "left_behind.json", "last_season.json")
ORGANISER = "demo"
# The public contact details of the demo's organiser, who is invented.
CONTACT = {"name": "Winifred Tansley", "phone": "07 555 0190"}
LEFT_BEHIND = (
    ExportTable(Away, lambda competition: Q(pair__competition=competition)),
    ExportTable(Offer, lambda competition: Q(meeting__upper__competition=competition)),
    ExportTable(OfferedDate, lambda competition: Q(offer__meeting__upper__competition=competition)),
    ExportTable(Told, lambda competition: Q(pair__competition=competition)),
)
# Local time when the files were written. A time in the files shows the same hour in every time zone.
_WRITTEN = datetime(2026, 11, 25, 12, tzinfo=UTC)
_DATES = re.compile(
    r"(?P<moment>\d{4}-\d\d-\d\dT[\d:.]+\+00:00)|(?P<day>\d{4}-\d\d-\d\d)"
    rf"|(?P<words>[A-Z]\w\w \d\d? [A-Z]\w\w \d{{4}})|\b(?:{_WRITTEN.year}|{_WRITTEN.year - 1})\b"
)


def organiser(password: str) -> User:
    """Set the password of the demo's organiser, and return the organiser."""
    user, _ = get_user_model().objects.get_or_create(username=ORGANISER)
    user.set_password(password)
    user.save()
    user.user_permissions.add(creating_permission())
    return user


def find() -> Competition | None:
    """Return the current season of the demo competition, or None if it is not loaded."""
    return Competition.objects.filter(is_demo=True).order_by("-season").first()


def remove() -> None:
    """Delete the demo competition with everything in it, including its last season."""
    for competition in Competition.objects.filter(is_demo=True):
        hide(competition)
        actions.remove(competition)


@transaction.atomic
def load(user: User) -> Competition:
    """Import the demo's last season and current season, with dates around today. Return the current season."""
    now = timezone.now()
    by = Actor(organiser=user)
    facts, left_behind, last_season = (
        json.loads(_move_dates((FOLDER / name).read_text(encoding="utf-8"), now)) for name in FILES
    )
    facts["tables"] |= left_behind
    load_demo(last_season, by=by, tables=TABLES)
    competition = load_demo(facts, by=by, tables=(*TABLES, *LEFT_BEHIND))
    _update_told_keys(competition)
    Organiser.objects.filter(user=user).update(**CONTACT)
    return competition


def _move_dates(text: str, now: datetime) -> str:
    """Return the text with its dates moved to today. Events on its last day happen just before now."""
    later = timezone.localdate(now) - _WRITTEN.date()

    def move(match: re.Match[str]) -> str:
        text = match[0]
        if match["moment"]:
            at = datetime.fromisoformat(text)
            if at.date() == _WRITTEN.date():
                return (now - (_WRITTEN - at)).isoformat()
            return timezone.make_aware((at + later).replace(tzinfo=None)).isoformat()
        if match["day"]:
            return (date.fromisoformat(text) + later).isoformat()
        if match["words"]:
            return day(datetime.strptime(f"{text} Z", "%a %d %b %Y %z").date() + later)
        return str(int(text) + (_WRITTEN + later).year - _WRITTEN.year)

    return _DATES.sub(move, text)


def _update_told_keys(competition: Competition) -> None:
    """Replace the keys of the draw and of rulings in the imported messages with the new keys."""
    notices = Told.objects.filter(pair__competition=competition)
    draw = f"{competition.draws.get().pk} "
    notices.filter(topic__in=OF_A_PLACE).update(about=Concat(Value(draw), "about"))
    results = ResultEntry.objects.filter(meeting__upper__competition=competition).order_by("pk")
    for row in notices.filter(topic=Topic.RULED):
        row.about = str(results[int(row.about) - 1].pk)
        row.save()


KEY, DATABASE, STATIC = ".demo-key", "db.sqlite3", ".static"
# Windows cannot read a byte that another program has locked, so the lock is far beyond the address in the file.
_LOCKED_BYTE = 1_000_000


def find_folder() -> Path:
    """Return a folder for the demo's files: the checkout, the user's own data folder, or a temporary folder."""
    for folder in (settings.BASE_DIR, _make_user_folder()):
        if folder and _is_usable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="rubber-knockout-demo-"))


def _make_user_folder() -> Path | None:
    """Return a folder for this checkout in the user's home, or None if it cannot be created."""
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
    """Store the key, database and static files in this folder, unless the environment names other paths.

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
    """Return the key in this file, so that private links survive a restart. Replace a missing or damaged key."""
    with suppress(FileNotFoundError, UnicodeDecodeError, SettingError):
        return secret_key(file.read_text(encoding="utf-8").strip())
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    key = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w", encoding="utf-8") as key_file:
        key_file.write(key)
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
    """Hold the demo's lock. Raises CommandError with the address of the demo that already holds it."""
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
