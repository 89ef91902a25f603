"""Organiser's work in a season of 37 pairs: `python -m tests.benchmarks.organisers_season`. See --help.

A real Chromium opens pages on a real server, and the emails go to a real mail server. The server's clock moves from
visit to visit. The program counts the organiser's clicks, pages, words and characters, but not the pairs' own actions.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import servers
from tests.mailboxes import Mailboxes, mailboxes

USERNAME, PASSWORD = "winifred", "tern wader heron"


@contextmanager
def _site(folder: Path) -> Iterator[tuple[str, Mailboxes, Path]]:
    """Run the site with an empty database and a mail server. Yield its URL, the mail server and the clock file."""
    clock = folder / "clock"
    clock.write_text("0")
    with mailboxes() as boxes:
        port = servers.free_port()
        known = servers.environment(f"sqlite:///{folder / 'season.sqlite3'}", folder / "static")
        known |= {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.travelling", "CLOCK": str(clock)}
        known |= {"EMAIL_URL": f"smtp://127.0.0.1:{boxes.port}", "EMAIL_FROM": "desk@knockout.example"}
        known["SITE_ADDRESS"] = address = f"http://127.0.0.1:{port}"
        os.environ.update(known)
        _prepare()
        with servers.server(known, port, workers=1):
            yield address, boxes, clock


def _prepare() -> None:
    """Create the database, the static files and the organiser's account."""
    import django

    django.setup()
    from django.contrib.auth.models import User

    for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=servers.ROOT, check=True)
    User.objects.create_superuser(USERNAME, "", PASSWORD)


def main() -> None:
    """Play the season, print the table, and write the emails to files if requested."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--emails", type=Path, help="folder for all emails, in order for each pair")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, _site(Path(folder)) as (address, boxes, clock):
        # These modules import models, which need the site's settings.
        from tests.benchmarks.counting import counted_organiser, table
        from tests.benchmarks.organisers_visits import play
        from tests.benchmarks.season_desk import Season

        with counted_organiser(address, USERNAME, PASSWORD) as organiser:
            season = Season(organiser, boxes, clock)
            try:
                play(season)
            except Exception as fault:
                fault.add_note(f"{organiser.page.url}: {organiser.text()}")
                raise
            finally:
                sys.stdout.write(table(organiser))
                if asked.emails:
                    season.write_emails(asked.emails)


if __name__ == "__main__":
    main()
