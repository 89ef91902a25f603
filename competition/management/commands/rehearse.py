"""`manage.py rehearse`: play a random season of invented pairs in a temporary database."""

import json
from argparse import ArgumentTypeError

from django.core.management import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from competition.contest.rules.division import BY_ROUND, WHOLE, Division
from competition.draw.presenters.overview import line
from competition.draw.queries.draw import PublishedDraw, clear_cache
from competition.draw.rules.drawing import objection
from competition.draw.rules.pairing import DrawnEntry
from competition.draw.rules.result import Stage
from competition.management.rehearsal import MOST_PAIRS, SHAPES, BrokenLawError, RehearsedSeason
from competition.public.presenters.draw_json import as_dict
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day


class Command(BaseCommand):
    """Print a short report, or the draw after every action with --json. Exit with status 1 if an invariant fails."""

    help = "Play a random season of invented pairs in a database that is deleted at the end."
    requires_system_checks = ()

    def add_arguments(self, parser):
        """Add the shape of the competition, the number of pairs, the seed and the number of actions."""
        parser.add_argument("--shape", choices=[*SHAPES], default="knockout", help="the shape of the competition")
        parser.add_argument("--pairs", type=_pairs, default=22, help="the number of pairs (22)")
        parser.add_argument(
            "--qualifiers", type=int, default=1, help="the number of sections with --shape sections (1)"
        )
        parser.add_argument("--later", type=int, default=0, help="the number of pairs that join later (0)")
        parser.add_argument("--left", type=int, default=16, help="the number of pairs left when they join (16)")
        parser.add_argument("--seed", default="rehearsal", help="the same seed gives the same season")
        parser.add_argument(
            "--acts", type=int, default=200, help="the most random acts before the rest is decided (200)"
        )
        parser.add_argument("--json", action="store_true", help="print the draw as one line of JSON after every act")

    def handle(self, *args, shape: str, pairs: int, seed: str, acts: int, **options):
        """Play the season. Raises CommandError if an invariant fails or the options are impossible."""
        asked = _asked_for(shape, options["later"], options["left"], options["qualifiers"])
        division = _possible(asked, pairs)
        name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            season = RehearsedSeason(shape, pairs, seed, division)
            count = 0
            for act in season.acts(acts):
                count += 1
                if options["json"]:
                    draws = [as_dict(season.draw)]
                    self.stdout.write(json.dumps({"act": act, "draws": draws}, cls=DjangoJSONEncoder))
            if not options["json"]:
                if division != asked:
                    self.stdout.write("There are too few pairs for so many sections, so the draw has fewer.")
                self.stdout.write("\n".join(_report(season.draw, count)))
        except BrokenLawError as law:
            raise CommandError(f"After {quantity(count, 'act')}: {law}.") from law
        finally:
            clear_cache()
            connection.creation.destroy_test_db(name, verbosity=0)


def _asked_for(shape: str, later: int, left: int, qualifiers: int) -> Division:
    """Return the sections that the options ask for. Raises CommandError if they are impossible or do not fit."""
    if later and shape != "later":
        raise CommandError("Give --later only with --shape later.")
    if qualifiers != 1 and shape != "sections":
        raise CommandError("Give --qualifiers only with --shape sections.")
    division = Division(later, left) if later else BY_ROUND if "drawn_by_round" in SHAPES[shape] else WHOLE
    if qualifiers != 1:
        division = Division(0, qualifiers, has_final=False)
    if not division.is_possible:
        raise CommandError(objection([], division))
    return division


def _possible(division: Division, pairs: int) -> Division:
    """Return this division, or one with fewer sections if there are too few pairs for it."""
    while objection([DrawnEntry(number) for number in range(1, pairs + 1)], division):
        fewer = division.left // 2 if division.has_final else division.left - 1
        kept = min(division.kept, fewer // 2)
        division = Division(kept, fewer, division.has_final) if fewer > 1 else WHOLE
    return division


def _pairs(text: str) -> int:
    if not text.isdecimal() or not 2 <= int(text) <= MOST_PAIRS:
        raise ArgumentTypeError(f"give a number from 2 to {MOST_PAIRS}")
    return int(text)


def _report(draw: PublishedDraw, acts: int) -> list[str]:
    matches = draw.matches.values()
    byes = sum(state.stage is Stage.BYE for state in matches)
    decided = sum(state.result is not None for state in matches)
    counts = quantity(len(draw.main_pairs), "pair"), quantity(byes, "bye"), quantity(decided, "match", "matches")
    return [
        f"{', '.join(counts)} decided.",
        *(f"{round.name}: by {day(round.play_by)}." for round in draw.rounds),
        f"{line(draw)}.",
        *([f"The plate was won by {draw.plate_winner.name}."] if draw.plate_winner else []),
        f"{quantity(acts, 'act')}, and every invariant held after each.",
    ]
