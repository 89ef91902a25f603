"""Checks of the site's health, for `manage.py doctor` and the owner's page. They change nothing."""

import logging
import os
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from fnmatch import fnmatch
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, Error, connection, transaction
from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string

from competition.accounts.queries import has_accounts
from competition.audit.models import LogEntry
from competition.desk.queries.tables import check_tables
from competition.desk.rules.checks import Check, CheckState, LastingSettings, bad, ok, size, warning, worst_first
from competition.notifications.models import Email
from competition.notifications.queries.emails import PATIENCE, by_key, due
from competition.notifications.queries.news import links_asked_for, to_organisers
from competition.web.locks import this_machine
from competition.web.models import EmailTest, NightlyTask, RateLimitHit, Site
from competition.web.version import app_version
from scoring.rules.words import quantity
from scoring.templatetags.bridge import moment

logger = logging.getLogger(__name__)

_LOG = "journalctl -u knockout"
# The nightly work begins at 03:17 and may take some hours.
_A_NIGHT = timedelta(hours=30)
_LOW_SPACE, _VERY_LOW_SPACE = 1_000_000_000, 200_000_000
_RECENT = timedelta(days=14)
_ALARM, _ALARM_LASTS = "site-alarm", 300
_LEAST_DRIFT = timedelta(minutes=2)
_BACKUP, _NIGHTLY = "backup", "nightly-*.sqlite3"


def latest_test_email() -> EmailTest | None:
    """Return the latest test email with the mail server's response, or None if it is more than an hour old."""
    return EmailTest.objects.filter(asked_at__gt=timezone.now() - timedelta(hours=1)).last()


def health(request: HttpRequest | None = None) -> list[Check]:
    """Return every check, faults first and then warnings. `request` is the request for the page with the checks."""
    return worst_first(_run_checks(request))


def _run_checks(request: HttpRequest | None) -> Iterator[Check]:
    yield from _check_settings()
    yield run_check("Database", _check_database)
    if _database_responds():
        for title, check in _DATABASE_CHECKS.items():
            yield run_check(title, check)
    for title, check in _MACHINE_CHECKS.items():
        yield run_check(title, check)
    if request:
        yield run_check("Proxy and https", lambda: check_proxy(request))


def run_check(title: str, check: Callable[[], Check]) -> Check:
    """Return the result of a check. If the check itself fails, return a fault and log the reason on one line."""
    try:
        return check()
    except Exception as error:
        kind = type(error).__name__
        reason = str(error).strip().partition("\n")[0]
        logger.warning("The check “%s” failed. %s: %s", title, kind, reason)
        return bad(title, f"This could not be checked ({kind}).", f"See the log of the site: {_LOG}")


def is_alarm() -> bool:
    """Return True if a quick check finds a fault.

    The result is cached for five minutes and usually takes one query.
    """
    is_bad: bool | None = cache.get(_ALARM)
    if is_bad is None:
        quick = [_check_disk, _check_backup, *([_check_email] if _may_have_unsent() else [])]
        is_bad = any(check().state is CheckState.BAD for check in quick)
        remember_alarm(is_bad)
    return is_bad


def remember_alarm(is_bad: bool) -> None:
    """Cache for five minutes that the site has a fault, or that it has none."""
    cache.set(_ALARM, is_bad, _ALARM_LASTS)


def _check_settings() -> list[Check]:
    problems = import_string(settings.CHECK_SETTINGS)()
    faults = []
    for problem in problems:
        what, end, remedy = problem.sentence.partition(". ")
        faults.append(bad("Settings", what + end.strip(), remedy))
    return faults or [ok("Settings", "All settings are correct.")]


def _database_responds() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except Error:
        return False
    return True


def _name_database() -> str:
    kind = "SQLite" if connection.vendor == "sqlite" else "PostgreSQL"
    return f"the {kind} database {connection.settings_dict['NAME']}"


def _check_database() -> Check:
    """Check the database by writing a row and rolling it back."""
    try:
        with transaction.atomic():
            RateLimitHit.objects.create(asker="health")
            transaction.set_rollback(True)
    except Error as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        remedy = "Check DATABASE_URL, the rights to the database and the free disk space."
        return bad("Database", f"The site cannot write to {_name_database()}: {reason}.", remedy)
    return ok("Database", f"The site can write to {_name_database()}.")


def current_settings() -> LastingSettings:
    """Return this process's permanent settings. The fingerprint does not reveal SECRET_KEY."""
    if not os.environ.get("SECRET_KEY", "").strip():
        # This process has generated a key for itself.
        return LastingSettings(time_zone=settings.TIME_ZONE)
    fingerprint = salted_hmac("competition.desk.key_fingerprint", "", algorithm="sha256").hexdigest()
    return LastingSettings(fingerprint, settings.TIME_ZONE)


def stored_settings(database: str = DEFAULT_DB_ALIAS) -> LastingSettings:
    """Return the permanent settings in use when the data in this database was written."""
    row = Site.objects.using(database).values_list("key_fingerprint", "time_zone").first()
    return LastingSettings(*(row or ()))


def _check_lasting_settings() -> Check:
    """Compare SECRET_KEY and TIME_ZONE with those of the stored data."""
    title = "Key and time zone"
    stored = stored_settings()
    now = current_settings()
    accept = "run “knockout accept_settings”"
    if stored.has_other_key(now):
        text = "SECRET_KEY is not the key of this database, so no private link and no entry code works."
        remedy = f"Set the SECRET_KEY from before and restart the site. If it is lost, {accept} and send new links."
        return bad(title, text, remedy)
    if stored.has_other_zone(now):
        text = f"TIME_ZONE was {stored.time_zone} and is now {now.time_zone}, so stored times have other local times."
        remedy = f"Set TIME_ZONE={stored.time_zone} and restart the site. If it was wrong, {accept}."
        return warning(title, text, remedy)
    if not stored.key_fingerprint:
        remedy = "Start the site: systemctl start knockout"
        return warning(title, "The site has not yet stored which SECRET_KEY it uses.", remedy)
    return ok(title, "SECRET_KEY and TIME_ZONE are those of this database.")


def _check_database_file() -> Check:
    if connection.vendor != "sqlite":
        return ok("Database file", "PostgreSQL checks its own files.")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        answer = cursor.fetchone()[0]
    if answer != "ok":
        remedy = "Stop the site and restore the latest backup into a new database: knockout restore"
        return bad("Database file", f"The file of the database is damaged: {answer}.", remedy)
    return ok("Database file", "The file of the database is not damaged.")


def _check_disk() -> Check:
    """Compare the free disk space of the database and the backups with the size of a backup."""
    places = []
    needed = 0
    if connection.vendor == "sqlite" and (file := Path(connection.settings_dict["NAME"])).exists():
        places.append(file.parent)
        needed = file.stat().st_size
    if settings.BACKUP_FOLDER and Path(settings.BACKUP_FOLDER).exists():
        places.append(Path(settings.BACKUP_FOLDER))
    place = min(places or [settings.BASE_DIR], key=lambda folder: shutil.disk_usage(folder).free)
    usage = shutil.disk_usage(place)
    text = f"{size(usage.free)} of {size(usage.total)} are free on the disk of {place}."
    remedy = "Delete what you do not need, or enlarge the disk."
    if usage.free < _VERY_LOW_SPACE + 2 * needed:
        return bad("Disk", text, remedy)
    if usage.free < _LOW_SPACE + 4 * needed:
        return warning("Disk", text, remedy)
    return ok("Disk", text)


def _may_have_unsent() -> bool:
    """Return True if an email from the last two weeks may be unsent (one query). `_check_email` checks it exactly."""
    now = timezone.now()
    unsent = Email.objects.filter(sent_at=None, parked_at=None, since__lt=now - PATIENCE, since__gt=now - _RECENT)
    return settings.HAS_EMAIL and unsent.exists()


def _check_email() -> Check:
    if not settings.HAS_EMAIL:
        return ok("Email", "This site sends no email. To send it, set EMAIL_URL and EMAIL_FROM.")
    waiting = [*due(), *to_organisers(), *links_asked_for()]
    rows = by_key(Email.objects.filter(sent_at=None, parked_at=None))
    since = min((row.since for message in waiting if (row := rows.get(message.key))), default=None)
    queue = f"{_count_emails(len(waiting))} to send"
    if since and since < timezone.now() - PATIENCE:
        remedy = f"Send a test email to see what the mail server says. See also: {_LOG}"
        return bad("Email", f"{queue}, the oldest since {moment(since)}.", remedy)
    parked = Email.objects.filter(parked_at__gt=timezone.now() - _RECENT).count()
    if parked:
        remedy = "The desk of the competition shows each with its reason."
        return warning("Email", f"{_count_emails(parked)} from the last two weeks could not be delivered.", remedy)
    sent = Email.objects.aggregate(last=Max("sent_at"))["last"]
    last = f"The last email was sent on {moment(sent)}." if sent else "No email has been sent yet."
    return ok("Email", f"{last} {queue}, by {settings.MAIL_SERVER.host}.")


def _count_emails(number: int) -> str:
    return quantity(number, "email") if number else "No emails"


def _check_nightly() -> Check:
    done = {task.name: task.done_at for task in NightlyTask.objects.exclude(name=_BACKUP)}
    remedy = f"Check that the service runs. The log shows why the work fails: {_LOG}"
    if not done:
        return warning("Nightly work", "The nightly work has never run.", "Run the site with: manage.py serve")
    late = sorted(name for name, at in done.items() if at is None or at < timezone.now() - _A_NIGHT)
    if late:
        at = done[late[0]]
        when = f"was last done on {moment(at)}" if at else "was never finished"
        return bad("Nightly work", f"The nightly task {late[0]} {when}.", remedy)
    return ok("Nightly work", f"The nightly work was last done on {moment(min(filter(None, done.values())))}.")


def latest_backup() -> Path | None:
    """Return the latest nightly backup in the folder. Raises OSError if the folder cannot be read."""
    try:
        with os.scandir(settings.BACKUP_FOLDER) as entries:
            files = [Path(entry.path) for entry in entries if fnmatch(entry.name, _NIGHTLY)]
        # An empty file reserves the name of a backup that is being written.
        times = {file: file.stat().st_mtime for file in files if file.stat().st_size}
    except FileNotFoundError:
        return None
    return max(times, key=lambda file: times[file], default=None)


def _check_backup() -> Check:
    """Check the backup folder first, then the backup time stored by another machine."""
    if not settings.BACKUP_FOLDER:
        remedy = "Set BACKUP_FOLDER, or run “knockout backup” yourself every night."
        return warning("Backup", "The site writes no nightly backup.", remedy)
    folder = Path(settings.BACKUP_FOLDER)
    remedy = f"The log shows why the backup fails: {_LOG}"
    try:
        file = latest_backup()
        at = datetime.fromtimestamp(file.stat().st_mtime, timezone.get_current_timezone()) if file else None
    except OSError as error:
        text = f"The site cannot read the folder {folder}: {error.strerror}."
        return bad("Backup", text, f"Give it to the user of the site: chown -R knockout:knockout {folder}")
    if at and at >= timezone.now() - _A_NIGHT:
        return ok("Backup", f"The latest backup is of {moment(at)}. It is {file}.")
    noted = NightlyTask.objects.filter(name=_BACKUP).exclude(done_at=None).first()
    if noted and noted.done_at and noted.done_at >= timezone.now() - _A_NIGHT and _is_elsewhere(noted):
        text = f"The latest backup is of {moment(noted.done_at)}. The machine {noted.done_by} wrote it."
        return warning("Backup", text, "Run “knockout doctor” on that machine, which reads the backup.")
    if at:
        return bad("Backup", f"The latest backup is of {moment(at)}. It is {file}.", remedy)
    text = f"There is no backup in {folder}."
    if noted:
        text = f"{text} The site wrote one on {moment(noted.done_at)}, which is gone."
    # A new site writes its first backup within a minute.
    return bad("Backup", text, remedy) if noted or has_accounts() else warning("Backup", text, remedy)


def _is_elsewhere(task: NightlyTask) -> bool:
    """Return True if another machine did the task. Only machines with PostgreSQL share a database."""
    return connection.vendor != "sqlite" and task.done_by not in {"", this_machine()}


def check_https() -> Check:
    """Check the https settings without a request."""
    if settings.HTTPS:
        return ok("Proxy and https", f"The site expects https from the proxies {', '.join(settings.TRUSTED_PROXIES)}.")
    remedy = "Put a proxy with a certificate in front, such as Caddy, and set HTTPS=1 and TRUSTED_PROXIES."
    return warning("Proxy and https", "The site does not expect https, so passwords can be read on the way.", remedy)


def check_proxy(request: HttpRequest) -> Check:
    """Check the headers that the proxy added to this request."""
    title = "Proxy and https"
    address = request.META.get("REMOTE_ADDR", "")
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if forwarded and address not in forwarded:
        text = f"A proxy at {address} passed this page on, but the site does not trust it."
        return bad(title, f"{text} All visitors share one limit on wrong passwords.", "Add it to TRUSTED_PROXIES.")
    if not settings.HTTPS:
        if request.META.get("HTTP_X_FORWARDED_PROTO") == "https":
            return bad(title, "You use https, but the site does not know it.", "Set HTTPS=1 and restart the site.")
        return check_https()
    if not forwarded:
        text = "The proxy does not send X-Forwarded-For, so all visitors share one limit on wrong passwords."
        return bad(title, text, "Let the proxy set X-Forwarded-For, as .deploy/Caddyfile and .deploy/nginx.conf do.")
    return ok(title, f"This page came by https. The trusted proxy says that your address is {address}.")


def _check_static_files() -> Check:
    manifest = getattr(staticfiles_storage, "manifest_name", "")
    if manifest and not (Path(settings.STATIC_ROOT) / manifest).exists():
        remedy = "Restart the site, or run: knockout collectstatic --no-input"
        return bad("Static files", f"The style sheets and scripts are not in {settings.STATIC_ROOT}.", remedy)
    return ok("Static files", f"The style sheets and scripts are in {settings.STATIC_ROOT}.")


def _check_version() -> Check:
    if connection.vendor == "sqlite":
        database = f"SQLite {sqlite3.sqlite_version}"
    elif _database_responds():
        database = f"PostgreSQL {'.'.join(map(str, connection.get_database_version()))}"
    else:
        database = "PostgreSQL, which does not respond"
    text = (
        f"Rubber Knockout {app_version()}, Python {platform.python_version()}, Django {django.__version__}, {database}."
    )
    return ok("Version", text)


def _check_clock() -> Check:
    """Compare the clock with the database server's clock and with the latest log entry."""
    now = timezone.now()
    remedy = "Synchronise the clock with the network: timedatectl set-ntp true"
    last = LogEntry.objects.aggregate(last=Max("at"))["last"]
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            drift = abs(cursor.fetchone()[0] - now)
        if drift > _LEAST_DRIFT:
            return bad("Clock", f"The clocks of this machine and the database differ by {drift}.", remedy)
    if last and last > now + _LEAST_DRIFT:
        return bad("Clock", f"The clock shows {moment(now)}, but the log has entries until {moment(last)}.", remedy)
    return ok("Clock", f"The clock shows {moment(now)} in {settings.TIME_ZONE}.")


_DATABASE_CHECKS: dict[str, Callable[[], Check]] = {
    "Tables": check_tables,
    "Key and time zone": _check_lasting_settings,
    "Database file": _check_database_file,
    "Email": _check_email,
    "Nightly work": _check_nightly,
    "Backup": _check_backup,
    "Clock": _check_clock,
}
_MACHINE_CHECKS: dict[str, Callable[[], Check]] = {
    "Disk": _check_disk,
    "Static files": _check_static_files,
    "Version": _check_version,
}
