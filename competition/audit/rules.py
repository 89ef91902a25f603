"""Rules for undone decisions. A later row marks an earlier row as undone, and all rows remain."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar


class RevocableRow(Protocol):
    """An append-only row with a key. It may undo another row."""

    pk: Any
    undoes_id: Any


R = TypeVar("R", bound=RevocableRow)


def not_revoked(rows: Iterable[R]) -> list[R]:
    """Return the rows that still count, in order, without undone rows and rows that undo them."""
    rows = list(rows)
    revoked = {row.undoes_id for row in rows}
    return [row for row in rows if row.undoes_id is None and row.pk not in revoked]
