"""`manage.py verify_draw RECORD.json`: derive a published draw again from its downloaded record."""

import json
from pathlib import Path
from typing import NoReturn

from django.core.management import BaseCommand

from competition.draw.rules.description import NOT_PROVEN
from competition.draw.rules.proof import prove
from competition.draw.rules.records import check_method, is_elsewhere
from scoring.rules.refusal import Refused

LARGEST_RECORD = 5_000_000


class Command(BaseCommand):
    """Print each step of the check. Exit with status 1 at the first wrong step, or 2 if the file is not a record."""

    help = "Check a published draw from its record, step by step."
    requires_system_checks = ()

    def add_arguments(self, parser):
        """Add the name of the record file."""
        parser.add_argument("record", metavar="RECORD.json", type=Path)

    def handle(self, *args, record: Path, **options):
        """Check the record step by step."""
        facts = self._read(record)
        for step in prove(facts):
            verdict = "agrees" if step.agrees else "FAILS "
            self.stdout.write(f"{verdict}  {step.name}: {step.text}")
            if not step.agrees:
                self.stderr.write(f"This record is wrong. It fails at the step “{step.name}”.")
                raise SystemExit(1)
        if is_elsewhere(facts):
            self.stdout.write(f"This draw was made elsewhere. {NOT_PROVEN} The rest of the record agrees.")
        else:
            self.stdout.write("Every step agrees. These pairs and this random seed give this draw.")

    def _read(self, path: Path) -> dict:
        try:
            if path.stat().st_size > LARGEST_RECORD:
                self._give_up(f"{path} is too large to be the record of a draw.")
            record = json.loads(path.read_text(encoding="utf-8"))
        except OSError as fault:
            self._give_up(f"{path} cannot be read: {fault.strerror}.")
        except (ValueError, RecursionError):
            self._give_up(f"{path} is not JSON. Download the record again from the competition’s record page.")
        if isinstance(record, dict) and is_elsewhere(record) and isinstance(record.get("elsewhere"), dict):
            return record
        if not isinstance(record, dict) or not isinstance(record.get("committed"), dict):
            self._give_up(f"{path} is not the record of a draw. Download it from the competition’s record page.")
        try:
            check_method(str(record["committed"].get("algorithm")))
        except Refused as fault:
            self._give_up(str(fault))
        return record

    def _give_up(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        raise SystemExit(2)
