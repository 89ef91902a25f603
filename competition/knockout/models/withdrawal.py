"""Pairs that leave the draw after it is published."""

from django.db import models
from django.db.models import Q

from competition.entries.models.pair import Pair
from competition.log.models import Decision


class Withdrawal(Decision):
    """A pair withdraws, or a withdrawal of it is taken back.

    The pair is out while there is a withdrawal of it that was not taken back.
    """

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="withdrawals")

    class Meta(Decision.Meta):
        constraints = [
            *Decision.Meta.constraints,
            models.CheckConstraint(name="withdrawal_decided", condition=Q(decided_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return "play on after all: the withdrawal was taken back" if self.takes_back_id else "withdrew"

    @classmethod
    def standing(cls) -> "models.QuerySet[Withdrawal]":
        """The withdrawals that were not taken back, of every pair there is."""
        return cls.objects.filter(takes_back=None, taken_back_by=None)
