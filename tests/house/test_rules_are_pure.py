import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import layer, modules, name, nodes

RULES = [*layer("rules"), *modules("scoring/pads", "scoring/paper", "scoring/story")]
OURS = re.compile(r"(scoring|competition\.\w+)\.rules\b|scoring\.(pads|paper|story)\b")
# Modules that can read the clock or random numbers, or do input and output.
IMPURE = {"asyncio", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess"}
IMPURE |= {"sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo"}
CLOCKS = {"now", "utcnow", "today"}


def imported(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def is_allowed(module: str) -> bool:
    first = module.partition(".")[0]
    ours = OURS.match(module) is not None
    return ours or (first in sys.stdlib_module_names and first not in IMPURE)


def test_rules_import_only_rules_and_pure_modules():
    assert [(name(path), module) for path in RULES for module in imported(path) if not is_allowed(module)] == []


def test_rules_read_no_clock_and_open_no_file():
    assert {name(path): found for path in RULES if (found := read_outside(path))} == {}


def read_outside(path):
    """Return the calls that read a clock or a file or use the terminal."""
    calls = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
    clocks = [call.attr for call in calls if isinstance(call, ast.Attribute) and call.attr in CLOCKS]
    world = [call.id for call in calls if isinstance(call, ast.Name) and call.id in {"open", "print", "input"}]
    return clocks + world
