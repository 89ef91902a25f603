"""`manage.py demo`: the demo competition, loaded and served."""

import os
import secrets
import socket

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError, call_command
from django.urls import reverse
from granian import Granian
from granian.constants import Interfaces

from competition.config import sqlite
from competition.contest.models import Competition
from competition.entries.private_links import link_key
from competition.knockout.queries.reading import published_snapshot
from competition.knockout.rules.stages import Stage
from competition.management import demo

KEY_FILE = settings.BASE_DIR / ".demo-key"


class Command(BaseCommand):
    """Migrate, load the demo from `fixtures/`, serve it on 127.0.0.1 and print its addresses."""

    help = "Load the demo competition (invented players) and serve it on this machine."

    def add_arguments(self, parser):
        """Take --port and --reset."""
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (8000)")
        parser.add_argument("--reset", action="store_true", help="load the demo afresh")

    def handle(self, *args, port: int, reset: bool, **options):
        """Serve until interrupted; a port that is taken is said before anything is changed."""
        _must_be_free(port)
        settings.SECRET_KEY = os.environ["SECRET_KEY"] = os.environ.get("SECRET_KEY") or _kept_key()
        os.environ.setdefault("TIME_ZONE", settings.TIME_ZONE)
        with sqlite.creating():
            call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        password = secrets.token_urlsafe(9)
        user = demo.organiser(password)
        if reset:
            demo.remove()
        competition = demo.find() or demo.load(user)
        competition.organisers.add(user)
        self.stdout.write(_addresses(competition, user, password, f"http://127.0.0.1:{port}"))
        self.stdout.flush()
        _serve(port)


def _must_be_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            raise CommandError(f"Port {port} is taken or not to be had. Choose another: --port 8001.") from None


def _kept_key() -> str:
    """A key of this machine's own, so that private links outlive a restart of the demo."""
    if not KEY_FILE.exists():
        KEY_FILE.touch(mode=0o600)
        KEY_FILE.write_text(secrets.token_urlsafe(50), encoding="utf-8")
    return KEY_FILE.read_text(encoding="utf-8")


def _addresses(competition: Competition, user: User, password: str, site: str) -> str:
    matches = published_snapshot(competition).by_code.values()
    # Two that are at the table, or met in the last match once nobody is.
    pairs = next((match for match in matches if match.stage is Stage.IN_PLAY), [*matches][-1]).pairs
    links = "\n".join(f"    {pair.name}:\n      {site}{reverse('link:open', args=[link_key(pair)])}" for pair in pairs)
    return f"""
  {competition.name} is being served. All players are invented.

  The draw:           {site}{reverse("public:draw", args=[competition.slug])}
  The organiser:      {site}{reverse("desk:home")}
    name {user.get_username()}, password {password}
  Two pairs, one match, by their private links (open each in a browser of its own):
{links}

  Stop with Ctrl+C.
"""


def _serve(port: int) -> None:
    Granian(
        "competition.config.wsgi:application",
        address="127.0.0.1",
        port=port,
        interface=Interfaces.WSGI,
        workers=2,
        blocking_threads=1,
        # Ctrl+C reaches the workers twice, from the terminal and from the server, and then they may never end.
        workers_kill_timeout=1,
        log_enabled=False,
    ).serve()
