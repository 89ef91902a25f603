"""Tests for the names, sizes and places of modules, classes and functions."""

import ast
import re
from collections import Counter

from tests.house.sources import FILES, ROOT, files, layer, modules, name, nodes

AGREED = {"manage.py", "pyproject.toml", "README.md"}
AGREED |= {"competition", "scoring", "templates", "static", "tests", "fixtures"}
# Django fixes these names.
DJANGOS = {"Command"}
RULES = [*layer("rules"), *modules("scoring/pads", "scoring/paper", "scoring/story")]
RULES = [path for path in RULES if path.stem != "__init__"]


def test_the_top_level_has_only_the_agreed_files():
    names = {name(path).partition("/")[0] for path in FILES}

    assert {top for top in names if not top.startswith(".")} == AGREED


def test_every_class_name_is_unique():
    # The first node is the module.
    trees = [nodes(path)[0] for path in modules("competition", "scoring")]
    classes = [node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]

    assert classes
    assert [name for name, times in Counter(classes).items() if times > 1 and name not in DJANGOS] == []


def test_the_name_of_a_limit_says_what_it_limits():
    bare = re.compile(r"_?(MOST|LONGEST|LARGEST|SHORTEST|LIMIT)(_IN_(AN_HOUR|TEN_MINUTES))?")
    targets = [
        (path, target)
        for path in modules("competition", "scoring")
        for node in nodes(path)
        if isinstance(node, ast.Assign)
        for target in node.targets
    ]
    constants = [(path, node) for path, target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]

    assert constants
    assert [f"{name(path)}: {constant.id}" for path, constant in constants if bare.fullmatch(constant.id)] == []


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def test_no_function_is_longer_than_forty_lines():
    too_long = [
        f"{name(path)}: {node.name}, {length(node)} lines"
        for path in modules("competition", "scoring")
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length(node) > 40
    ]

    assert too_long == []


def test_no_module_is_longer_than_450_lines():
    lengths = {name(path): len(path.read_text().splitlines()) for path in modules("competition", "scoring")}

    assert {path: length for path, length in lengths.items() if length > 450} == {}


def test_every_rules_module_has_a_test_module():
    # A module's tests are in one file, or in a folder with the module's name.
    folders = {path.parent for path in files("tests", ".py")}
    mirrors = {path: ROOT / "tests" / path.relative_to(ROOT) for path in RULES}

    assert [
        name(path)
        for path, mirror in mirrors.items()
        if mirror.with_name(f"test_{path.name}") not in FILES and mirror.with_suffix("") not in folders
    ] == []


def test_every_test_folder_is_a_package():
    # Without `__init__.py`, tests/scoring would hide scoring.
    folders = {path.parent for path in files("tests", ".py")}

    assert [name(folder) for folder in folders if folder / "__init__.py" not in FILES] == []


def test_views_run_no_queries():
    named = [
        (name(path), node.attr) for path in layer("views") for node in nodes(path) if isinstance(node, ast.Attribute)
    ]

    assert [one for one in named if one[1] in {"objects", "filter", "select_related", "create"}] == []
