"""Queries for score pads."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import cast
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from competition.pads.models import Facts, PadDeal, PadSeats, ScorePad
from scoring.pads.chicago import DEALS, MiddleVulnerability
from scoring.pads.games import TablePad, begin_pad, play_deals
from scoring.pads.papers import PadGame
from scoring.pads.singles import seat_of_player, seats
from scoring.rules.sides import Seat

KEPT_DAYS = 30
# After this time without a change, assume that nobody is playing.
_PLAYS_ON = timedelta(hours=6)


@dataclass
class PadView:
    """A score pad with its players, deals and derived score."""

    row: ScorePad

    @property
    def game(self) -> PadGame:
        """The game of the pad."""
        return PadGame(self.row.game)

    @cached_property
    def rows(self) -> list[PadDeal]:
        """The stored deals in order."""
        return list(self.row.rows.all())

    @cached_property
    def _seatings(self) -> list[PadSeats]:
        return list(self.row.seatings.all())

    @cached_property
    def deals(self) -> tuple[Facts, ...]:
        """The deals in the format of the game's rules."""
        return tuple(row.of_game(self.game) for row in self.rows)

    @cached_property
    def played(self) -> TablePad:
        """The scored pad."""
        return self.with_deals(self.deals)

    def with_deals(self, deals: Collection[Facts]) -> TablePad:
        """Return the scored pad with these deals. Raises Refused at the first impossible deal."""
        begun = begin_pad(self.game, Seat(self.row.first_dealer), MiddleVulnerability(self.row.vulnerable))
        # ScorePad.game excludes duplicate, so the result is never a pad of duplicate.
        return cast(TablePad, play_deals(begun, deals))

    @property
    def next_number(self) -> int:
        """Number of the next deal, counted through the whole pad."""
        return len(self.rows) + 1

    @property
    def chairs(self) -> dict[Seat, str]:
        """The current seating. In singles, it is the seating in the first rubber."""
        return self._seatings[-1].names

    def chairs_at(self, number: int) -> dict[Seat, str]:
        """Return the seating on this deal."""
        return next(row.names for row in reversed(self._seatings) if row.first_deal <= number)

    def seated(self, rubber: int) -> dict[Seat, str]:
        """Return the seating in this rubber of singles."""
        return {seat: self.chairs[seat_of_player(player, 1)] for seat, player in seats(rubber).items()}

    @property
    def players(self) -> list[str]:
        """All players who have ever had a seat."""
        return list(dict.fromkeys(name for row in self._seatings for name in row.names.values()))

    @property
    def may_change_partners(self) -> bool:
        """True between two chukkers of Chicago."""
        return self.game is PadGame.CHICAGO and bool(self.rows) and len(self.rows) % DEALS == 0

    @property
    def is_moving(self) -> bool:
        """True if the game is probably still in play."""
        return timezone.now() - self.row.used_at < _PLAYS_ON

    @property
    def kept_until(self) -> datetime:
        """The time after which the pad is deleted if it does not change."""
        return self.row.used_at + timedelta(days=KEPT_DAYS)


def table(number: int, keys: Collection[str]) -> PadView | None:
    """Return the pad with this primary key if its key is one of `keys` (one query)."""
    row = ScorePad.objects.filter(pk=number, key__in=keys).first()
    return PadView(row) if row else None


def fresh(seen: PadView) -> PadView:
    """Return the current pad, or `seen` if the pad has been deleted."""
    return table(seen.row.pk, [seen.row.key]) or seen


def tables(keys: Collection[str]) -> list[PadView]:
    """Return the pads with these keys, last used first."""
    pads = ScorePad.objects.filter(key__in=keys).order_by("-used_at").prefetch_related("seatings")
    return [PadView(row) for row in pads]


def table_of(key: str) -> PadView | None:
    """Return the pad with this key in its private link, or None."""
    row = ScorePad.objects.filter(key=key).first()
    return PadView(row) if row else None


def is_written(row: ScorePad, submission: UUID | None) -> bool:
    """Return True if a deal with this submission key has already been written."""
    return submission is not None and row.submissions.filter(key=submission).exists()


def to_be_forgotten() -> QuerySet[ScorePad]:
    """Return the pads that are past their retention period."""
    return ScorePad.objects.filter(used_at__lt=timezone.now() - timedelta(days=KEPT_DAYS))
