"""Project files that the architecture tests check."""

import ast
import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _tracked() -> Iterator[Path]:
    """Yield the files tracked by git."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return
    yield from (ROOT / name for name in listed.decode().split("\0") if name)


def _unpacked() -> Iterator[Path]:
    """Yield the files in a copy without git, except those that git would ignore."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()]
    for top in ROOT.iterdir():
        if not any(fnmatch(top.name, pattern) for pattern in ignored):
            yield from (top, *top.rglob("*"))


FILES = sorted(path for path in [*_tracked()] or _unpacked() if path.is_file())


@cache
def files(folder: str, ending: str) -> list[Path]:
    """Return the files below this folder with this ending."""
    return [path for path in FILES if path.name.endswith(ending) and path.is_relative_to(ROOT / folder)]


TEMPLATES = files("templates", ".html")


def modules(*folders: str) -> list[Path]:
    """Return the Python modules in these folders, except migrations."""
    found = (path for folder in folders for path in files(folder, ".py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def layer(name: str) -> list[Path]:
    """Return the modules in a layer: files with this name, and files in folders with this name."""
    found = modules("competition", "scoring")
    return [path for path in found if path.stem == name or name in path.relative_to(ROOT).parts[:-1]]


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes in a module's syntax tree. They are cached, because many checks use them."""
    return tuple(ast.walk(ast.parse(path.read_text())))


def name(path: Path) -> str:
    """Return the path relative to the top of the project."""
    return path.relative_to(ROOT).as_posix()


def markup(template: str) -> str:
    """Return a template's HTML without Django's tags, values and comments."""
    without_blocks = re.sub(r"{% comment.*?endcomment %}|{#.*?#}|{%.*?%}", "", template, flags=re.DOTALL)
    return re.sub(r"{{.*?}}", "", without_blocks, flags=re.DOTALL)
