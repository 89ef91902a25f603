"""Query sets that each process compiles only once."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)
Key = TypeVar("Key", int, str)
# Placeholders for the key while the SQL is compiled. They never equal a real key or slug.
_PLACEHOLDERS: dict[type, Any] = {int: -(2**31), str: "\x1f"}


def compiled_for_one(make: Callable[[Sequence[Key]], QuerySet[Row]]) -> Callable[[Sequence[Key]], list[Row]]:
    """Return `make` as a function that returns a list of rows, and compiles the SQL for a single key only once.

    Use it only for queries that are run again and again and depend only on the key. It relies on the compiler of
    Django's query sets, because Django takes longer to compile these queries and to build their rows than the database
    takes to answer them. A draw of 8 pairs is read in a quarter of the time, and a draw of 64 pairs in less than half.
    """

    @cache
    def compiled(placeholder: Any) -> tuple[str, Sequence, Mapping[int, tuple], Callable[[Sequence], Row]]:
        compiler: Any = make([placeholder]).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, values = compiler.as_sql()
        converters = compiler.get_converters([expression for expression, *_ in compiler.select])
        build = _builder(compiler.klass_info, compiler.select, compiler.annotation_col_map)
        return sql, values, converters, build

    @wraps(make)
    def read(keys: Sequence[Key]) -> list[Row]:
        if len(keys) != 1:
            return list(make(keys))
        placeholder = _PLACEHOLDERS[type(keys[0])]
        sql, values, converters, build = compiled(placeholder)
        rows = _fetched(sql, [keys[0] if value == placeholder else value for value in values])
        for place, (functions, expression) in converters.items():
            # Most converted columns are empty in most rows.
            for row in (row for row in rows if row[place] is not None):
                for convert in functions:
                    row[place] = convert(row[place], expression, connection)
        return [build(row) for row in rows]

    return read


def _fetched(sql: str, values: Sequence) -> list[list]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [*map(list, cursor.fetchall())]


def _builder(info: Mapping[str, Any], select: Sequence, annotations: Mapping[str, int]) -> Callable[[Sequence], Any]:
    """Return a function that builds a model object and its related objects from the columns of a row."""
    model = info["model"]
    first = info["select_fields"][0]
    end = info["select_fields"][-1] + 1
    names = [expression.target.attname for expression, *_ in select[first:end]]
    key = first + names.index(model._meta.pk.attname)
    related = [
        (_builder(other, select, {}), other["local_setter"], other["remote_setter"])
        for other in info.get("related_klass_infos", ())
    ]

    def build(columns: Sequence) -> Model | None:
        if columns[key] is None:
            return None
        row = model.from_db(DEFAULT_DB_ALIAS, names, columns[first:end])
        for build_other, attach, attach_back in related:
            other = build_other(columns)
            attach(row, other)
            if other is not None:
                attach_back(other, row)
        for name, place in annotations.items():
            setattr(row, name, columns[place])
        return row

    return build
