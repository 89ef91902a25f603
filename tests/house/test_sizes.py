import ast
from pathlib import Path

from tests.house.sources import modules, name


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text())
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def test_no_function_is_longer_than_forty_lines():
    too_long = [
        f"{name(path)}: {function.name}, {length(function)} lines"
        for path in modules("competition", "scoring")
        for function in functions(path)
        if length(function) > 40
    ]

    assert too_long == []


def test_no_module_is_longer_than_450_lines():
    lengths = {name(path): len(path.read_text().splitlines()) for path in modules("competition", "scoring")}

    assert {path: length for path, length in lengths.items() if length > 450} == {}
