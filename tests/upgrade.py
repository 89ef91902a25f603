"""Filled database of an earlier version: `python -m tests.upgrade` rewrites fixtures/upgrade/season.json.

The file contains the rows of a small season, the migrations under which they were written, and what two pages showed.
Rewrite it only when a version is released. With `load`, the module creates the database in DATABASE_URL at these
migrations and fills it. With `show`, it prints what the pages show now.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import servers

FILE = servers.ROOT / "fixtures" / "upgrade" / "season.json"
# `migrate` creates these rows, with different keys in each database.
NOT_STORED = {"Permission", "Group", "Group_permissions", "User_user_permissions", "User_groups"}
APPS = ("auth", "scoring", "competition")


def main(asked: str) -> None:
    """Run the requested command."""
    import django

    django.setup()
    {"load": load, "show": show, "fill": fill}[asked]()


def fill() -> None:
    """Create a season and print it with its migrations and pages."""
    from django.apps import apps
    from django.core.management import call_command
    from django.core.serializers.json import DjangoJSONEncoder
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    call_command("migrate", verbosity=0)
    _play()
    rows = {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for name in APPS
        for model in apps.get_app_config(name).get_models(include_auto_created=True)
        if model.__name__ not in NOT_STORED and not model._meta.proxy
    }
    # Each app with its last migration.
    last = dict(sorted(MigrationRecorder(connection).applied_migrations()))
    filled = {name: some for name, some in rows.items() if some}
    stored = {"migrations": last, "pages": _read_pages(), "rows": filled}
    json.dump(stored, sys.stdout, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))


def _play() -> None:
    from competition.draw.rules.result import ResultKind
    from competition.match.actions import play
    from tests import stories

    competition = stories.published(8)
    stories.settle(competition, "R1-M1", kind=ResultKind.RULING, totals=(900, 500))
    stories.record(stories.open_sheet(competition, "R1-M2")[0], stories.deal("3NT", 9), stories.deal())
    play.submit_totals(stories.tables(competition, "R1-M3")[0], ours=1230, theirs=480)
    stories.withdraw(competition.pairs.last())


def load() -> None:
    """Create the tables at the stored migrations, and insert the rows."""
    from django.db import connection, transaction
    from django.db.migrations.executor import MigrationExecutor

    from competition.config import sqlite

    stored = json.loads(FILE.read_text(encoding="utf-8"))
    with sqlite.creating():
        executor = MigrationExecutor(connection)
        state = executor.migrate([*stored["migrations"].items()])
    with transaction.atomic():
        for name, rows in stored["rows"].items():
            model = state.apps.get_model(name)
            fields = {field.attname: field for field in model._meta.concrete_fields}
            model._base_manager.bulk_create(
                model(**{column: fields[column].to_python(value) for column, value in row.items()}) for row in rows
            )


def show() -> None:
    """Print the names and numbers that the pages show now."""
    json.dump(_read_pages(), sys.stdout, ensure_ascii=False)


def _read_pages() -> dict[str, list[str]]:
    """Return the players' names and the totals on the draw page and the pages of two matches."""
    from django.test import Client

    from competition.contest.models import Competition
    from competition.entries.models import Player

    browser = Client(headers={"host": "localhost"})
    slug = Competition.objects.get().slug
    names = {word for player in Player.objects.all() for word in str(player).split() if word.isalpha()}
    pages = {}
    for address in (f"/{slug}/", f"/{slug}/matches/R1-M1/", f"/{slug}/matches/R1-M2/"):
        text = re.sub(r"<[^>]*>", " ", browser.get(address).content.decode())
        words = set(re.findall(r"\w[\w,]*", text))
        pages[address] = sorted(word for word in words if word in names or re.fullmatch(r"\d,?\d{2,3}", word))
    return pages


def run(asked: str, environment: dict[str, str]) -> str:
    """Run this module with these settings. Return its output."""
    command = [sys.executable, "-m", "tests.upgrade", asked]
    return subprocess.check_output(command, cwd=servers.ROOT, env=environment, text=True)


def environment(database: str, folder: Path) -> dict[str, str]:
    """Return the environment for a process with this database. It needs no collected static files."""
    return servers.environment(database, folder / "static") | {"DJANGO_SETTINGS_MODULE": "tests.settings"}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as name:
            (file := Path(name) / "db.sqlite3").touch()
            FILE.write_text(run("fill", environment(f"sqlite:///{file}", Path(name))), encoding="utf-8")
