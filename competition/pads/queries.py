"""Reads of evenings."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import cast
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from competition.pads.models import Evening, EveningDeal, EveningSeats, Facts
from scoring.pads import evening as games
from scoring.pads.chicago import DEALS
from scoring.pads.game import Game
from scoring.pads.seating import seat_of, seats
from scoring.rules.sides import Seat

KEPT_DAYS = 30
# Who has looked at a pad for so long without writing on it is not at the table any more.
_PLAYS_ON = timedelta(hours=6)


@dataclass
class Table:
    """An evening as everybody at its table sees it: who plays, its deals, and all that is worked out from them."""

    row: Evening

    @property
    def game(self) -> Game:
        """Which game is played."""
        return Game(self.row.game)

    @cached_property
    def rows(self) -> list[EveningDeal]:
        """Its deals in order, as stored."""
        return list(self.row.rows.all())

    @cached_property
    def _seatings(self) -> list[EveningSeats]:
        return list(self.row.seatings.all())

    @cached_property
    def deals(self) -> tuple[Facts, ...]:
        """Its deals, as the rules of the game read them."""
        return tuple(row.of_game(self.game) for row in self.rows)

    @cached_property
    def played(self) -> games.AtTheTable:
        """The evening with every point worked out."""
        return self.with_deals(self.deals)

    def with_deals(self, deals: Collection[Facts]) -> games.AtTheTable:
        """The evening as it would be with these deals; Refused at the first that cannot be."""
        begun = games.begin(self.game, Seat(self.row.first_dealer))
        # Of duplicate there can be no row.
        return cast(games.AtTheTable, games.play(begun, deals))

    @property
    def next_number(self) -> int:
        """The number of the deal to be played next, counted through the evening."""
        return len(self.rows) + 1

    @property
    def chairs(self) -> dict[Seat, str]:
        """Who sits where now; of singles, where they sat in the first rubber, by which they are known."""
        return self._seatings[-1].names

    def chairs_at(self, number: int) -> dict[Seat, str]:
        """Who sat where on the deal of this number."""
        return next(row.names for row in reversed(self._seatings) if row.first_deal <= number)

    def seated(self, rubber: int) -> dict[Seat, str]:
        """Who sits where in this rubber of singles."""
        return {seat: self.chairs[seat_of(player, 1)] for seat, player in seats(rubber).items()}

    @property
    def players(self) -> list[str]:
        """Everybody who has sat at this table."""
        return list(dict.fromkeys(name for row in self._seatings for name in row.names.values()))

    @property
    def may_change_partners(self) -> bool:
        """Whether a chukker of Chicago is over and the next has not begun."""
        return self.game is Game.CHICAGO and bool(self.rows) and len(self.rows) % DEALS == 0

    @property
    def is_moving(self) -> bool:
        """Whether somebody is likely to write on it."""
        return timezone.now() - self.row.used_at < _PLAYS_ON

    @property
    def kept_until(self) -> datetime:
        """The moment after which it is deleted, unless another deal is played."""
        return self.row.used_at + timedelta(days=KEPT_DAYS)


def table(number: int, keys: Collection[str]) -> Table | None:
    """The evening of this number if one of these is its key (one query)."""
    row = Evening.objects.filter(pk=number, key__in=keys).first()
    return Table(row) if row else None


def fresh(seen: Table) -> Table:
    """The same evening as it stands now; as it was seen when it has been deleted meanwhile."""
    return table(seen.row.pk, [seen.row.key]) or seen


def tables(keys: Collection[str]) -> list[Table]:
    """The evenings whose keys these are, the last one used first."""
    found = Evening.objects.filter(key__in=keys).order_by("-used_at").prefetch_related("seatings")
    return [Table(row) for row in found]


def table_of(key: str) -> Table | None:
    """The evening whose private link has this key."""
    row = Evening.objects.filter(key=key).first()
    return Table(row) if row else None


def is_written(row: Evening, submission: UUID | None) -> bool:
    """Whether the deal that a phone sent under this key has been on the pad."""
    return submission is not None and row.submissions.filter(key=submission).exists()


def to_be_forgotten() -> QuerySet[Evening]:
    """The evenings that have been kept long enough."""
    return Evening.objects.filter(used_at__lt=timezone.now() - timedelta(days=KEPT_DAYS))
