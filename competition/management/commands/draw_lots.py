"""`manage.py draw_lots FILE.json`: draw a first round from the facts in a file, without the database."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from competition.contest.rules.division import WHOLE, Division
from competition.draw.rules.drawing import draw, objection
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.shapes import Shape, has_shape

LARGEST_FILE = 1_000_000
# The number of the method "lots-3", for other programs.
METHOD_NUMBER = 3
PREFERENCES = {"opening day": "opening_day", "clubs": "clubs", "areas": "areas"}
PAIR: Shape = {
    "number": int,
    "club": (int, str, None),
    "area": (int, str, None),
    "comes": bool,
    "seed": (int, None),
}
# The parts of the file, each with a description of its shape.
FILE: dict[str, tuple[Shape, str]] = {
    "pairs": ([PAIR], 'a list like this: [{"number": 1, "club": 3, "area": null, "comes": true, "seed": null}]'),
    "given_byes": ([int], "a list of numbers of pairs"),
    "rules": ([str], "a list of names of rules"),
    "seed": (str, "a text"),
}
# Places kept for pairs that join later, and the number of pairs left then. Both may be absent.
JOINING: Shape = {"later": int, "left": int}
# Facts of earlier rounds, which may be absent.
PAST: Shape = {"had_bye": bool, "met": [int]}


class Command(BaseCommand):
    """Print the draw as one JSON object. Exit with status 2 if the file does not contain pairs that can be drawn."""

    help = "Draw a first round from a JSON file of pairs, rules and a random seed, and print it as JSON."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name of the file."""
        parser.add_argument("file", metavar="FILE.json", type=Path, help="pairs, given_byes, rules and seed")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Read the file and print the draw."""
        facts = self._read(file)
        entries = [_entry(pair, facts) for pair in facts["pairs"]]
        division = Division(facts["later"], facts["left"]) if facts.get("later") else WHOLE
        if why := objection(entries, division):
            self._give_up(f"{file}: {why}")
        names = {PREFERENCES[rule]: True for rule in facts["rules"] if rule in PREFERENCES}
        drawn = draw(entries, seed=facts["seed"], preferences=Preferences(**names), division=division)
        result = {
            "places": drawn.places,
            "method": METHOD_NUMBER,
            "by": "lot" if drawn.tries else "stirred",
            "counts": drawn.faults,
        }
        self.stdout.write(json.dumps(result))

    def _read(self, path: Path) -> dict[str, Any]:
        """Return the checked contents of the file."""
        try:
            with path.open("rb") as opened:
                data = opened.read(LARGEST_FILE + 1)
            facts = json.loads(data.decode() if len(data) <= LARGEST_FILE else "")
        except OSError as fault:
            self._give_up(f"{path} cannot be read: {fault.strerror}.")
        except (ValueError, RecursionError):
            self._give_up(f"{path} is not JSON, or it is larger than {LARGEST_FILE:,} bytes.")
        for name, (shape, in_words) in FILE.items():
            if not isinstance(facts, dict) or not has_shape(facts.get(name), shape):
                self._give_up(f"{path}: “{name}” is missing, or it is not {in_words}.")
        if wrong := _fault(facts):
            self._give_up(f"{path}: {wrong}")
        return facts

    def _give_up(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        raise SystemExit(2)


def _fault(facts: Mapping[str, Any]) -> str:
    """Return the fault in facts of the right types, or ""."""
    numbers = {pair["number"] for pair in facts["pairs"]}
    if unknown := [rule for rule in facts["rules"] if rule not in {"seeds", *PREFERENCES}]:
        return f"There is no rule “{unknown[0]}”. The rules are seeds, {', '.join(PREFERENCES)}."
    if strangers := set(facts["given_byes"]) - numbers:
        return f"Pair {min(strangers)} has an awarded bye, but it is not one of the pairs."
    if {*JOINING} & {*facts} and not has_shape(facts, JOINING):
        return "“later” and “left” are both numbers, or both are absent."
    if not facts["seed"]:
        return "The seed is empty. A draw needs a random seed, so that anybody can check it."
    if min(numbers, default=1) < 1:
        return "The numbers of the pairs begin at 1."
    for pair in facts["pairs"]:
        if not all(has_shape(pair[name], shape) for name, shape in PAST.items() if name in pair):
            return f"Pair {pair['number']}: “had_bye” is true or false, and “met” is a list of numbers."
    return ""


def _entry(pair: Mapping[str, Any], facts: Mapping[str, Any]) -> DrawnEntry:
    return DrawnEntry(
        number=pair["number"],
        attending=pair["comes"],
        club=_label(pair["club"]),
        area=_label(pair["area"]),
        seed=pair["seed"] if "seeds" in facts["rules"] else None,
        given_bye=pair["number"] in facts["given_byes"],
        had_bye=pair.get("had_bye", False),
        met=frozenset(pair.get("met", ())),
    )


def _label(value: int | str | None) -> str:
    return "" if value is None else str(value)
