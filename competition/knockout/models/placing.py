"""Pairs that come into a published draw, or leave their place in it to another pair or to a bye."""

from django.db import models
from django.db.models import Q

from competition.entries.models.pair import Pair
from competition.knockout.models.draw import Place
from competition.log.models import Decision

_NOBODY_NEW = Q(pair=None, lot="")


class Placing(Decision):
    """Who stands at a place `instead_of` whom the lots put there, a pair or a bye; or one such row taken back.

    The last one at a place that was not taken back counts; the place itself keeps what the lots made.
    """

    class Kind(models.TextChoices):
        LATE = "late"
        REPLACEMENT = "replacement"
        TWICE = "twice"

    place = models.ForeignKey(Place, models.CASCADE, related_name="placings")
    kind = models.CharField(max_length=11, choices=Kind.choices, blank=True)
    pair = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="placings")
    instead_of = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # What the lot among the byes was read from.
    lot = models.TextField(blank=True)

    class Meta(Decision.Meta):
        constraints = [
            *Decision.Meta.constraints,
            models.CheckConstraint(name="placing_decided", condition=Q(decided_by__isnull=False)),
            models.CheckConstraint(
                name="placing_as_its_kind_has_it",
                condition=Q(kind="late", takes_back=None, pair__isnull=False, instead_of=None) & ~Q(lot="")
                | Q(kind="replacement", takes_back=None, pair__isnull=False, instead_of__isnull=False, lot="")
                | Q(kind="twice", takes_back=None, instead_of__isnull=False) & _NOBODY_NEW
                | Q(kind="", takes_back__isnull=False, instead_of=None) & _NOBODY_NEW,
            ),
        ]

    def __str__(self) -> str:
        return self.kind or "taken back"
