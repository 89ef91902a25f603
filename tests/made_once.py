"""Competitions that the real actions create once in a run, to be copied in later tests."""

from collections.abc import Callable
from copy import deepcopy
from functools import wraps

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models.sql import InsertQuery
from django.utils import timezone

from competition.contest.models import Competition

# The competition, and the SQL statements with values for inserting all its rows.
Made = tuple[Competition, list[tuple[str, tuple]]]

_made: dict[tuple, Made] = {}
_clock = timezone.now


def made_once(key: tuple, make: Callable[[], Competition]) -> Competition:
    """Return the competition that `make` creates in an empty database.

    Create it again if the database is not empty or if the test has changed the clock.
    """
    if timezone.now is not _clock or any(model.objects.exists() for model in (Competition, get_user_model())):
        return make()
    if key in _made:
        return _again(*_made[key])
    made = make()
    _made[key] = deepcopy(made), [statement for model in _models() for statement in _statements(model)]
    return made


def once(make: Callable[[], Competition]) -> Callable[[], Competition]:
    """Decorate a function that creates a competition for many tests."""
    return wraps(make)(lambda: made_once((make.__module__, make.__name__), make))


def _again(made: Competition, statements: list[tuple[str, tuple]]) -> Competition:
    with transaction.atomic(), connection.cursor() as cursor:
        for sql, values in statements:
            cursor.execute(sql, values)
        for sql in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(sql)
    return deepcopy(made)


def _models() -> list[type[models.Model]]:
    """Return the models of a competition. The rows of all other models exist from the start."""
    ours = {"competition", "scoring", get_user_model()._meta.app_label}
    found = (model for model in apps.get_models(include_auto_created=True) if model._meta.app_label in ours)
    return [model for model in found if model.__name__ != "Permission" and not model._meta.proxy]


def _statements(model: type[models.Model]) -> list[tuple[str, tuple]]:
    if not (rows := list(model._base_manager.all())):
        return []
    query = InsertQuery(model)
    # Insert the rows unchanged, with their original times.
    query.insert_values(model._meta.concrete_fields, rows, raw=True)
    return query.get_compiler(connection=connection).as_sql()
