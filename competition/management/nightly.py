"""The nightly work: deleting old data, and a backup."""

import logging
from collections.abc import Callable
from datetime import datetime, time, timedelta
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from competition.management.backups import back_up
from competition.rulings.actions import remove_abandoned
from competition.web.form_keys import forget_form_keys
from competition.web.locks import finish, take_due

logger = logging.getLogger(__name__)

_AT = time(3, 17)
# Backups from this module and from `knockout upgrade` are deleted after 30 days. Other files stay.
_KEPT = timedelta(days=30)
_OURS = ("nightly-*.sqlite3", "upgrade-*.sqlite3")
# A backup that is unfinished after an hour belongs to a killed process.
_ABANDONED = timedelta(hours=1)


def do_due(say: Callable[[str], object]) -> None:
    """Do each nightly task that no server has done since 03:17. Retry a failed task after an hour."""
    for name in take_due(_get_tasks(), _find_last_due()):
        try:
            _get_tasks()[name](say)
        except CommandError as fault:
            say(f"The nightly task “{name}” failed: {fault} The app tries again in an hour.")
        except Exception:
            logger.exception("The nightly task “%s” failed. The app tries again in an hour.", name)
        else:
            finish(name)


def _get_tasks() -> dict[str, Callable[[Callable[[str], object]], object]]:
    tasks: dict[str, Callable[[Callable[[str], object]], object]] = {
        name: _make_task(name) for name in ("forget_contacts", "forget_pads", "clearsessions")
    }
    tasks["remove_abandoned"] = lambda say: remove_abandoned()
    tasks["forget_form_keys"] = lambda say: forget_form_keys()
    return tasks | ({"backup": _back_up} if settings.BACKUP_FOLDER else {})


def _make_task(name: str) -> Callable[[Callable[[str], object]], object]:
    return lambda say: call_command(name)


def _find_last_due() -> datetime:
    now = timezone.localtime()
    tonight = timezone.make_aware(datetime.combine(now.date(), _AT))
    return tonight if tonight <= now else timezone.make_aware(datetime.combine(now.date() - timedelta(days=1), _AT))


def _back_up(say: Callable[[str], object]) -> None:
    folder = Path(settings.BACKUP_FOLDER)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _delete_old(folder)
    except OSError as fault:
        raise CommandError(f"The folder {folder} cannot be used: {fault.strerror}.") from None
    back_up(file := folder / f"nightly-{timezone.localtime():%Y-%m-%d-%H%M%S}.sqlite3")
    say(f"{file} is tonight’s backup.")


def _delete_old(folder: Path) -> None:
    def is_older(file: Path, age: timedelta) -> bool:
        return file.stat().st_mtime < timezone.now().timestamp() - age.total_seconds()

    for pattern in _OURS:
        for file in folder.glob(pattern):
            if is_older(file, _KEPT):
                file.unlink()
        for part in folder.glob(f"{pattern}*.part"):
            if is_older(part, _ABANDONED):
                part.unlink()
