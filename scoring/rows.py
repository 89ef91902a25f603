"""Rows of which one page reads hundreds."""

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class Row(models.Model):
    """A row that is made of what the database holds as it stands there: a third of the time of reading a large draw.

    Django would set one column after the other, after it had asked who wishes to know; nobody does.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **how: object) -> Self:
        """The row of these columns; those left out are read when they are asked for."""
        row = cls.__new__(cls)
        row.__dict__ = dict(zip(field_names, values, strict=True))
        row._state = ModelState()
        row._state.adding, row._state.db = False, db
        return row
