"""Test that no file breaks a command that reads it. Each bad file must cause an error message without a traceback."""

import gzip
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from competition.transfer.rules.file import packed
from tests.factories import OrganiserFactory
from tests.fuzz.values import BYTES, NUMBERS, TEXTS
from tests.house.sources import ROOT

FIXTURES = ROOT / "fixtures"
# Files read by each command, and its other arguments. The output goes to the command's own streams.
COMMANDS = {
    "score": (["sheets/thirty_deals.csv", "sheets/tie_fresh.csv", "pads/rubber.csv"], []),
    "score --as chicago": (["pads/chicago.csv"], ["--as", "chicago"]),
    "read_entries": (["entries/01-surname-comma/a.csv", "entries/34-hidden-rows/*.xlsx"], []),
    "verify_draw": (["draws/lots-3.json", "draws/lots-3-stirred.json"], []),
    "draw_lots": (["lots/six-pairs.json"], []),
    "adopt": (["tables/season-2025.csv"], ["--owner", "ann", "--name", "Lakes", "--season", "2025"]),
    "open_competition": (["demo/last_season.json"], ["--owner", "ann"]),
}
TRIES = 25


def mutated(data: bytes, random: Random) -> bytes:
    """Return the file with one part removed, repeated, moved or replaced by a bad value."""
    lines = data.splitlines(keepends=True) or [b""]
    at = random.randrange(len(data) or 1)
    length = random.choice((1, 4, 40, 400))
    bad = random.choice([*BYTES, *(text.encode(errors="surrogatepass") for text in (*NUMBERS, *TEXTS))])
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: data[:at],
        lambda: data[:at] + data[at + length :],
        lambda: data[:at] + bad + data[at:],
        lambda: data[:at] + bad + data[at + length :],
        lambda: data[:at] + data[at : at + length] * 30 + data[at + length :],
        lambda: b"".join(random.sample(lines, len(lines))),
        lambda: b"".join(line.replace(b",", b";") for line in lines),
        lambda: data.decode("utf-8", "replace").encode("utf-16"),
        lambda: gzip.compress(data),
        lambda: b"",
    )
    return random.choice(kinds)()


def read(file: Path) -> bytes:
    """Return the contents of a fixture. The demo is converted to an export file."""
    return packed(json.loads(file.read_bytes())) if file.parent.name == "demo" else file.read_bytes()


@pytest.mark.django_db
@pytest.mark.parametrize("name", COMMANDS)
def test_no_file_breaks_a_command(name, tmp_path, pytestconfig):
    patterns, arguments = COMMANDS[name]
    files = [path for pattern in patterns for path in sorted(FIXTURES.glob(pattern))]
    seconds, random = pytestconfig.getoption("fuzz"), Random(pytestconfig.getoption("fuzz_seed") or 1)
    OrganiserFactory(username="ann")
    until, tried = monotonic() + (seconds or 0) / len(COMMANDS), 0

    assert files
    while tried < TRIES or monotonic() < until:
        tried += 1
        path = tmp_path / f"bad{random.choice(files).suffix}"
        path.write_bytes(mutated(read(random.choice(files)), random))
        assert run(name.split()[0], path, arguments).strip()


def run(command: str, path: Path, arguments: list[str]) -> str:
    """Run the command, undo what it has stored, and return its output."""
    stdout, stderr = StringIO(), StringIO()
    try:
        with transaction.atomic():
            call_command(command, str(path), *arguments, stdout=stdout, stderr=stderr)
            transaction.set_rollback(True)
    except CommandError as refusal:
        return str(refusal)
    except SystemExit:
        return stderr.getvalue()
    return stdout.getvalue()
