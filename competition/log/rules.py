"""Decisions that are taken back: nothing is struck out, a further row says which one no longer counts."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar


class Row(Protocol):
    """A row that is only ever added, by its key; it may take another back."""

    pk: Any
    takes_back_id: Any


R = TypeVar("R", bound=Row)


def not_revoked(rows: Iterable[R]) -> list[R]:
    """The rows that still say something, in order: those that were not taken back, and take back none."""
    rows = list(rows)
    gone = {row.takes_back_id for row in rows}
    return [row for row in rows if row.takes_back_id is None and row.pk not in gone]
