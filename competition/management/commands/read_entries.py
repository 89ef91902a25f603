"""`manage.py read_entries FILE...`: read lists of pairs as the desk does, without the database."""

import json
import sys
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from competition.entries.forms.spreadsheet import ListedPair, ListPreview, read
from competition.entries.presenters import LARGEST_LIST, read_file
from scoring.rules.refusal import Refused

BAD_INPUT = 2


class Command(BaseCommand):
    """Print one JSON object for each readable file. Exit with status 2 if any file is unreadable."""

    help = "Read lists of entries (CSV, TSV, text or XLSX) and print their pairs as JSON, one line for each file."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the names of the files."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a list of entries: CSV, TSV, text or XLSX")

    def handle(self, *, files: list[str], **options: Any) -> None:
        """Read every file in order. Report an unreadable file and continue."""
        bad = 0
        for file in files:
            try:
                result = _read(Path(file))
            except (Refused, OSError) as fault:
                bad += 1
                reason = fault.strerror if isinstance(fault, OSError) else fault
                self.stderr.write(f"{file}: {reason}")
            else:
                self.stdout.write(json.dumps({"file": file, **result}))
        if bad:
            sys.exit(BAD_INPUT)


def _read(path: Path) -> dict[str, Any]:
    """Return the contents of a file. Raises Refused if the file is not a list of pairs."""
    with path.open("rb") as file:
        data = file.read(LARGEST_LIST + 1)
    text, encoding, notes = read_file(data)
    preview = read(text, {}, {}, encoding=encoding, as_guessed=True)
    return {
        "pairs": _pairs(preview),
        "questions": [*notes, *preview.questions],
        "faults": [
            {"line": line.number, "text": _with_pair(line, fault)} for line in preview.faulty for fault in line.faults
        ],
    }


def _with_pair(line: ListedPair, fault: str) -> str:
    """Return a fault with the names of the pair."""
    return fault if not line.pair or line.pair in fault else f"{line.pair}: {fault}"


def _pairs(preview: ListPreview) -> list[dict[str, Any]]:
    """Return the pairs without errors, each with the remarks that the organiser should check."""
    questions = defaultdict(list)
    for question in preview.unanswered:
        questions[question.line].append(f"Line {question.line}: {question.namesake.question}")
    return [
        {
            "line": line.number,
            "players": [player.name for player in line.entry.players],
            "club": line.entry.club,
            "phones": [player.phone for player in line.entry.players if player.phone],
            "emails": [player.email for player in line.entry.players if player.email],
            "ask": [*line.ask, *questions[line.number]],
        }
        for line in preview.good
        if line.entry
    ]
