"""`manage.py score`: score CSV files of score sheets, and of pads from other games, without a database."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.pads.chicago import MiddleVulnerability
from scoring.pads.papers import PadGame
from scoring.presenters import csv_pads, csv_sheet, json_pads, json_sheet, text_pads, text_sheet
from scoring.presenters.csv_rows import SheetFault
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat

BAD_INPUT = 2
CONDITIONS = ("deals", "extra_deals", "tie_break", "only_partscore")


class Command(BaseCommand):
    """Score each file by the rules of its game and print it as a table or as a line of JSON."""

    help = "Score rubber bridge sheets, or pads of the other games, written as CSV."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a sheet as CSV, with one row for each deal")
        parser.add_argument("--as", dest="game", choices=[game.value for game in PadGame], help="score another game")
        parser.add_argument("--json", action="store_true", help="print one line of JSON for each file")
        parser.add_argument("--dealer", type=str.upper, choices=[seat.value for seat in Seat], help="who deals first")
        parser.add_argument(
            "--vulnerable",
            choices=[middle.value for middle in MiddleVulnerability],
            help="only for chicago: who is vulnerable on deals 2 and 3 of a chukker (dealer)",
        )
        match = parser.add_argument_group("only for a match")
        match.add_argument("--deals", type=int, help="deals in a match (30)")
        match.add_argument("--extra", dest="extra_deals", type=int, help="tie-break deals at a time (2)")
        match.add_argument(
            "--tie-break",
            choices=[way.value for way in TieBreak],
            help="whether a tie-break continues the unfinished rubber or starts a fresh one (continues)",
        )
        match.add_argument("--only-partscore", type=int, help="points for the only part-score by Law 80 (100)")

    def handle(self, *, files: list[str], **options: Any) -> None:
        """Print each valid file in order. Exit with status 2 if any file was invalid."""
        if options["vulnerable"] and options["game"] != PadGame.CHICAGO:
            raise CommandError("--vulnerable is for Chicago. Omit it.", returncode=BAD_INPUT)
        score = _match(options) if options["game"] is None else _pad(PadGame(options["game"]), options)
        bad = 0
        for file in files:
            try:
                scored = score(Path(file).read_bytes())
            except SheetFault as fault:
                bad += 1
                self.stderr.write(f"{file}, line {fault.line}: {fault}")
            except OSError as error:
                bad += 1
                self.stderr.write(f"{file}: {error.strerror}.")
            else:
                self.stdout.write(scored)
        if bad:
            sys.exit(BAD_INPUT)


def _match(options: dict[str, Any]) -> Callable[[bytes], str]:
    """Return a function that scores and formats a match's score sheet."""
    conditions, first_dealer = _conditions(options), _first_dealer(options)
    show = json_sheet.sheet_json if options["json"] else text_sheet.table
    return lambda data: _text(show(csv_sheet.read(data, conditions, first_dealer)))


def _pad(game: PadGame, options: dict[str, Any]) -> Callable[[bytes], str]:
    """Return a function that scores and formats a pad from another game."""
    first_dealer = _first_dealer(options)
    if _given_conditions(options):
        raise CommandError(
            "--deals, --extra, --tie-break and --only-partscore are for a match. Omit them.", returncode=BAD_INPUT
        )
    if first_dealer and game in (PadGame.DUPLICATE, PadGame.NULLOS):
        raise CommandError(f"--dealer has no meaning for {game.word}. Omit it.", returncode=BAD_INPUT)
    show = json_pads.pad_json if options["json"] else text_pads.table
    middle = MiddleVulnerability(options["vulnerable"] or MiddleVulnerability.DEALER)
    return lambda data: _text(show(csv_pads.read(game, data, first_dealer, middle)))


def _conditions(options: dict[str, Any]) -> ScoringConditions:
    try:
        return ScoringConditions(**_given_conditions(options))
    except Refused as refused:
        raise CommandError(str(refused), returncode=BAD_INPUT) from None


def _given_conditions(options: dict[str, Any]) -> dict[str, Any]:
    """Return the conditions given on the command line."""
    conditions = {name: options[name] for name in CONDITIONS if options[name] is not None}
    return conditions | ({"tie_break": TieBreak(conditions["tie_break"])} if "tie_break" in conditions else {})


def _first_dealer(options: dict[str, Any]) -> Seat | None:
    return Seat(options["dealer"]) if options["dealer"] else None


def _text(scored: str | json_sheet.Json) -> str:
    return scored if isinstance(scored, str) else json.dumps(scored)
