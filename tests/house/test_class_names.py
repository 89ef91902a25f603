"""Test that a class name says which class is meant."""

import ast
from collections import Counter

from tests.house.sources import FILES, ROOT

# Django fixes these names.
DJANGOS = {"Command", "Meta", "Migration"}


def test_every_class_name_is_unique():
    sources = [
        path for path in FILES if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in ("competition", "scoring")
    ]
    classes = [
        node.name for path in sources for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)
    ]

    assert classes
    assert [name for name, times in Counter(classes).items() if times > 1 and name not in DJANGOS] == []
