"""What the house's rules are checked on: the project's own files, and how they are read."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def modules(*folders: str) -> list[Path]:
    """Every Python module in these folders, migrations apart."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def layer(name: str) -> list[Path]:
    """Every module of a layer, in whichever room: a file of this name, or all files in a folder of this name."""
    found = modules("competition", "scoring")
    return [path for path in found if path.stem == name or name in path.relative_to(ROOT).parts[:-1]]


def name(path: Path) -> str:
    """The path from the top of the project."""
    return path.relative_to(ROOT).as_posix()


def ignored() -> Iterator[str]:
    """What git leaves alone at the top level, as patterns."""
    return (line.strip("/") for line in (ROOT / ".gitignore").read_text().split())


def markup(template: str) -> str:
    """A template's HTML without Django's own tags, values and comments."""
    without_blocks = re.sub(r"{% comment.*?endcomment %}|{#.*?#}|{%.*?%}", "", template, flags=re.DOTALL)
    return re.sub(r"{{.*?}}", "", without_blocks, flags=re.DOTALL)
