"""`manage.py adopt FILE.csv --owner NAME --name TEXT ...`: import a season drawn and played elsewhere."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from competition.audit.actions import Actor
from competition.contest.models import Competition
from competition.entries.presenters import LARGEST_LIST, read_file
from competition.transfer.actions.adopting import adopt_season
from competition.transfer.rules.table import read_table
from scoring.rules.refusal import Refused
from scoring.rules.text import visible

BAD_INPUT = 2


class Command(BaseCommand):
    """Create a published competition from a table of matches. If the table has a fault, exit with status 2."""

    help = (
        "Create a published competition from a table of matches drawn and played elsewhere (the columns of draw.csv)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, the owner, and the competition's name, season and address."""
        parser.add_argument(
            "file", type=Path, metavar="FILE.csv", help="a table of matches with the heading of draw.csv"
        )
        parser.add_argument("--owner", required=True, metavar="NAME", help="the username of the owner")
        parser.add_argument("--name", required=True, metavar="TEXT", help="the name of the competition")
        parser.add_argument("--season", required=True, type=int, metavar="YEAR", help="the first year of the season")
        parser.add_argument("--slug", default="", help="the address of the competition (default: its name and season)")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Create the competition and print its address."""
        try:
            competition = self._adopt(file, **options)
        except (Refused, OSError) as fault:
            text = fault.strerror if isinstance(fault, OSError) else str(fault)
            self.stderr.write(" ".join(f"{file}: {text}".split()))
            sys.exit(BAD_INPUT)
        self.stdout.write(reverse("public:draw", args=[competition.slug]))

    def _adopt(self, file: Path, *, owner: str, name: str, season: int, slug: str, **options: Any) -> Competition:
        if (user := User.objects.filter(username=owner).first()) is None:
            raise Refused(f"No organiser has the username {owner}. Check the name.")
        with file.open("rb") as opened:
            table = read_table(read_file(opened.read(LARGEST_LIST + 1)).text, season, timezone.localdate())
        competition = _competition(user, name, season, slug)
        adopt_season(competition, table, by=Actor(organiser=user))
        return competition


def _competition(owner: User, name: str, season: int, slug: str) -> Competition:
    """Return the unsaved competition. Raises Refused if its name or address is unusable."""
    competition = Competition(
        name=" ".join(visible(name).split()),
        slug=slug or slugify(f"{name} {season}")[:60].strip("-"),
        season=season,
        closing_date=timezone.localdate(),
        entry_form=False,
        owner=owner,
    )
    try:
        competition.full_clean(exclude=("owner", "cancellation"))
    except ValidationError as fault:
        faults = (f"{name}: {' '.join(texts)}" for name, texts in fault.message_dict.items())
        raise Refused(" ".join(faults)) from None
    return competition
