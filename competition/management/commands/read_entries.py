"""`manage.py read_entries FILE...`: lists of entries read as the desk reads them; the database is never touched."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from competition.entries.formats.list_files import LARGEST, read_file
from competition.entries.forms.spreadsheet import Preview, read
from scoring.rules.refusal import Refused

BAD_INPUT = 2


class Command(BaseCommand):
    """Print one JSON object a line for each file that can be read; exit 2 when any could not."""

    help = "Read lists of entries (CSV, TSV, text or XLSX) and print their pairs as JSON, one object a line a file."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a list of entries: CSV, TSV, text or XLSX")

    def handle(self, *, files: list[str], **options: Any) -> None:
        """Read every file in order; one that cannot be read stops only itself."""
        bad = 0
        for file in files:
            try:
                found = _read(Path(file))
            except (Refused, OSError) as fault:
                bad += 1
                self.stderr.write(f"{file}: {fault.strerror if isinstance(fault, OSError) else fault}")
            else:
                self.stdout.write(json.dumps({"file": file, **found}))
        if bad:
            sys.exit(BAD_INPUT)


def _read(path: Path) -> dict[str, Any]:
    """Return what a file says. Raises Refused for one that is no list."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    text, encoding, notes = read_file(data)
    preview = read(text, {}, {}, encoding=encoding, as_guessed=True)
    return {
        "pairs": _pairs(preview),
        "questions": [*notes, *preview.questions],
        "faults": [{"line": line.number, "text": fault} for line in preview.faulty for fault in line.faults],
    }


def _pairs(preview: Preview) -> list[dict[str, Any]]:
    """Return the pairs with nothing wrong, each with what to look at before it is entered."""
    return [
        {
            "line": line.number,
            "players": [player.name for player in line.entry.players],
            "club": line.entry.club,
            "phones": [player.phone for player in line.entry.players if player.phone],
            "emails": [player.email for player in line.entry.players if player.email],
            "ask": [*line.ask],
        }
        for line in preview.good
        if line.entry
    ]
