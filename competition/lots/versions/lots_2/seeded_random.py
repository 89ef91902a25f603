"""Lots that anybody can cast again from the same seed."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """Casts lots from the texts "NAME/COUNT", COUNT being 1, 2, 3 ...."""

    def __init__(self, name: str) -> None:
        self._text = sha256(f"{name}/".encode())
        self.texts = 0

    def lot(self, below: int) -> int:
        """A whole number from 0 that is less than `below` (at most 65536), each equally likely."""
        fair = 0x10000 - 0x10000 % below
        while (number := self._next()) >= fair:
            pass
        return number % below

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order in which each is equally likely to stand anywhere."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            lot = self.lot(last + 1)
            shuffled[last], shuffled[lot] = shuffled[lot], shuffled[last]
        return shuffled

    def _next(self) -> int:
        self.texts += 1
        text = self._text.copy()
        text.update(b"%d" % self.texts)
        return int.from_bytes(text.digest()[:2])
