"""Test that views leave database queries to other modules."""

import ast

import pytest

from tests.house.sources import layer, name


@pytest.mark.parametrize("path", layer("views"), ids=name)
def test_views_run_no_queries(path):
    named = [node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]

    assert [attribute for attribute in named if attribute in {"objects", "filter", "select_related", "create"}] == []
