import ast
import re
from pathlib import Path

from tests.house.sources import TEMPLATES, markup, modules, name, nodes

VAGUE = {"utils", "util", "helpers", "helper", "common", "services", "managers", "base", "misc"}
# Django requires this module name for a database backend.
BACKEND = "competition/config/postgresql/base.py"
# Players say draw, pair and match. The winners are on an honours board.
FOREIGN = re.compile(r"\b(brackets?|(?<!honours )boards?|teams?)\b", re.IGNORECASE)
SPOKEN_ATTRIBUTES = r'(?:alt|aria-label|content|placeholder|title)="([^"]*)"'


def test_no_module_has_a_vague_name():
    paths = [Path(name(path)) for path in modules("competition", "scoring", "tests") if name(path) != BACKEND]
    names = {part for path in paths for part in path.with_suffix("").parts}

    assert names & VAGUE == set()


def visible(template: str) -> str:
    """Return the text in a template that readers can see or hear."""
    html = re.sub(r"<!--.*?-->", "", markup(template), flags=re.DOTALL)
    told = " ".join([re.sub(r"<[^>]*>", " ", html), *re.findall(SPOKEN_ATTRIBUTES, html)])
    return " ".join(told.split())


def test_pages_use_the_terms_of_bridge_players():
    found = {name(path): FOREIGN.findall(visible(path.read_text())) for path in TEMPLATES}

    assert {path: words for path, words in found.items() if words} == {}


def sentences(path: Path) -> list[str]:
    """Return the texts in a module that may reach a reader: strings with a space, except docstrings."""
    docstrings = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    texts = [node for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [text.value for text in texts if " " in text.value and id(text) not in docstrings]


def test_messages_use_the_terms_of_bridge_players():
    found = {
        f"{name(path)}: {sentence}"
        for path in modules("competition", "scoring")
        if FOREIGN.search(path.read_text())
        for sentence in sentences(path)
        if FOREIGN.search(sentence)
    }

    assert found == set()
