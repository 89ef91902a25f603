"""A view makes one read or one order and chooses a page: it asks the database nothing itself."""

import ast

import pytest

from tests.house.sources import layer, name


@pytest.mark.parametrize("path", layer("views"), ids=name)
def test_no_view_asks_the_database_by_itself(path):
    named = [node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]

    assert [attribute for attribute in named if attribute in {"objects", "filter", "select_related", "create"}] == []
