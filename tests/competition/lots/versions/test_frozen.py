"""A method that draws were made with is never changed: its files are what they were, and lean on nothing else."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from competition.lots.rules.methods import METHODS
from tests.competition.lots.golden import GOLDEN
from tests.house.sources import files

VERSIONS = "competition/lots/versions"
# A new method gets a line; no line is ever changed once a draw has been published with it.
FROZEN = {
    "lots_2": "81a9c707a77ea78b7f26e6a3072d16059b559205967efa3cc5a45d54765b3e1b",
}


def fingerprint(version: str) -> str:
    """Of the names and contents of all files of a method."""
    methods = files(f"{VERSIONS}/{version}", ".py")
    written = "\0".join(f"{path.name}\0{path.read_text(encoding='utf-8')}" for path in methods)
    return sha256(written.encode()).hexdigest()


def foreign(path: Path) -> Iterator[str]:
    """What a file imports that is neither beside it nor Python's own."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            yield from (name for name in names if name.partition(".")[0] not in sys.stdlib_module_names)


def test_every_method_stands_in_a_folder_of_its_own_and_is_known():
    folders = {path.parent.name for path in files(VERSIONS, ".py")} - {"versions"}

    assert folders == set(FROZEN) == {name.replace("-", "_") for name in METHODS}


@pytest.mark.parametrize("version", FROZEN)
def test_the_files_of_a_method_are_what_they_were(version):
    assert fingerprint(version) == FROZEN[version], "A new method gets a folder of its own; this one stays as it was."


@pytest.mark.parametrize("version", FROZEN)
def test_a_method_imports_nothing_that_may_change(version):
    found = {path.name: [*foreign(path)] for path in files(f"{VERSIONS}/{version}", ".py")}

    assert {file: modules for file, modules in found.items() if modules} == {}


@pytest.mark.parametrize("name", METHODS)
def test_every_method_has_a_golden_record(name):
    recorded = [json.loads(path.read_text(encoding="utf-8"))["committed"]["algorithm"] for path in GOLDEN]

    assert name in recorded
