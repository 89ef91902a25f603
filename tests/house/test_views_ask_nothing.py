"""Test that views leave database queries to other modules."""

import ast

from tests.house.sources import layer, name


def test_views_run_no_queries():
    named = [
        (name(path), node.attr)
        for path in layer("views")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
    ]

    assert [one for one in named if one[1] in {"objects", "filter", "select_related", "create"}] == []
