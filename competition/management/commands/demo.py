"""`manage.py demo`: load and serve the demo competition."""

import os
import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError, call_command
from django.urls import reverse
from granian import Granian
from granian.constants import Interfaces

from competition.config import environment, machine, sqlite
from competition.contest.models import Competition
from competition.draw.queries.draw import draw_to_change
from competition.draw.rules.result import Stage
from competition.entries.private_links import link_key
from competition.management import demo


class Command(BaseCommand):
    """Migrate, load the demo from `fixtures/`, serve it on 127.0.0.1 and print its addresses."""

    help = "Load the demo competition (invented players) and serve it on this machine."
    # The database does not exist yet, and Django's model checks would query it.
    requires_system_checks = []

    def add_arguments(self, parser):
        """Add --port and --reset."""
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (8000)")
        parser.add_argument("--reset", action="store_true", help="delete the demo and load it again")

    def handle(self, *args, port: int, reset: bool, **options):
        """Serve until interrupted.

        Raises CommandError if the port is unusable, or if the demo with this database is already running.
        """
        folder = demo.find_folder()
        demo.use(folder)
        environment.exit_on(environment.problems(os.environ))
        site = f"http://127.0.0.1:{port}"
        with demo.only_demo(folder, site):
            _check_port(port)
            with sqlite.creating():
                call_command("migrate", verbosity=0)
            demo.collect_static_files()
            password = secrets.token_urlsafe(9)
            user = demo.organiser(password)
            if reset:
                demo.remove()
            competition = demo.find() or demo.load(user)
            competition.organisers.add(user)
            self.stdout.write(_list_addresses(competition, user, password, site))
            if folder != settings.BASE_DIR:
                self.stdout.write(f"  You cannot write to this checkout, so the demo's files are in {folder}\n")
            self.stdout.flush()
            _serve(port)


def _check_port(port: int) -> None:
    if problem := machine.free_port(port):
        free = next(other for other in range(8001, 8999) if other != port and not machine.free_port(other))
        raise CommandError(f"{problem.sentence} For example: --port {free}")


def _list_addresses(competition: Competition, user: User, password: str, site: str) -> str:
    matches = draw_to_change(competition).matches.values()
    # Take two pairs that are playing, or the pairs of the last match if no match is in play.
    pairs = next((match for match in matches if match.stage is Stage.IN_PLAY), [*matches][-1]).pairs
    links = "\n".join(f"    {pair.name}:\n      {site}{reverse('link:open', args=[link_key(pair)])}" for pair in pairs)
    return f"""
  {competition.name} is being served. All players are invented.

  The draw:           {site}{reverse("public:draw", args=[competition.slug])}
  The guide:          {site}{reverse("guide:home")}
  The organiser:      {site}{reverse("desk:home")}
    username {user.get_username()}, password {password}
  The private links of two pairs in one match (open each in its own browser):
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
        # The terminal and the server both pass Ctrl+C on to the workers. After two signals they might never end.
        workers_kill_timeout=1,
        log_enabled=False,
    ).serve()
