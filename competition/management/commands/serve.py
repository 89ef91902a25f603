"""`manage.py serve`: the whole site as one command, from checking its settings to the nightly work."""

import os
import socket
import sys
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from competition.config import machine
from competition.desk.access import first_run_link
from competition.desk.actions import store_settings
from competition.desk.queries.site_checks import current_settings
from competition.desk.queries.tables import check_tables
from competition.desk.rules.checks import CheckState
from competition.management.serving import Program, Stop, adopt_orphans, end, one_at_a_time, web_server

_MANAGE = str(settings.BASE_DIR / "manage.py")


class Command(BaseCommand):
    """Check settings, migrate, collect static files, then run the web server and background work until stopped."""

    help = "Serve the site, send its email and do its nightly work until SIGTERM or SIGINT."
    # The database does not exist yet, and Django's model checks would query it.
    requires_system_checks = []

    def add_arguments(self, parser):
        """Add the host, the port and the number of workers."""
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--workers", type=int, default=2, help="the number of worker processes (2)")

    def handle(self, *args, host: str, port: int, workers: int, **options):
        """Serve until stopped. Exit with status 1 if the site cannot start."""
        if workers < 1:
            raise CommandError("--workers takes 1 or more.")
        stop = Stop()
        call_command("check_settings")
        _check_port(host, port)
        _prepare()
        self._store_settings()
        if stop:
            return
        adopt_orphans()
        web = Program("The web server", web_server(host, port, workers), self._say)
        background = Program("The background work", [sys.executable, _MANAGE, "background"], self._say)
        try:
            self._start(web, background, host, port, stop)
            while not stop.wait(0.25):
                web.keep_running()
                background.keep_running()
            _notify_systemd("STOPPING=1")
            self._say("Stopping after the current requests are answered.")
        finally:
            end([web, background])
        self._say("Stopped.")

    def _start(self, web: Program, background: Program, host: str, port: int, stop: Stop) -> None:
        web.start()
        background.start()
        while not stop and not _responds(host, port):
            if web.has_ended():
                raise CommandError("The web server could not start. The lines above say why.")
            stop.wait(0.1)
        if not stop:
            self._say(f"Serving at http://{_format_host(host)}:{port}/.")
            self._print_setup_link(port)
            _notify_systemd("READY=1")

    def _store_settings(self) -> None:
        """Store the SECRET_KEY and TIME_ZONE used to write the data. Print a line if they have changed."""
        try:
            before, now = store_settings(), current_settings()
        finally:
            connections.close_all()
        for name, has_changed in (
            ("SECRET_KEY", before.has_other_key(now)),
            ("TIME_ZONE", before.has_other_zone(now)),
        ):
            if has_changed:
                self._say(f"{name} is not that of this database. “knockout doctor” says what to do.")

    def _print_setup_link(self, port: int) -> None:
        """Print the setup link if the site has no account."""
        try:
            if link := first_run_link(port):
                self._say(f"This site has no account yet. Set it up here, within three days: {link}")
        finally:
            connections.close_all()

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _check_port(host: str, port: int) -> None:
    if problem := machine.free_port(port, host):
        raise CommandError(problem.sentence)


def _prepare() -> None:
    """Update the database and the static files while no other server is doing so."""
    with one_at_a_time():
        call_command("migrate", interactive=False, verbosity=0)
        _require_tables()
        _collect_static_files()
    connections.close_all()


def _require_tables() -> None:
    """Raise CommandError if the tables belong to another version, so that no page fails halfway."""
    check = check_tables()
    if check.state is CheckState.BAD:
        raise CommandError(f"{check.sentence} {check.remedy}")


def _collect_static_files() -> None:
    """Collect the static files, unless they are already in a read-only folder."""
    folder = Path(settings.STATIC_ROOT)
    if (folder / "staticfiles.json").exists() and not os.access(folder, os.W_OK):
        return
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except OSError as fault:
        raise CommandError(f"Static files cannot be written to {folder}: {fault.strerror}.") from None


def _responds(host: str, port: int) -> bool:
    """Return True if the web server sends any response."""
    name = settings.ALLOWED_HOSTS[0].lstrip(".") if settings.ALLOWED_HOSTS else "localhost"
    connection = HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, timeout=5)  # noqa: S104
    with suppress(OSError, HTTPException):
        connection.request("GET", "/healthz", headers={"Host": "localhost" if name == "*" else name})
        connection.getresponse().read()
        return True
    connection.close()
    return False


def _format_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _notify_systemd(state: str) -> None:
    """Send a state to systemd, as Type=notify expects. Do nothing without systemd."""
    if path := os.environ.get("NOTIFY_SOCKET"):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(state.encode(), path.replace("@", "\0", 1) if path.startswith("@") else path)
