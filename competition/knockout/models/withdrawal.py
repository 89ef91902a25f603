"""Pairs that leave the draw after it is published."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from competition.entries.models.pair import Pair


class Withdrawal(models.Model):
    """A pair withdraws, or a withdrawal of it is taken back.

    Rows are only ever added. The pair is out while there is a withdrawal of it that was not taken back.
    """

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="withdrawals")
    takes_back = models.OneToOneField("self", models.RESTRICT, null=True, related_name="taken_back_by")
    # The reason is for everybody, the note for the organisers alone.
    reason = models.TextField(max_length=500)
    note = models.TextField(blank=True, max_length=500)
    at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(name="withdrawal_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return "play on after all: the withdrawal was taken back" if self.takes_back_id else "withdrew"

    @classmethod
    def standing(cls) -> "models.QuerySet[Withdrawal]":
        """The withdrawals that were not taken back, of every pair there is."""
        return cls.objects.filter(takes_back=None, taken_back_by=None)
