"""Queries composed once in each process: that takes Django longer than the database takes to answer."""

from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.db.models.query import ModelIterable

# Stands in a query for the key that is asked for, be it a number or a word.
_KEY = "-1"
Found = list[tuple]


class Prepared:
    """A query of the rows of one key: what the database holds, and the models made of it when they are wanted."""

    def __init__(self, queryset: QuerySet) -> None:
        self._compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._given = self._compiler.as_sql()

    def find(self, key: int | str) -> Found:
        """The rows of this key as the database has them; two that are equal say the same."""
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [key if str(given) == _KEY else given for given in self._given])
            return cursor.fetchall()

    def models(self, found: Found) -> list[Any]:
        """The models of these rows."""
        if not found:
            return []
        # Its own for each reading: another thread may read by the same query.
        compiler = copy(self._compiler)
        compiler.execute_sql = lambda **how: [found]
        query = SimpleNamespace(get_compiler=lambda using: compiler)
        asked: Any = SimpleNamespace(db=DEFAULT_DB_ALIAS, query=query, _known_related_objects={})
        return list(ModelIterable(asked))

    def place_of(self, column: object) -> int:
        """Where in a row this field stands, or the annotation of this name."""
        if isinstance(column, str):
            return self._compiler.annotation_col_map[column]
        return next(n for n, (one, *_) in enumerate(self._compiler.select) if getattr(one, "target", None) is column)


@lru_cache
def prepared(of: Callable[[Sequence[Any]], QuerySet]) -> Prepared:
    """This query, which is given keys, of one key."""
    return Prepared(of([_KEY]))
