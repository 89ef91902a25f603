"""What the house's rules are checked on: the project's own files, and how they are read."""

import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _tracked() -> Iterator[Path]:
    """What git tracks; whatever else lies about is nobody's fault."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return
    yield from (ROOT / name for name in listed.decode().split("\0") if name)


def _unpacked() -> Iterator[Path]:
    """What there is of a copy without git, but for what git would leave alone."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()]
    for top in ROOT.iterdir():
        if not any(fnmatch(top.name, pattern) for pattern in ignored):
            yield from (top, *top.rglob("*"))


FILES = sorted(path for path in [*_tracked()] or _unpacked() if path.is_file())


@cache
def files(folder: str, ending: str) -> list[Path]:
    """Every file of the project in this folder, or in one in it, whose name ends like this."""
    return [path for path in FILES if path.name.endswith(ending) and path.is_relative_to(ROOT / folder)]


TEMPLATES = files("templates", ".html")


def modules(*folders: str) -> list[Path]:
    """Every Python module in these folders, migrations apart."""
    found = (path for folder in folders for path in files(folder, ".py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def layer(name: str) -> list[Path]:
    """Every module of a layer, in whichever room: a file of this name, or all files in a folder of this name."""
    found = modules("competition", "scoring")
    return [path for path in found if path.stem == name or name in path.relative_to(ROOT).parts[:-1]]


def name(path: Path) -> str:
    """The path from the top of the project."""
    return path.relative_to(ROOT).as_posix()


def markup(template: str) -> str:
    """A template's HTML without Django's own tags, values and comments."""
    without_blocks = re.sub(r"{% comment.*?endcomment %}|{#.*?#}|{%.*?%}", "", template, flags=re.DOTALL)
    return re.sub(r"{{.*?}}", "", without_blocks, flags=re.DOTALL)
