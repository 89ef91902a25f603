"""Score sheets from CSV files; the database is never touched."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.formats import csv_sheet, json_sheet, text_sheet
from scoring.rules.conditions import Conditions, TieBreak
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Seat

BAD_INPUT = 2


class Command(BaseCommand):
    """Scores each file by the Laws and prints its summary sheet, or one JSON object a line."""

    help = "Score rubber bridge sheets written as CSV."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a sheet as CSV, one row a deal")
        parser.add_argument("--json", action="store_true", help="one JSON object a line for each file")
        parser.add_argument("--dealer", type=str.upper, choices=[seat.value for seat in Seat], help="who deals first")
        parser.add_argument("--deals", type=int, default=30, help="deals in a match (30)")
        parser.add_argument("--extra", type=int, default=2, help="tie-break deals at a time (2)")
        parser.add_argument(
            "--tie-break",
            choices=[way.value for way in TieBreak],
            default=TieBreak.CONTINUES.value,
            help="does the unfinished rubber carry on into a tie-break, or is each a fresh one (continues)",
        )
        parser.add_argument("--only-partscore", type=int, default=100, help="points for it by Law 80 (100)")

    def handle(self, *, files: list[str], dealer: str | None, **options: Any) -> None:
        """Print every good file in order; exit with 2 when any file was bad."""
        conditions = _conditions(options)
        show = _json if options["json"] else text_sheet.table
        first_dealer = Seat(dealer) if dealer else None
        bad = 0
        for file in files:
            try:
                sheet = csv_sheet.read(Path(file).read_bytes(), conditions, first_dealer)
            except csv_sheet.Fault as fault:
                bad += 1
                self.stderr.write(f"{file}, line {fault.line}: {fault}")
            except OSError as error:
                bad += 1
                self.stderr.write(f"{file}: {error.strerror}.")
            else:
                self.stdout.write(show(sheet))
        if bad:
            sys.exit(BAD_INPUT)


def _conditions(options: dict[str, Any]) -> Conditions:
    try:
        return Conditions(
            deals=options["deals"],
            extra_deals=options["extra"],
            tie_break=TieBreak(options["tie_break"]),
            only_partscore=options["only_partscore"],
        )
    except Refused as refused:
        raise CommandError(str(refused), returncode=BAD_INPUT) from None


def _json(sheet: Sheet) -> str:
    return json.dumps(json_sheet.scored(sheet))
